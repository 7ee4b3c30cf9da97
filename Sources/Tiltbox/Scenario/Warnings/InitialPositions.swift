package import Chipmunk

/// The initial positions of a scenario's bodies; finds those that are probably unintended.
struct InitialPositions {
  /// The kinds of mistakes; several warnings of one kind become one.
  private enum Kind: CaseIterable {
    /// A body without a given position, in a corner or inside another body.
    case missingPosition
    /// A body outside the walls.
    case outside
    /// A body within the thickness of a wall.
    case inWall
    /// A body inside another one.
    case overlap
    /// A body inside another one to which it is joined and with which it collides.
    case joinedOverlap
  }

  private typealias Warning = (kind: Kind, diagnostic: Diagnostic)

  private let scenario: Scenario
  /// The indices of the bodies whose position was not given.
  private let unplaced: Set<Int>
  private let joined: JoinedBodies
  private var shapes: [StartingShape] = []

  init(_ scenario: Scenario, unplaced: Set<Int>) {
    (self.scenario, self.unplaced) = (scenario, unplaced)
    joined = JoinedBodies(scenario)
    // If an animation determines a body's position, the scenario's own one does not matter.
    let leaves = scenario.animations.flatMap(\.leaves)
    let animated = Set(
      leaves.compactMap { leaf -> String? in
        if case .body(let id, .position)? = leaf.target?.base { id } else { nil }
      }
    )
    for (index, body) in scenario.bodies.enumerated()
    where !body.mayOverlap && (animated.isEmpty || !animated.contains(body.id)) {
      for (place, shape) in body.shapes.enumerated() where !shape.surface.isSensor {
        shapes.append(StartingShape(shape.geometry, of: body, at: index, place))
      }
    }
  }

  /// One warning for each kind of suspicious initial positions, at the first such body.
  func warnings() -> [Diagnostic] {
    var found = wallWarnings()
    var isFound = Array(repeating: false, count: scenario.bodies.count)
    for index in found.keys { isFound[index] = true }
    var pairs = OverlappingPairs(shapes)
    while let (first, second) = pairs.next() {
      let (a, b) = (shapes[first], shapes[second])
      let (suspect, other) = isSuspect(a, beside: b) ? (a.body, b.body) : (b.body, a.body)
      guard !isFound[suspect], filter(of: a).touches(filter(of: b)) else { continue }
      if let joints = joined.joints(between: a.body, b.body) {
        guard joints.collide, overlap(a, b, by: Self.slop) else { continue }
        found[suspect] = warning(of: suspect, inside: other, joinedBy: joints.first)
      } else {
        guard let thickness = thickness(a, b), overlap(a, b, by: thickness / 4) else { continue }
        found[suspect] = warning(of: suspect, inside: other)
      }
      isFound[suspect] = true
    }
    let sorted = found.sorted { $0.key < $1.key }
    return Kind.allCases.compactMap { kind in
      let alike = sorted.filter { $0.value.kind == kind }
      return Diagnostic.merged(
        alike.map { (owner: scenario.bodies[$0.key].id, warning: $0.value.diagnostic) }
      )
    }
  }

  private func filter(of shape: StartingShape) -> ShapeFilter {
    description(of: shape).surface.filter
  }

  private func description(of shape: StartingShape) -> ShapeDescription {
    scenario.bodies[shape.body].shapes[shape.place]
  }

  /// Whether the first shape's body is to blame for an overlap, rather than the second one's.
  private func isSuspect(_ shape: StartingShape, beside other: StartingShape) -> Bool {
    let isUnplaced = unplaced.contains(shape.body)
    if isUnplaced != unplaced.contains(other.body) { return isUnplaced }
    if shape.type != other.type { return shape.type == .dynamic }
    return shape.body > other.body
  }

  /// The depth up to which a space leaves contacts alone, in units: deeper ones work against a joint in each step.
  private static let slop = 0.1

  /// The thickness of the thinner dynamic shape of two; nil if none has any.
  private func thickness(_ a: StartingShape, _ b: StartingShape) -> Double? {
    [a, b].filter { $0.type == .dynamic }.compactMap {
      try? description(of: $0).geometry.thickness()
    }.filter { $0 > 0 }.min()
  }

  /// Whether two shapes overlap by more than a depth.
  private func overlap(_ a: StartingShape, _ b: StartingShape, by depth: Double) -> Bool {
    let overlap = min(
      min(a.box.high.x, b.box.high.x) - max(a.box.low.x, b.box.low.x),
      min(a.box.high.y, b.box.high.y) - max(a.box.low.y, b.box.low.y)
    )
    guard overlap > depth, let one = try? made(a), let other = try? made(b),
      one.shapes.count * other.shapes.count <= Self.mostPartPairs
    else { return false }
    return one.shapes.contains { part in
      other.shapes.contains { otherPart in
        guard let hit = try? part.overlap(with: otherPart) else { return false }
        return hit.points.contains { $0.depth > depth }
      }
    }
  }

  /// The number of pairs of parts up to which shapes are compared.
  private static let mostPartPairs = 100_000

  /// A body with this shape alone, in no space.
  private func made(_ shape: StartingShape) throws(PhysicsError) -> Body {
    let body = Body.kinematic()
    let description = scenario.bodies[shape.body]
    try body.attempt { ($0.position, $0.angle) = (description.position, description.angle) }
    try body.addShapes(self.description(of: shape).geometry)
    return body
  }

  /// The warnings about bodies outside or in the walls, or in their corner because no position is given, by body index.
  private func wallWarnings() -> [Int: Warning] {
    guard let walls = scenario.walls else { return [:] }
    var boxes = [BoundingBox?](repeating: nil, count: scenario.bodies.count)
    for shape in shapes where filter(of: shape).touches(walls.surface.filter) {
      boxes[shape.body] = boxes[shape.body]?.union(shape.box) ?? shape.box
    }
    var found: [Int: Warning] = [:]
    for (index, body) in scenario.bodies.enumerated() {
      guard body.type != .static, let box = boxes[index] else { continue }
      let center = 0.5 * (box.low + box.high)
      if unplaced.contains(index) {
        guard min(center.x, center.y) <= 0 else { continue }
        found[index] = missingPosition(of: index, "in the corner of the walls")
      } else if body.type == .dynamic,
        !(0...walls.width).contains(center.x)
          || !(0...walls.height).contains(center.y)
      {
        let message =
          "\"\(body.id)\" starts outside the walls; move it inside, or add overlap: true if it is meant"
        found[index] = (.outside, .warning("bodies[\(index)].at", message))
      } else if body.type == .dynamic, body.position != .zero,
        min(center.x, walls.width - center.x, center.y, walls.height - center.y) < walls.radius
      {
        let message =
          "\"\(body.id)\" starts in a wall, since walls.radius is \(walls.radius.brief()); move it, give a smaller "
          + "radius, or add overlap: true if it is meant"
        found[index] = (.inWall, .warning("bodies[\(index)].at", message))
      }
    }
    return found
  }

  private func warning(of index: Int, inside other: Int) -> Warning {
    let (id, otherID) = (scenario.bodies[index].id, scenario.bodies[other].id)
    if unplaced.contains(index) { return missingPosition(of: index, "inside \(otherID)") }
    let message =
      "\"\(id)\" starts inside \"\(otherID)\"; move one of them, or add overlap: true if it is meant"
    return (.overlap, .warning("bodies[\(index)].at", message))
  }

  private func warning(of index: Int, inside other: Int, joinedBy joint: Int) -> Warning {
    let (id, otherID) = (scenario.bodies[index].id, scenario.bodies[other].id)
    let message =
      "\"\(id)\" starts inside \"\(otherID)\", to which it is joined, so their contact works against the joint; add "
      + "collideBodies: false, or overlap: true on a body if it is meant"
    return (.joinedOverlap, .warning("constraints[\(joint)]", message))
  }

  private func missingPosition(of index: Int, _ place: String) -> Warning {
    let id = scenario.bodies[index].id
    let message =
      "missing, so \(id) starts at the origin, \(place); give at: [x, y], or at: [0, 0] if it is meant"
    return (.missingPosition, .warning("bodies[\(index)].at", message))
  }
}

/// A shape at the initial position of its body.
struct StartingShape {
  /// The body's index, and the shape's index in the body.
  let body, place: Int
  let type: BodyType
  let box: BoundingBox

  init(_ geometry: Geometry, of body: BodyDescription, at index: Int, _ place: Int) {
    (self.body, self.place, type) = (index, place, body.type)
    box = geometry.box(at: body.position, angle: body.angle)
  }
}

extension Geometry {
  /// The bounding box of the form with its body at a position and an angle.
  package func box(at position: Vector, angle: Double) -> BoundingBox {
    let direction = angle == 0 ? Vector(1, 0) : Vector.unit(angle: angle)
    func placed(_ point: Vector) -> Vector {
      position + point.x * direction + point.y * direction.perpendicular
    }
    func box(_ points: [Vector], _ radius: Double) -> BoundingBox {
      points.dropFirst().reduce(BoundingBox(center: placed(points[0]), radius: radius)) {
        $0.union(BoundingBox(center: placed($1), radius: radius))
      }
    }
    switch self {
    case .circle(let radius, let center):
      return BoundingBox(center: placed(center), radius: radius)
    case .segment(let from, let to, let radius): return box([from, to], radius)
    case .polygon(let points, let radius), .chain(let points, _, let radius):
      return box(points, radius)
    case .box(let width, let height, let radius, let center):
      let (c, s) = (abs(direction.x) / 2, abs(direction.y) / 2)
      let half = Vector(c * width + s * height + radius, s * width + c * height + radius)
      return BoundingBox(low: placed(center) - half, high: placed(center) + half)
    }
  }
}

extension ShapeFilter {
  /// Whether shapes with these filters touch.
  fileprivate func touches(_ other: ShapeFilter) -> Bool {
    !(group != 0 && group == other.group)
      && !categories.isDisjoint(with: other.mask) && !other.categories.isDisjoint(with: mask)
  }
}
