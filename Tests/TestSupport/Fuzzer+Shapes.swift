import Chipmunk

// Calls for shapes: collisions, masses and queries of single shapes.
extension Fuzzer {
  static let shapeCalls: [(String, Call)] = changes + questions

  private static let changes: [(String, Call)] = [
    ("furnish", { try $0.furnish($0.body()) }),
    ("crowd", { try $0.crowd() }),
    ("pile", { try $0.pile() }),
    ("lay", { try $0.lay() }),
    ("friction", { try $0.shape().set(\.friction, to: $0.numbers.number(0...2)) }),
    ("elasticity", { try $0.shape().set(\.elasticity, to: $0.numbers.number(0...1.5)) }),
    ("surface", { try $0.shape().set(\.surfaceVelocity, to: $0.vector(-50...50)) }),
    ("sensor", { try $0.shape().set(\.isSensor, to: $0.numbers.chance(0.3)) }),
    ("filter", { try $0.shape().set(\.filter, to: $0.numbers.chance(0.2) ? .none : .all) }),
    (
      "type",
      {
        try $0.shape().set(
          \.collisionType,
          to: CollisionType(rawValue: UInt($0.numbers.count(0...3)))
        )
      }
    ),
    ("type of all", { try $0.shape().set(\.collisionType, to: CollisionType(rawValue: .max)) }),
    ("take off", { try $0.body().removeShape($0.shape()) }),
    ("take off its own", { fuzz in try fuzz.shapes.last?.body?.removeShape(fuzz.shapes[0]) }),
    ("form", { try $0.shape().setGeometry($0.geometry()) }),
    (
      "neighbours",
      {
        let (before, after) = ($0.optional(-50...50), $0.optional(-50...50))
        let place = $0.vector(-50...50)
        try $0.shape().setNeighbors(
          before: before.map { Vector($0, place.x) },
          after: after.map { Vector($0, place.y) }
        )
      }
    ),
    ("mass of a shape", { try $0.shape().set(\.mass, to: $0.numbers.number(0.1...10)) }),
    ("density", { try $0.shape().set(\.density, to: $0.numbers.number(0.1...10)) }),
    ("weigh", { try $0.weigh($0.body()) }),
    (
      "make a body of shapes",
      {
        let body = Body.dynamic()
        $0.bodies.append(body)
        try body.set(\.position, to: $0.vector(-100...100) + Vector($0.offset, $0.offset))
        try $0.weigh(body)
        try $0.space().add(body)
      }
    ),
  ]

  private static let questions: [(String, Call)] = [
    ("ask a shape", { try $0.ask($0.shape()) }),
    ("ask a shape for a line", { try $0.askForLine($0.shape()) }),
    (
      "ask two shapes",
      {
        let (a, b) = (try $0.shape(), try $0.shape())
        try $0.check([a.overlap(with: b)].compactMap(\.self))
      }
    ),
    (
      "ask for a shape",
      {
        let shape = try $0.shape()
        try $0.check(shape.space?.shapeQuery(shape) ?? [])
      }
    ),
    (
      "look at a shape",
      {
        let shape = try $0.shape()
        _ = (shape.boundingBox, shape.isSensor, shape.filter, shape.collisionType, shape.id)
        _ = (shape.geometry, shape.mass, shape.density, shape.area, shape.neighbors)
        _ = (shape.friction, shape.elasticity, shape.surfaceVelocity)
        if !(shape.moment.isFinite && shape.moment >= 0 && shape.centerOfGravity.isFinite) {
          $0.tally.unsound.append("a shape whose mass is nowhere: \(shape.geometry), \(shape.mass)")
        }
      }
    ),
  ]

  mutating func furnish(_ body: Body) throws {
    let shape = try body.addShape(
      geometry(),
      friction: numbers.number(0...1),
      elasticity: numbers.number(0...1)
    )
    shapes.append(shape)
    // Sometimes query the shape before it's in a space.
    if numbers.chance(0.1) { try ask(shape) }
    if numbers.chance(0.8), body.space == nil { try space().add(body) }
  }

  private mutating func weigh(_ body: Body) throws {
    let (form, number) = (try geometry(), numbers.number(0.1...10))
    shapes.append(
      try numbers.chance(0.5)
        ? body.addShape(form, mass: number) : body.addShape(form, density: number, friction: 1)
    )
  }

  /// Adds overlapping bodies with unrelated masses and moments.
  private mutating func crowd() throws {
    let center = vector(-100...100) + Vector(offset, offset)
    for _ in 0..<numbers.count(2...8) {
      let body = try Body(mass: numbers.magnitude(-100...12), moment: numbers.magnitude(-100...30))
      try body.set(\.position, to: center)
      try body.set(\.velocity, to: Vector(numbers.magnitude(-9...9), numbers.magnitude(-9...9)))
      bodies.append(body)
      try space().add(body)
      let size = 10 * numbers.scale
      let form: Geometry =
        numbers.chance(0.5) ? .circle(radius: size) : .box(width: size, height: size)
      shapes.append(try body.addShape(form, friction: 1, elasticity: numbers.magnitude(-3...6)))
    }
  }

  /// Adds crates that come to rest on each other and fall asleep.
  private mutating func pile() throws {
    let (space, size) = (try space(), 10 * numbers.scale)
    let foot = vector(-100...100) + Vector(offset, offset)
    try space.setGravity(Vector(0, -10 * size))
    try space.set(\.sleepTimeThreshold, to: 0.05)
    let side = Vector(10 * size, 0)
    let floor = Geometry.segment(from: foot - side, to: foot + side, radius: size)
    shapes.append(try space.ground.addShape(floor, friction: 1))
    let moment = try Geometry.box(width: size, height: size).moment(mass: 1)
    for place in 1...numbers.count(1...4) {
      let crate = try Body(mass: 1, moment: moment)
      try crate.set(\.position, to: foot + Vector(0, size * (Double(place) + 0.49)))
      shapes.append(try crate.addShape(.box(width: size, height: size), friction: 1))
      try space.add(crate)
      bodies.append(crate)
    }
    for _ in 0..<numbers.count(0...30) { try step(space) }
  }

  /// Adds edges that are collinear except for rounding, with boxes on either side.
  private mutating func lay() throws {
    let (space, angle, size) = (try space(), numbers.number(-7...7), 10 * numbers.scale)
    let place = numbers.chance(0.5) ? .zero : vector(-100...100)
    for _ in 0..<numbers.count(2...6) {
      let (half, height) = (size * numbers.number(0.1...1), size * numbers.number(-1...1))
      let along = Vector(size * numbers.number(-1...1), 0)
      let body = try Body(mass: 1, moment: 1)
      try body.set(\.angle, to: angle)
      try body.set(\.position, to: place + along.rotated(by: angle))
      let form: Geometry =
        numbers.chance(0.5)
        ? .segment(from: Vector(-half, 0), to: Vector(half, 0))
        : .box(width: 2 * half, height: abs(height), center: Vector(0, height / 2))
      shapes.append(try body.addShape(form, friction: 1))
      try space.add(body)
      bodies.append(body)
    }
    for _ in 0..<numbers.count(0...5) { try step(space) }
  }

  mutating func geometry() throws -> Geometry {
    let geometry: Geometry =
      switch numbers.count(0...3) {
      case 0: .circle(radius: numbers.number(1...20), center: vector(-5...5))
      case 1:
        .segment(from: vector(-50...0), to: vector(0...50), radius: numbers.number(0...4))
      case 2:
        .box(
          width: numbers.number(1...40),
          height: numbers.number(1...40),
          radius: numbers.number(0...2),
          center: numbers.chance(0.5) ? .zero : vector(-5...5)
        )
      default:
        .polygon(try corners(), radius: numbers.number(0...2))
      }
    _ = try geometry.moment(mass: numbers.number(1...10))
    let size = try (geometry.area(), geometry.thickness(), geometry.centroid())
    if !(size.0.isFinite && size.1.isFinite && size.2.isFinite) {
      tally.unsound.append("a form without a size: \(geometry)")
    }
    return geometry
  }

  /// A polygon's corners, seldom in an order that crosses itself.
  private mutating func corners() throws -> [Vector] {
    let points = (0..<numbers.count(0...9)).map { _ in vector(-20...20) }
    return numbers.chance(0.1) ? points : try Geometry.convexHull(of: points)
  }

  private mutating func ask(_ shape: Shape) throws {
    try check([shape.pointQuery(vector(-100...100) + Vector(offset, offset))])
  }

  private mutating func askForLine(_ shape: Shape) throws {
    let place = Vector(offset, offset)
    let hit = try shape.segmentQuery(
      from: vector(-100...100) + place,
      to: vector(-100...100) + place,
      radius: numbers.number(0...9)
    )
    check([hit].compactMap(\.self))
  }
}

// The results of queries must be finite.
extension Fuzzer {
  mutating func check(_ hits: [PointHit]) {
    for hit in hits where !(hit.point.isFinite && hit.distance.isFinite && hit.gradient.isFinite) {
      tally.unsound.append("a point's hit that is no number: \(hit)")
    }
  }

  mutating func check(_ hits: [SegmentHit]) {
    for hit in hits
    where !(hit.point.isFinite && hit.normal.isFinite && (0...1).contains(hit.alpha)) {
      tally.unsound.append("a line's hit that is no number: \(hit)")
    }
  }

  mutating func check(_ hits: [ShapeHit]) {
    for hit in hits
    where !(hit.normal.isFinite && hit.points.allSatisfy { $0.onA.isFinite && $0.depth.isFinite }) {
      tally.unsound.append("a shape's hit that is no number: \(hit)")
    }
  }
}
