import Chipmunk

/// Makes a space from a scenario, by calls in one documented order, so that a plain C program that makes
/// the same calls has the same bits.
enum WorldBuilder {
  static let wallNames = ["walls.bottom", "walls.right", "walls.top", "walls.left"]

  /// The scenario has no ``Scenario/problems()``. A shape's tag is the place of its body in the
  /// scenario; the walls' follow.
  static func build(_ scenario: Scenario) throws(PhysicsError) -> (Space, [Body]) {
    let world = scenario.world
    let space = try Space(timeStep: world.step)
    try space.setIterations(world.iterations)
    try space.setDamping(world.damping)
    try space.setSleepTimeThreshold(world.sleepAfter)
    try space.setSpeedLimit(scenario.speedLimit())
    if let walls = scenario.walls {
      try build(walls, in: space, firstTag: scenario.bodies.count)
    }
    var bodies: [Body] = []
    bodies.reserveCapacity(scenario.bodies.count)
    for (index, description) in scenario.bodies.enumerated() {
      bodies.append(try build(description, in: space, tag: index))
    }
    return (space, bodies)
  }

  private static func build(
    _ walls: Scenario.Walls,
    in space: Space,
    firstTag: Int
  ) throws(PhysicsError) {
    let corners = [
      Vector(0, 0), Vector(walls.width, 0), Vector(walls.width, walls.height),
      Vector(0, walls.height),
    ]
    for side in 0..<4 {
      let wall = Geometry.segment(
        from: corners[side],
        to: corners[(side + 1) % 4],
        radius: walls.radius
      )
      try add(
        ShapeDescription(wall, surface: walls.surface),
        to: space.ground,
        tag: firstTag + side
      )
    }
  }

  private static func build(
    _ description: BodyDescription,
    in space: Space,
    tag: Int
  ) throws(PhysicsError) -> Body {
    let body = try make(description)
    body.tag = tag
    try space.add(body)
    try body.setPosition(description.position)
    try body.setAngle(description.angle)
    if body.type != .static {
      try body.setVelocity(description.velocity)
      try body.setAngularVelocity(description.angularVelocity)
    }
    for shape in description.shapes { try add(shape, to: body, tag: tag) }
    return body
  }

  private static func make(_ description: BodyDescription) throws(PhysicsError) -> Body {
    switch description.type {
    case .kinematic: return .kinematic()
    case .static: return .static()
    case .dynamic:
      // A mass that is missing is refused by its range, as any other number that is no mass.
      let mass = description.mass ?? 0
      try Quantity.mass.check(mass)
      if let moment = description.moment { return try Body(mass: mass, moment: moment) }
      return try Body(mass: mass, moment: description.computedMoment(mass))
    }
  }

  private static func add(
    _ description: ShapeDescription,
    to body: Body,
    tag: Int
  ) throws(PhysicsError) {
    let surface = description.surface
    let shape = try body.addShape(
      description.geometry,
      friction: surface.friction,
      elasticity: surface.elasticity
    )
    shape.tag = tag
    if surface.velocity != .zero { try shape.setSurfaceVelocity(surface.velocity) }
    if surface.isSensor { try shape.setSensor(true) }
    if surface.filter != .all { try shape.setFilter(surface.filter) }
    if surface.collisionType != 0 { try shape.setCollisionType(surface.collisionType) }
  }
}

extension Scenario {
  /// The speed above which no body leaves a step, in units/s: by itself three quarters of half the
  /// thinnest dynamic body's thickness a step, which is what keeps every body inside of its walls.
  func speedLimit() throws(PhysicsError) -> Double? {
    switch world.speedLimit {
    case .none: return nil
    case .value(let limit): return limit
    case .automatic:
      guard let walls else { return nil }
      var thinnest = Double.infinity
      for body in bodies where body.type == .dynamic {
        for shape in body.shapes where !shape.surface.isSensor {
          thinnest = min(thinnest, try shape.geometry.thickness())
        }
      }
      guard thinnest.isFinite else { return nil }
      // A line without a radius has no thickness: what holds it is the wall's own.
      return 0.75 * (thinnest > 0 ? thinnest / 2 : walls.radius) / world.step
    }
  }
}
