package import Chipmunk

/// Makes a world from a scenario by calls in a documented order, so that a plain C program with the same calls has the
/// same bits.
enum WorldBuilder {
  /// The walls' tags follow those of all bodies.
  private static let firstWallTag = Int.max - 3
  static let wallNames = [
    firstWallTag: "walls.bottom", firstWallTag + 1: "walls.right",
    firstWallTag + 2: "walls.top", firstWallTag + 3: "walls.left",
  ]

  /// A space with the bodies and constraints of a scenario, in its order.
  struct World {
    let space: Space
    var bodies: [Body]
    var constraints: [Constraint]

    /// Throws unless another space can have been restored from a checkpoint of this world.
    func requireFit(_ other: Space) throws(CheckpointError) {
      guard other.engine == space.engine else {
        throw CheckpointError("the checkpoint is of the engine \(other.engine.rawValue)")
      }
      let walls = space.ground.shapes.map(\.geometry)
      guard other.ground.shapes.map(\.geometry) == walls else {
        throw CheckpointError("the checkpoint has other walls than the scenario")
      }
      guard other.constraints.allSatisfy({ constraints.indices.contains($0.tag) }) else {
        throw CheckpointError("the checkpoint has constraints that the scenario lacks")
      }
    }

    /// The same with the objects of another space, found by their tags; objects missing there stay as they are.
    func replacing(by other: Space) -> World {
      var world = self
      for body in other.bodies where bodies.indices.contains(body.tag) {
        world.bodies[body.tag] = body
      }
      for constraint in other.constraints where constraints.indices.contains(constraint.tag) {
        world.constraints[constraint.tag] = constraint
      }
      return world
    }
  }

  /// The active objects in a space that was restored from a checkpoint.
  typealias Parts = (constraints: [Constraint], animators: Animators)

  /// Finds the objects of a scenario in a space that was restored from a checkpoint. Animations start from the
  /// scenario's own world.
  static func parts(of scenario: Scenario, in space: Space) throws -> Parts {
    let origin = try world(of: scenario)
    try origin.requireFit(space)
    let world = origin.replacing(by: space)
    var animators = try Animators(
      scenario,
      bodies: world.bodies,
      constraints: world.constraints,
      origin: (origin.bodies, origin.constraints)
    )
    for (body, description) in zip(world.bodies, scenario.bodies) where body.space !== space {
      animators.forget(description.id)
    }
    return (world.constraints, animators)
  }

  /// A space with everything in it. The scenario must have no ``Scenario/diagnostics()``.
  static func world(of scenario: Scenario) throws(PhysicsError) -> World {
    let space = try space(for: scenario)
    var bodies: [Body] = []
    for (tag, description) in scenario.bodies.enumerated() {
      let body = try add(description, to: space, tag: tag)
      let limit = try scenario.speedLimit(of: description, step: scenario.world.step)
      try body.set(\.speedLimit, to: limit)
      bodies.append(body)
    }
    let ends = Dictionary(
      zip(scenario.bodies.map(\.id) + [ConstraintDescription.ground], bodies + [space.ground])
    ) { first, _ in first }
    var constraints: [Constraint] = []
    for description in scenario.constraints {
      guard let a = ends[description.a], let b = ends[description.b] else { continue }
      constraints.append(try add(description, a, b, to: space))
    }
    for (tag, constraint) in constraints.enumerated() { constraint.tag = tag }
    return World(space: space, bodies: bodies, constraints: constraints)
  }

  private static func space(for scenario: Scenario) throws(PhysicsError) -> Space {
    let world = scenario.world
    let space = try Space(timeStep: world.step, engine: world.engine)
    try space.set(\.substeps, to: world.substeps)
    try space.set(\.iterations, to: world.iterations)
    try space.set(\.damping, to: world.damping)
    try space.set(\.sleepTimeThreshold, to: world.sleepAfter)
    if case .value(let limit) = world.speedLimit { try space.set(\.speedLimit, to: limit) }
    if let walls = scenario.walls { try add(walls, to: space) }
    return space
  }

  private static func add(_ walls: Scenario.Walls, to space: Space) throws(PhysicsError) {
    for (side, (from, to)) in walls.corners.edges().enumerated() {
      let wall = Geometry.segment(from: from, to: to, radius: walls.radius)
      let shape = ShapeDescription(wall, surface: walls.surface)
      for shape in try add(shape, to: space.ground) { shape.tag = firstWallTag + side }
    }
  }

  /// Makes a body and its shapes with a tag, and adds them.
  static func add(
    _ description: BodyDescription,
    to space: Space,
    tag: Int
  ) throws(PhysicsError) -> Body {
    let body = try make(description)
    body.tag = tag
    try space.add(body)
    try furnish(body, description)
    return body
  }

  private static func furnish(_ body: Body, _ description: BodyDescription) throws(PhysicsError) {
    try body.attempt { body in
      // A body turns about its centre of gravity, so its origin is placed last.
      body.angle = description.angle
      body.position = description.position
      if body.type != .static {
        body.velocity = description.velocity
        body.angularVelocity = description.angularVelocity
      }
      body.isBullet = description.isBullet
      body.gravityScale = description.gravityScale
      body.damping = description.damping
      body.angularDamping = description.angularDamping
    }
    for shape in description.shapes { try add(shape, to: body) }
  }

  /// Throws the error that adding a body would cause; uses no space.
  static func check(_ description: BodyDescription) throws(PhysicsError) {
    try furnish(make(description), description)
  }

  private static func make(_ description: BodyDescription) throws(PhysicsError) -> Body {
    switch description.type {
    case .kinematic: return .kinematic()
    case .static: return .static()
    case .dynamic:
      let properties = try description.massProperties()
      let body = try Body(mass: properties.mass, moment: properties.moment)
      try body.set(\.centerOfGravity, to: properties.center)
      return body
    }
  }

  @discardableResult
  private static func add(
    _ description: ShapeDescription,
    to body: Body
  ) throws(PhysicsError) -> [Shape] {
    let surface = description.surface
    let shapes = try body.addShapes(
      description.geometry,
      friction: surface.friction,
      elasticity: surface.elasticity
    )
    for shape in shapes {
      shape.tag = body.tag
      try shape.attempt { shape in
        if surface.rollingResistance != 0 { shape.rollingResistance = surface.rollingResistance }
        if let direction = surface.oneWay { shape.oneWay = direction }
        if surface.velocity != .zero { shape.surfaceVelocity = surface.velocity }
        if surface.isSensor { shape.isSensor = true }
        if surface.filter != .all { shape.filter = surface.filter }
        if surface.collisionType != 0 { shape.collisionType = surface.collisionType }
      }
    }
    return shapes
  }
}

extension Scenario {
  /// The automatic speed limit of a body, in units/s: three quarters of half its own thickness per step, if the world
  /// asks for it.
  func speedLimit(of body: BodyDescription, step: Double) throws(PhysicsError) -> Double? {
    guard world.speedLimit == .automatic, let walls, body.type == .dynamic else { return nil }
    var thinnest = Double.infinity
    for shape in body.shapes where !shape.surface.isSensor {
      thinnest = min(thinnest, try shape.geometry.thickness())
    }
    guard thinnest.isFinite else { return nil }
    // A line without a radius has no thickness: only the wall's thickness holds it.
    let limit = 0.75 * (thinnest > 0 ? thinnest / 2 : walls.radius) / step
    let range = ParameterRange.speedLimit.range
    return min(max(limit, range.lowerBound), range.upperBound)
  }
}

extension Scenario.Walls {
  /// The corners of the rectangle, counterclockwise from the origin. The walls are named in the order of its sides.
  package var corners: [Vector] {
    [.zero, Vector(width, 0), Vector(width, height), Vector(0, height)]
  }
}

extension Scenario {
  /// The names of the four walls.
  package static var wallNames: [String] { WorldBuilder.wallNames.values.sorted() }
}

extension WorldBuilder {
  /// Makes a constraint between bodies at their described poses, and adds it.
  static func add(
    _ description: ConstraintDescription,
    _ a: Body,
    _ b: Body,
    to space: Space
  ) throws(PhysicsError) -> Constraint {
    let constraint = try make(description.kind, a, b)
    try constraint.set(\.maxForce, to: description.maxForce)
    try constraint.set(\.breakForce, to: description.breakForce)
    if let bias = description.errorBias { try constraint.set(\.errorBias, to: bias) }
    try constraint.set(\.maxBias, to: description.maxBias)
    if !description.collidesBodies { constraint.collidesBodies = false }
    try space.add(constraint)
    return constraint
  }

  private static func make(
    _ kind: ConstraintDescription.Kind,
    _ a: Body,
    _ b: Body
  ) throws(PhysicsError) -> Constraint {
    switch kind {
    case .pin(let anchorA, let anchorB, let distance):
      let pin = try PinJoint(a, b, anchorA: anchorA, anchorB: anchorB)
      if let distance { try pin.set(\.distance, to: distance) }
      return pin
    case .slide(let anchorA, let anchorB, let min, let max):
      return try SlideJoint(a, b, anchorA: anchorA, anchorB: anchorB, min: min, max: max)
    case .pivot(let anchorA, let anchorB):
      return try PivotJoint(a, b, anchorA: anchorA, anchorB: anchorB)
    case .hinge(let point): return try PivotJoint(a, b, at: point)
    case .groove(let grooveA, let grooveB, let anchorB):
      return try GrooveJoint(a, b, from: grooveA, to: grooveB, anchorB: anchorB)
    case .spring(let anchorA, let anchorB, let restLength, let stiffness, let damping):
      return try DampedSpring(
        a,
        b,
        anchorA: anchorA,
        anchorB: anchorB,
        restLength: restLength,
        stiffness: stiffness,
        damping: damping
      )
    case .rotarySpring(let angle, let stiffness, let damping):
      return try DampedRotarySpring(a, b, restAngle: angle, stiffness: stiffness, damping: damping)
    case .rotaryLimit(let min, let max): return try RotaryLimitJoint(a, b, min: min, max: max)
    case .ratchet(let phase, let click):
      return try RatchetJoint(a, b, phase: phase, ratchet: click)
    case .gear(let phase, let ratio): return try GearJoint(a, b, phase: phase, ratio: ratio)
    // A scenario's motor turns the first body against the second.
    case .motor(let rate): return try SimpleMotor(a, b, rate: -rate)
    }
  }
}
