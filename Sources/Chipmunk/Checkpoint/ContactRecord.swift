internal import CChipmunk
internal import ChipmunkEngine

/// An arbiter of the library: a pair of shapes and its contact points.
struct ContactRecord: Record {
  enum State: String, CaseIterable, Archivable, Hashable, Sendable {
    case first, lasting, ignored, ended
  }

  var a: UInt = 0
  var b: UInt = 0
  var state = State.lasting
  /// The number of steps since they last touched.
  var age: UInt32 = 0
  var normal = Vector.zero
  var restitution = 0.0
  var friction = 0.0
  var surfaceVelocity = Vector.zero
  var points: [Point] = []
  /// With ``Engine/tiltbox``: the position and the rotation of the second body in the frame of the first at the step
  /// that found the points; zero if it remembers none.
  var posePosition = Vector.zero
  var poseRotation = Vector.zero
  /// The impulse of rolling resistance, from which the next step starts.
  var rolling = 0.0

  /// A contact point.
  struct Point: Record {
    /// From the bodies' centres of gravity, in world directions.
    var armA = Vector.zero
    var armB = Vector.zero
    /// Along the normal, and along the surface.
    var impulse = Vector.zero
    /// With ``Engine/tiltbox``: the impulses from which the next step starts.
    var nextImpulse = Vector.zero
    /// Identifies the point in the next step.
    var hash: UInt = 0

    mutating func pass(through archive: inout Archive) throws(PhysicsError) {
      try archive.field("armA", &armA, .contactArm)
      try archive.field("armB", &armB, .contactArm)
      try archive.field("impulse", &impulse, .storedImpulse, or: .zero)
      try archive.field("nextImpulse", &nextImpulse, .storedImpulse, or: .zero)
      try archive.field("hash", &hash, or: 0)
    }
  }

  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    try archive.field("a", &a)
    try archive.field("b", &b)
    try archive.field("state", &state, or: .lasting)
    try archive.field("age", &age, or: 0)
    try archive.field("normal", &normal, .contactNormal)
    try archive.field("restitution", &restitution, .contactRestitution, or: 0)
    try archive.field("friction", &friction, .contactFriction, or: 0)
    try archive.field("surfaceVelocity", &surfaceVelocity, .contactSurface, or: .zero)
    try archive.field("points", &points)
    try archive.field("posePosition", &posePosition, .contactArm, or: .zero)
    try archive.field("poseRotation", &poseRotation, .contactNormal, or: .zero)
    try archive.field("rolling", &rolling, .storedImpulse, or: 0)
  }
}

extension ContactRecord {
  init(of arbiter: Arbiter, in space: Space) {
    var contact = ceContactState()
    unsafe ceArbiterGetState(space.raw, arbiter.raw, &contact)
    let memory = contact.memory
    unsafe (a, b) = (arbiter.raw.pointee.a.pointee.hashid, arbiter.raw.pointee.b.pointee.hashid)
    state = State(contact.state)
    age = contact.age
    normal = Vector(contact.normal)
    (restitution, friction) = (contact.surface.restitution, contact.surface.friction)
    surfaceVelocity = Vector(contact.surface.velocity)
    let points = [(contact.points.0, memory.impulses.0), (contact.points.1, memory.impulses.1)]
    self.points = points.prefix(Int(contact.count)).map { Point($0, nextImpulse: $1) }
    guard memory.hasPose else { return }
    (posePosition, poseRotation) = (Vector(memory.position), Vector(memory.rotation))
    rolling = memory.rolling
  }

  /// The state for a new arbiter.
  var contact: ceContactState {
    var points = self.points
    while points.count < 2 { points.append(Point()) }
    return ceContactState(
      state: state.c,
      count: Int32(self.points.count),
      age: age,
      normal: normal.c,
      surface: ceContactSurface(
        restitution: restitution,
        friction: friction,
        velocity: surfaceVelocity.c
      ),
      points: (points[0].c, points[1].c),
      memory: ceContactMemory(
        hasPose: poseRotation != .zero,
        position: posePosition.c,
        rotation: poseRotation.c,
        impulses: (points[0].nextImpulse.c, points[1].nextImpulse.c),
        rolling: rolling
      )
    )
  }
}

extension ContactRecord.Point {
  fileprivate init(_ point: ceContactPoint, nextImpulse: cpVect) {
    (armA, armB, impulse) = (Vector(point.armA), Vector(point.armB), Vector(point.impulse))
    (self.nextImpulse, hash) = (Vector(nextImpulse), UInt(point.hash))
  }

  fileprivate var c: ceContactPoint {
    ceContactPoint(armA: armA.c, armB: armB.c, impulse: impulse.c, hash: cpHashValue(hash))
  }
}

extension ContactRecord.State {
  fileprivate init(_ state: cpArbiterState) {
    self = Self.allCases.first { $0.c == state } ?? .ended
  }

  fileprivate var c: cpArbiterState {
    switch self {
    case .first: CP_ARBITER_STATE_FIRST_COLLISION
    case .lasting: CP_ARBITER_STATE_NORMAL
    case .ignored: CP_ARBITER_STATE_IGNORE
    case .ended: CP_ARBITER_STATE_CACHED
    }
  }
}

/// A contact that has ended since the last step; the next step reports it.
struct EndingRecord: Record {
  /// The shapes' ids; shapes no longer in the space count down from -1.
  var a = 0
  var b = 0
  var point = Vector.zero
  /// 1 if the ending has a point, 0 if it has none.
  var pointCount = 1
  var normal = Vector.zero
  var impulse = Vector.zero
  var typeA: CollisionType = 0
  var typeB: CollisionType = 0
  /// The ids at the time of the event, by which events are sorted.
  var idA: UInt = 0
  var idB: UInt = 0

  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    try archive.field("a", &a)
    try archive.field("b", &b)
    try archive.field("point", &point, .contactArm)
    try archive.field("points", &pointCount, .pointCount, or: 1)
    try archive.field("normal", &normal, .contactNormal)
    try archive.field("impulse", &impulse, .storedImpulse, or: .zero)
    try archive.field("typeA", &typeA.rawValue, or: 0)
    try archive.field("typeB", &typeB.rawValue, or: 0)
    try archive.field("idA", &idA, or: 0)
    try archive.field("idB", &idB, or: 0)
  }
}

extension EndingRecord {
  init(of event: ContactEvent, _ a: Int, _ b: Int) {
    (self.a, self.b) = (a, b)
    (point, normal, impulse) = (event.point, event.normal, event.impulse)
    pointCount = event.hasPoint ? 1 : 0
    (typeA, typeB) = (event.types.a, event.types.b)
    (idA, idB) = (event.ids.a, event.ids.b)
  }

  func makeEvent(_ a: Shape, _ b: Shape) -> ContactEvent {
    ContactEvent(
      kind: .separate,
      a: a,
      b: b,
      point: point,
      hasPoint: pointCount == 1,
      normal: normal,
      impulse: impulse,
      types: (typeA, typeB),
      ids: (idA, idB)
    )
  }
}
