internal import CChipmunk

/// A closure of a body or a constraint; a checkpoint can record only that it existed.
enum Function: String, CaseIterable, Archivable, Hashable, Sendable {
  case velocity, position, preSolve, postSolve, force, torque

  /// Whether a body or a constraint has the closure.
  func isSet(on owner: AnyObject?) -> Bool {
    switch self {
    case .velocity: (owner as? Body)?.velocityFunction != nil
    case .position: (owner as? Body)?.positionFunction != nil
    case .preSolve: (owner as? Constraint)?.preSolve != nil
    case .postSolve: (owner as? Constraint)?.postSolve != nil
    case .force: (owner as? DampedSpring)?.force != nil
    case .torque: (owner as? DampedRotarySpring)?.torque != nil
    }
  }

  /// Throws unless all closures of a record are those that its object can have.
  static func check(_ functions: [Function], among known: [Function]) throws(PhysicsError) {
    guard !functions.allSatisfy(known.contains) else { return }
    let names = known.map(\.rawValue).joined(separator: ", ")
    throw .damaged("functions", "there are only \(names)")
  }
}

/// A body with its shapes. Its position is that of its centre of gravity.
struct BodyRecord: Record {
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
    try archive.field("type", &type, or: .dynamic)
    try archive.field("massFromShapes", &isMassFromShapes)
    try archive.field("mass", &mass, .mass)
    try archive.field("moment", &moment, .moment)
    try archive.field("center", &center, .position, or: .zero)
    try archive.field("position", &position, .statePosition)
    try archive.field("angle", &angle, .stateAngle, or: 0)
    if type != .static {
      try archive.field("velocity", &velocity, .stateVelocity, or: .zero)
      try archive.field("angularVelocity", &angularVelocity, .stateAngularVelocity, or: 0)
      try archive.field("force", &force, .force, or: .zero)
      try archive.field("torque", &torque, .torque, or: 0)
      try archive.field("correction", &correction, .stateVelocity, or: .zero)
      try archive.field("angularCorrection", &angularCorrection, .stateAngularVelocity, or: 0)
      try archive.field("idleTime", &idleTime, .idleTime, or: 0)
    }
    for property in Self.properties { try property.pass(&self, &archive) }
    try archive.field("functions", &functions)
    try archive.field("shapes", &shapes)
    try Function.check(functions, among: [.velocity, .position])
    guard (mass == nil) == (moment == nil), mass == nil || !isMassFromShapes else {
      throw .damaged("mass", "a mass of its own comes with a moment")
    }
  }
}

extension BodyRecord {
  private static let properties: [RecordedProperty<BodyRecord, Body>] = [
    .init("speedLimit", \.speedLimit, \.speedLimit, .speedLimit),
    .init("bullet", \.isBullet, \.isBullet),
    .init("gravityScale", \.gravityScale, \.gravityScale, .gravityScale, or: 1),
    .init("damping", \.damping, \.damping, .damping, or: 1),
    .init("angularDamping", \.angularDamping, \.angularDamping, .angularDamping, or: 1),
    .init("tag", \.tag, \.tag, or: 0),
  ]

  init(of body: Body) {
    type = body.type
    isMassFromShapes = body.isMassFromShapes
    (mass, moment) = (body.ownMass?.mass, body.ownMass?.moment)
    for property in Self.properties { property.read(&self, body) }
    shapes = body.shapes.map(ShapeRecord.init(of:))
    functions = Function.allCases.filter { $0.isSet(on: body) }
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
    for property in Self.properties { property.write(self, body) }
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

/// A shape of a body.
struct ShapeRecord: Record {
  var id: UInt = 0
  var geometry = Geometry.circle(radius: 1)
  /// Empty, or one element each.
  var before: [Vector] = []
  var after: [Vector] = []
  var mass: Double?
  var friction = 0.0
  var elasticity = 0.0
  var rollingResistance = 0.0
  var oneWay: Vector?
  var surfaceVelocity = Vector.zero
  var isSensor = false
  var filter = ShapeFilter.all
  var collisionType: CollisionType = 0
  var tag = 0

  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    try archive.field("id", &id, .stateCount)
    try archive.geometry(&geometry)
    try archive.field("before", &before, .position)
    try archive.field("after", &after, .position)
    try archive.field("mass", &mass, .mass)
    for property in Self.properties { try property.pass(&self, &archive) }
    for (name, points) in [("before", before), ("after", after)] where !points.isEmpty {
      guard case .segment = geometry, points.count == 1 else {
        throw .damaged(name, "it is one point, beyond an end of a segment")
      }
    }
  }
}

extension ShapeRecord {
  private static let properties: [RecordedProperty<ShapeRecord, Shape>] = [
    .init("friction", \.friction, \.friction, .friction, or: 0),
    .init("elasticity", \.elasticity, \.elasticity, .elasticity, or: 0),
    .init("rollingResistance", \.rollingResistance, \.rollingResistance, .rollingResistance, or: 0),
    .init("oneWay", \.oneWay, \.oneWay, .oneWay),
    .init("surfaceVelocity", \.surfaceVelocity, \.surfaceVelocity, .surfaceVelocity, or: .zero),
    .init("sensor", \.isSensor, \.isSensor),
    .init("group", \.filter.group, \.filter.group, or: 0),
    .init("categories", \.filter.categories.rawValue, \.filter.categories.rawValue, or: .max),
    .init("mask", \.filter.mask.rawValue, \.filter.mask.rawValue, or: .max),
    .init("type", \.collisionType.rawValue, \.collisionType.rawValue, or: 0),
    .init("tag", \.tag, \.tag, or: 0),
  ]

  init(of shape: Shape) {
    id = shape.id
    geometry = shape.geometry
    before = shape.neighbors.before.map { [$0] } ?? []
    after = shape.neighbors.after.map { [$0] } ?? []
    mass = shape.ownMass > 0 ? shape.ownMass : nil
    for property in Self.properties { property.read(&self, shape) }
  }

  /// Adds the shape to a body, which must be in no space, or be the ground of an empty one.
  @discardableResult
  func add(to body: Body) throws(PhysicsError) -> Shape {
    let shape =
      if let mass { try body.addShape(geometry, mass: mass) } else { try body.addShape(geometry) }
    for property in Self.properties { property.write(self, shape) }
    if !(before.isEmpty && after.isEmpty) {
      try shape.setNeighbors(before: before.first, after: after.first)
    }
    return shape
  }
}

private enum Form: String, CaseIterable, Archivable {
  case circle, segment, box, polygon
}

extension Archive {
  fileprivate mutating func geometry(_ geometry: inout Geometry) throws(PhysicsError) {
    var (form, radius, center) = (Form.circle, 0.0, Vector.zero)
    var (vertices, sides): ([Vector], Vector) = ([], .zero)
    switch geometry {
    case .circle(let r, let c): (form, radius, center) = (.circle, r, c)
    case .segment(let from, let to, let r): (form, vertices, radius) = (.segment, [from, to], r)
    case .box(let w, let h, let r, let c):
      (form, sides, radius, center) = (.box, Vector(w, h), r, c)
    case .polygon(let points, let r): (form, vertices, radius) = (.polygon, points, r)
    case .chain: preconditionFailure("no shape is a chain")
    }
    try field("form", &form)
    try field("radius", &radius, .geometryPart, or: 0)
    switch form {
    case .circle:
      try field("center", &center, .geometryPart, or: .zero)
      geometry = .circle(radius: radius, center: center)
    case .box:
      try field("sides", &sides, .geometryPart)
      try field("center", &center, .geometryPart, or: .zero)
      geometry = .box(width: sides.x, height: sides.y, radius: radius, center: center)
    case .segment:
      try field("ends", &vertices, .geometryPart)
      guard vertices.count == 2 else { throw .damaged("ends", "it has two points") }
      geometry = .segment(from: vertices[0], to: vertices[1], radius: radius)
    case .polygon:
      try field("vertices", &vertices, .geometryPart)
      geometry = .polygon(vertices, radius: radius)
    }
    guard isReading else { return }
    do throws(PhysicsError) {
      try geometry.requireSingleShape()
    } catch { throw PhysicsError(.damaged, "form of the checkpoint is wrong", "\(error)") }
  }
}

/// A closure of a body or constraint at the time of the checkpoint, which must be set again on a restored space before
/// its first step.
struct AwaitedFunction {
  let name: String
  let isSettled: () -> Bool
}

extension Space {
  /// Throws ``PhysicsError/Code/closureMissing`` until all closures have been set again.
  func checkAwaitedFunctions() throws(PhysicsError) {
    awaitedFunctions.removeAll { $0.isSettled() }
    guard let missing = awaitedFunctions.first else { return }
    throw PhysicsError(
      .closureMissing,
      "the \(missing.name) is not there, as it was when the checkpoint was taken",
      "set it before the first step: a checkpoint cannot hold closures"
    )
  }
}
