/// A shape of a body.
struct ShapeRecord: Archivable {
  var id: UInt = 0
  var geometry = Geometry.circle(radius: 1)
  /// Empty, or one element each.
  var before: [Vector] = []
  var after: [Vector] = []
  var mass: Double?
  var friction = 0.0
  var elasticity = 0.0
  var rollingResistance = 0.0
  /// Zero for none.
  var oneWay = Vector.zero
  var surfaceVelocity = Vector.zero
  var isSensor = false
  var filter = ShapeFilter.all
  var collisionType: CollisionType = 0
  var tag = 0

  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    try archive.integer("id", &id, 0...Checkpoint.greatestCount)
    try archive.geometry(&geometry)
    try archive.vectors("before", &before, .position)
    try archive.vectors("after", &after, .position)
    try archive.number("mass", &mass, .mass)
    try archive.number("friction", &friction, .friction, or: 0)
    try archive.number("elasticity", &elasticity, .elasticity, or: 0)
    try archive.number("rollingResistance", &rollingResistance, .rollingResistance, or: 0)
    try archive.vector("oneWay", &oneWay, .oneWay, or: .zero)
    try archive.vector("surfaceVelocity", &surfaceVelocity, .surfaceVelocity, or: .zero)
    try archive.flag("sensor", &isSensor)
    try archive.integer("group", &filter.group, or: 0)
    try archive.integer("categories", &filter.categories.rawValue, or: .max)
    try archive.integer("mask", &filter.mask.rawValue, or: .max)
    try archive.integer("type", &collisionType.rawValue, or: 0)
    try archive.integer("tag", &tag, or: 0)
    for (name, points) in [("before", before), ("after", after)] where !points.isEmpty {
      guard case .segment = geometry, points.count == 1 else {
        throw .damaged(archive.path(of: name), "it is one point, beyond an end of a segment")
      }
    }
  }
}

extension ShapeRecord {
  init(of shape: Shape) {
    id = shape.id
    geometry = shape.geometry
    before = shape.neighbors.before.map { [$0] } ?? []
    after = shape.neighbors.after.map { [$0] } ?? []
    mass = shape.ownMass > 0 ? shape.ownMass : nil
    friction = shape.friction
    elasticity = shape.elasticity
    rollingResistance = shape.rollingResistance
    oneWay = shape.oneWay ?? .zero
    surfaceVelocity = shape.surfaceVelocity
    isSensor = shape.isSensor
    filter = shape.filter
    collisionType = shape.collisionType
    tag = shape.tag
  }

  /// Adds the shape to a body, which must be in no space, or be the ground of an empty one.
  @discardableResult
  func add(to body: Body) throws(PhysicsError) -> Shape {
    let shape =
      if let mass { try body.addShape(geometry, mass: mass) } else { try body.addShape(geometry) }
    try shape.setFriction(friction)
    try shape.setElasticity(elasticity)
    try shape.setRollingResistance(rollingResistance)
    if oneWay != .zero { try shape.setOneWay(oneWay) }
    try shape.setSurfaceVelocity(surfaceVelocity)
    try shape.setSensor(isSensor)
    try shape.setFilter(filter)
    try shape.setCollisionType(collisionType)
    if !(before.isEmpty && after.isEmpty) {
      try shape.setNeighbors(before: before.first, after: after.first)
    }
    shape.tag = tag
    return shape
  }
}

private enum Form: String, CaseIterable {
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
    try word("form", &form)
    try number("radius", &radius, .geometryPart, or: 0)
    switch form {
    case .circle:
      try vector("center", &center, .geometryPart, or: .zero)
      geometry = .circle(radius: radius, center: center)
    case .box:
      try vector("sides", &sides, .geometryPart)
      try vector("center", &center, .geometryPart, or: .zero)
      geometry = .box(width: sides.x, height: sides.y, radius: radius, center: center)
    case .segment:
      try vectors("ends", &vertices, .geometryPart)
      guard vertices.count == 2 else { throw .damaged(path(of: "ends"), "it has two points") }
      geometry = .segment(from: vertices[0], to: vertices[1], radius: radius)
    case .polygon:
      try vectors("vertices", &vertices, .geometryPart)
      geometry = .polygon(vertices, radius: radius)
    }
    guard isReading else { return }
    do throws(PhysicsError) {
      try geometry.requireSingleShape()
    } catch {
      throw .damaged(path(of: "form"), "\(error)")
    }
  }
}
