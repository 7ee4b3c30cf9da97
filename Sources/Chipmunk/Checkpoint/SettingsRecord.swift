/// The settings of a space.
struct SettingsRecord: Archivable {
  var gravity = Vector.zero
  var wakingGravity = Vector.zero
  var gravityDeadBand = 0.0
  var iterations = 1
  var damping = 1.0
  var collisionSlop = 0.0
  var collisionBias = 0.0
  var collisionPersistence = 1
  var sleepTimeThreshold: Double?
  var idleSpeedThreshold = 0.0
  var speedLimit: Double?
  var substeps = 0

  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    try archive.vector("gravity", &gravity, .gravity)
    try archive.vector("wakingGravity", &wakingGravity, .gravity)
    try archive.number("gravityDeadBand", &gravityDeadBand, .gravityDeadBand)
    try archive.integer("iterations", &iterations, 1...1000)
    try archive.number("damping", &damping, .damping)
    try archive.number("collisionSlop", &collisionSlop, .collisionSlop)
    try archive.number("collisionBias", &collisionBias, .collisionBias)
    try archive.integer("collisionPersistence", &collisionPersistence, 1...10)
    try archive.number("sleepTimeThreshold", &sleepTimeThreshold, .sleepTime)
    try archive.number("idleSpeedThreshold", &idleSpeedThreshold, .idleSpeed)
    try archive.number("speedLimit", &speedLimit, .speedLimit)
    try archive.integer("substeps", &substeps, 0...64, or: 0)
  }
}

extension SettingsRecord {
  init(of space: Space) {
    gravity = space.gravity
    wakingGravity = space.wakingGravity
    gravityDeadBand = space.gravityDeadBand
    iterations = space.iterations
    damping = space.damping
    collisionSlop = space.collisionSlop
    collisionBias = space.collisionBias
    collisionPersistence = space.collisionPersistence
    sleepTimeThreshold = space.sleepTimeThreshold
    idleSpeedThreshold = space.idleSpeedThreshold
    speedLimit = space.speedLimit
    substeps = space.substeps
  }

  func apply(to space: Space) throws(PhysicsError) {
    try space.setGravity(gravity)
    space.wakingGravity = wakingGravity
    try space.setGravityDeadBand(gravityDeadBand)
    try space.setIterations(iterations)
    try space.setDamping(damping)
    try space.setCollisionSlop(collisionSlop)
    try space.setCollisionBias(collisionBias)
    try space.setCollisionPersistence(collisionPersistence)
    try space.setSleepTimeThreshold(sleepTimeThreshold)
    try space.setIdleSpeedThreshold(idleSpeedThreshold)
    try space.setSpeedLimit(speedLimit)
    try space.setSubsteps(substeps)
  }
}
