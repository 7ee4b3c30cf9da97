internal import CChipmunk

/// A closure of a body or a constraint; a checkpoint can record only that it existed.
enum Function: String, CaseIterable, Hashable, Sendable {
  case velocity, position, preSolve, postSolve, force, torque
}

/// A body with its shapes. Its position is that of its centre of gravity.
struct BodyRecord: Archivable {
  var type = BodyType.static
  var isMassFromShapes = false
  var mass: Double?
  var moment: Double?
  var center = Vector.zero
  var position = Vector.zero
  var angle = 0.0
  var velocity = Vector.zero
  var angularVelocity = 0.0
  var force = Vector.zero
  var torque = 0.0
  /// The velocities that push a body out of a penetration in the next step only.
  var correction = Vector.zero
  var angularCorrection = 0.0
  var idleTime = 0.0
  var speedLimit: Double?
  var isBullet = false
  var gravityScale = 1.0
  var damping = 1.0
  var angularDamping = 1.0
  var tag = 0
  var functions: [Function] = []
  var shapes: [ShapeRecord] = []

  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    try archive.word("type", &type, or: .dynamic)
    try archive.flag("massFromShapes", &isMassFromShapes)
    try archive.number("mass", &mass, .mass)
    try archive.number("moment", &moment, .moment)
    try archive.vector("center", &center, .position, or: .zero)
    try archive.vector("position", &position, .statePosition)
    try archive.number("angle", &angle, .stateAngle, or: 0)
    if type != .static {
      try archive.vector("velocity", &velocity, .stateVelocity, or: .zero)
      try archive.number("angularVelocity", &angularVelocity, .stateAngularVelocity, or: 0)
      try archive.vector("force", &force, .force, or: .zero)
      try archive.number("torque", &torque, .torque, or: 0)
      try archive.vector("correction", &correction, .stateVelocity, or: .zero)
      try archive.number("angularCorrection", &angularCorrection, .stateAngularVelocity, or: 0)
      try archive.number("idleTime", &idleTime, .idleTime, or: 0)
    }
    try archive.number("speedLimit", &speedLimit, .speedLimit)
    try archive.flag("bullet", &isBullet)
    try archive.number("gravityScale", &gravityScale, .gravityScale, or: 1)
    try archive.number("damping", &damping, .damping, or: 1)
    try archive.number("angularDamping", &angularDamping, .damping, or: 1)
    try archive.integer("tag", &tag, or: 0)
    try archive.words("functions", &functions)
    try archive.list("shapes", &shapes)
    guard (mass == nil) == (moment == nil), mass == nil || !isMassFromShapes else {
      throw .damaged(archive.path(of: "mass"), "a mass of its own comes with a moment")
    }
  }
}

extension BodyRecord {
  init(of body: Body) {
    type = body.type
    isMassFromShapes = body.isMassFromShapes
    (mass, moment) = (body.ownMass?.mass, body.ownMass?.moment)
    (speedLimit, isBullet, tag) = (body.speedLimit, body.isBullet, body.tag)
    (gravityScale, damping, angularDamping) = (
      body.gravityScale, body.damping, body.angularDamping
    )
    shapes = body.shapes.map(ShapeRecord.init(of:))
    if body.velocityFunction != nil { functions.append(.velocity) }
    if body.positionFunction != nil { functions.append(.position) }
    let raw = unsafe body.raw.pointee
    (center, position, angle) = (Vector(unsafe raw.cog), Vector(unsafe raw.p), unsafe raw.a)
    guard type != .static else { return }
    (velocity, angularVelocity) = unsafe (Vector(raw.v), raw.w)
    (force, torque) = unsafe (Vector(raw.f), raw.t)
    (correction, angularCorrection) = unsafe (Vector(raw.v_bias), raw.w_bias)
    idleTime = unsafe raw.sleeping.idleTime
  }

  /// Makes the body with its shapes at the origin, in no space.
  func makeBody() throws(PhysicsError) -> Body {
    let body: Body =
      if isMassFromShapes {
        .dynamic()
      } else if let mass, let moment {
        try Body(mass: mass, moment: moment)
      } else if type == .kinematic {
        .kinematic()
      } else {
        .static()
      }
    try furnish(body)
    if body.type != type { try body.setType(type) }
    return body
  }

  /// Gives a body all its properties other than its motion.
  func furnish(_ body: Body) throws(PhysicsError) {
    for shape in shapes { try shape.add(to: body) }
    try body.setSpeedLimit(speedLimit)
    body.isBullet = isBullet
    try body.setGravityScale(gravityScale)
    try body.setDamping(damping)
    try body.setAngularDamping(angularDamping)
    body.tag = tag
  }

  /// Sets a body's position and velocities. The C library's own setters would wake it.
  func setMotion(of body: Body) {
    unsafe body.raw.pointee.cog = center.c
    body.forgetExtents()
    unsafe body.raw.pointee.p = position.c
    unsafe body.raw.pointee.a = angle
    body.setTransform()
    unsafe body.raw.pointee.v = velocity.c
    unsafe body.raw.pointee.w = angularVelocity
    unsafe body.raw.pointee.f = force.c
    unsafe body.raw.pointee.t = torque
    unsafe body.raw.pointee.v_bias = correction.c
    unsafe body.raw.pointee.w_bias = angularCorrection
    if type != .static { unsafe body.raw.pointee.sleeping.idleTime = idleTime }
  }
}
