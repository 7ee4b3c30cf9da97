import Chipmunk
import Testing

@Suite("Parameter ranges")
struct ParameterRangeTests {
  /// A call that takes a number, on a fresh crate in a fresh space.
  struct Setter: Sendable, CustomTestStringConvertible {
    let name: String
    let parameterRange: ParameterRange
    let set: @Sendable (Crate, Double) throws -> Void
    var testDescription: String { name }

    init(
      _ name: String,
      _ parameterRange: ParameterRange,
      _ set: @escaping @Sendable (Crate, Double) throws -> Void
    ) {
      self.name = name
      self.parameterRange = parameterRange
      self.set = set
    }
  }

  struct Crate {
    let space: Space
    let body: Body
    let shape: Shape

    init() throws {
      space = try Space()
      body = try Body(mass: 2, moment: 3)
      shape = try body.addShape(.box(width: 4, height: 5), friction: 0.5, elasticity: 0.25)
      try space.add(body)
    }

    /// All of its readable properties, as text.
    var everything: String {
      """
      \(body.state) \(body.mass) \(body.moment) \(body.force) \(body.torque) \(body.shapes.count)
      \(shape.friction) \(shape.elasticity) \(shape.surfaceVelocity) \(space.gravity)
      \(space.iterations) \(space.damping) \(space.collisionSlop) \(space.collisionBias)
      \(space.collisionPersistence) \(space.gravityDeadBand) \(String(describing: space.speedLimit))
      \(String(describing: space.sleepTimeThreshold)) \(space.idleSpeedThreshold)
      """
    }
  }

  static let setters: [Setter] = [
    Setter("mass", .mass) { try $0.body.set(\.mass, to: $1) },
    Setter("moment", .moment) { try $0.body.set(\.moment, to: $1) },
    Setter("position x", .position) { try $0.body.set(\.position, to: Vector($1, 0)) },
    Setter("position y", .position) { try $0.body.set(\.position, to: Vector(0, $1)) },
    Setter("angle", .angle) { try $0.body.set(\.angle, to: $1) },
    Setter("velocity x", .velocity) { try $0.body.set(\.velocity, to: Vector($1, 0)) },
    Setter("velocity y", .velocity) { try $0.body.set(\.velocity, to: Vector(0, $1)) },
    Setter("angular velocity", .angularVelocity) { try $0.body.set(\.angularVelocity, to: $1) },
    Setter("force x", .force) { try $0.body.set(\.force, to: Vector($1, 0)) },
    Setter("force y", .force) { try $0.body.set(\.force, to: Vector(0, $1)) },
    Setter("torque", .torque) { try $0.body.set(\.torque, to: $1) },
    Setter("applied force x", .force) { try $0.body.attemptForce(Vector($1, 0), at: .zero) },
    Setter("applied force y", .force) { try $0.body.attemptForce(Vector(0, $1), at: .zero) },
    Setter("a force's point", .point) { try $0.body.attemptForce(.zero, at: Vector($1, 0)) },
    Setter("an impulse's point", .point) {
      try $0.body.attemptImpulse(.zero, at: Vector(0, $1))
    },
    Setter("friction", .friction) { try $0.shape.set(\.friction, to: $1) },
    Setter("elasticity", .elasticity) { try $0.shape.set(\.elasticity, to: $1) },
    Setter("surface x", .surfaceVelocity) {
      try $0.shape.set(\.surfaceVelocity, to: Vector($1, 0))
    },
    Setter("surface y", .surfaceVelocity) {
      try $0.shape.set(\.surfaceVelocity, to: Vector(0, $1))
    },
    Setter("a new shape's friction", .friction) {
      try $0.body.addShape(.circle(radius: 1), friction: $1)
    },
    Setter("a new shape's elasticity", .elasticity) {
      try $0.body.addShape(.circle(radius: 1), elasticity: $1)
    },
    Setter("gravity x", .gravity) { try $0.space.setGravity(Vector($1, 0)) },
    Setter("gravity y", .gravity) { try $0.space.setGravity(Vector(0, $1)) },
    Setter("gravity dead-band", .gravityDeadBand) { try $0.space.set(\.gravityDeadBand, to: $1) },
    Setter("damping", .damping) { try $0.space.set(\.damping, to: $1) },
    Setter("slop", .collisionSlop) { try $0.space.set(\.collisionSlop, to: $1) },
    Setter("bias", .collisionBias) { try $0.space.set(\.collisionBias, to: $1) },
    Setter("sleep time", .sleepTime) { try $0.space.set(\.sleepTimeThreshold, to: $1) },
    Setter("idle speed", .idleSpeed) { try $0.space.set(\.idleSpeedThreshold, to: $1) },
    Setter("speed limit", .speedLimit) { try $0.space.set(\.speedLimit, to: $1) },
    Setter("a body's mass", .mass) { _ = try Body(mass: $1, moment: 1) },
    Setter("a body's moment", .moment) { _ = try Body(mass: 1, moment: $1) },
    Setter("time step", .timeStep) { _ = try Space(timeStep: $1) },
    Setter("a moment's mass", .mass) { _ = try Geometry.circle(radius: 2).moment(mass: $1) },
    Setter("circle radius", .circleRadius) { try $0.body.addShape(.circle(radius: $1)) },
    Setter("circle center", .position) {
      try $0.body.addShape(.circle(radius: 1, center: Vector(0, $1)))
    },
    Setter("segment radius", .roundingRadius) {
      try $0.body.addShape(.segment(from: .zero, to: Vector(1, 0), radius: $1))
    },
    Setter("segment end", .position) {
      try $0.body.addShape(.segment(from: Vector(0.5, 0), to: Vector($1, 0)))
    },
    Setter("box width", .boxSide) { try $0.body.addShape(.box(width: $1, height: 1)) },
    Setter("box height", .boxSide) { try $0.body.addShape(.box(width: 1, height: $1)) },
    Setter("box radius", .roundingRadius) {
      try $0.body.addShape(.box(width: 1, height: 1, radius: $1))
    },
    Setter("box center", .position) {
      try $0.body.addShape(.box(width: 1, height: 1, center: Vector($1, 0)))
    },
    Setter("polygon radius", .roundingRadius) {
      try $0.body.addShape(.polygon([.zero, Vector(1, 0), Vector(0, 1)], radius: $1))
    },
    Setter("polygon vertex", .position) {
      try $0.body.addShape(.polygon([Vector(0, -1), Vector($1, 0), Vector(0, 1)]))
    },
  ]

  @Test("rejects a value outside its range, names it, and changes nothing", arguments: setters)
  func refuses(setter: Setter) throws {
    let range = setter.parameterRange.range
    var bad: [Double] = [.nan, -.infinity, range.lowerBound.nextDown, range.upperBound.nextUp]
    bad += [-.greatestFiniteMagnitude, .greatestFiniteMagnitude]
    if !setter.parameterRange.allowsInfinity { bad.append(.infinity) }
    let crate = try Crate()
    let before = crate.everything
    for value in bad {
      let error = #expect(throws: PhysicsError.self) { try setter.set(crate, value) }
      #expect(error?.code == .outOfRange, "\(value)")
      #expect(error?.subject == setter.parameterRange.name)
      #expect(error?.unit == setter.parameterRange.unit)
      #expect(error?.value?.bitPattern == value.bitPattern)
      #expect(error?.remedy == "give \(setter.parameterRange.rule)")
      #expect(crate.everything == before, "\(value)")
    }
    for _ in 1...3 { try crate.space.step() }
  }

  @Test("accepts both ends of a range, and can step with them", arguments: setters)
  func takesEnds(setter: Setter) throws {
    let range = setter.parameterRange.range
    var ends = [range.lowerBound, range.upperBound]
    if setter.parameterRange.allowsInfinity { ends.append(.infinity) }
    for value in ends {
      let crate = try Crate()
      try setter.set(crate, value)
      for _ in 1...3 { stepOrDiverge(crate.space) }
      #expect(crate.body.state.position.isFinite && crate.body.state.velocity.isFinite)
    }
  }

  @Test("rejects integers outside their range")
  func wholeNumbers() throws {
    let space = try Space()
    for bad in [0, -1, 1001, .max, .min] {
      #expect(throws: PhysicsError.self) { try space.set(\.iterations, to: bad) }
    }
    for bad in [0, -1, 11, .max, .min] {
      #expect(throws: PhysicsError.self) { try space.set(\.collisionPersistence, to: bad) }
    }
    #expect(space.iterations == 10 && space.collisionPersistence == 3)
    for good in [1, 1000] {
      try space.set(\.iterations, to: good)
      #expect(space.iterations == good)
    }
    for good in [1, 10] {
      try space.set(\.collisionPersistence, to: good)
      #expect(space.collisionPersistence == good)
    }
  }

  @Test("rejects a force, a torque or a velocity if only the sum is too large")
  func sums() throws {
    let crate = try Crate()
    try crate.body.set(\.force, to: Vector(1e21, 0))
    #expect(throws: PhysicsError.self) {
      try crate.body.attemptForce(Vector(1, 0) * 1e6, at: .zero)
    }
    #expect(crate.body.force == Vector(1e21, 0))
    try crate.body.set(\.velocity, to: Vector(0, 1e9))
    #expect(throws: PhysicsError.self) { try crate.body.attemptImpulse(Vector(0, 2), at: .zero) }
    #expect(throws: PhysicsError.self) { try crate.body.attemptImpulse(Vector(1e21, 0), at: .zero) }
    // At the end of a long arm.
    #expect(throws: PhysicsError.self) {
      try crate.body.attemptImpulse(Vector(0, -1e9), at: Vector(1e3, 0))
    }
    #expect(crate.body.velocity == Vector(0, 1e9) && crate.body.angularVelocity == 0)
  }

  @Test("states its rule in words, for every kind of range")
  func rule() {
    #expect(ParameterRange("q", "m", -2...2).rule == "a finite number from -2 to 2")
    #expect(ParameterRange("q", "m", 1.5...3).rule == "a finite number from 1.5 to 3")
    #expect(
      ParameterRange("q", "m", 1e-9...3e9, infinity: "infinite").rule
        == "a finite number above 0 (at least 1e-09), at most 3e9, or infinite"
    )
  }

  private func stepOrDiverge(_ space: Space) {
    do {
      try space.step()
    } catch {
      #expect(error.code == .diverged)
    }
  }
}
