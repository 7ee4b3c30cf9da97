import Chipmunk
import Testing

/// Numbers that the C library stores before it checks them, or never checks.
@Suite("Hazards of numbers")
struct NumberHazardTests {
  static let bodies: [Hazard] =
    Hazard.each("a body's mass", [0, -1, .nan, .infinity, 1e308, 1e-308, 1e-300 * 1e-20]) {
      try $0.space.add(Body(mass: $1, moment: 10))
    }
    + Hazard.each("a body's moment", [0, -1, .nan, 1e308, 1e-308, 1e-300 * 1e-20]) {
      try $0.space.add(Body(mass: 1, moment: $1))
    }
    + Hazard.each("a body's moment", [.infinity], nil) {
      try $0.space.add(Body(mass: 1, moment: $1))
    } + Hazard.each("mass", [0, -1, .nan, .infinity]) { try $0.crate.set(\.mass, to: $1) }
    + Hazard.each("moment", [0, -1, .nan]) { try $0.crate.set(\.moment, to: $1) }
    + Hazard.each("moment", [.infinity], nil) { try $0.crate.set(\.moment, to: $1) }
    + Hazard.each("centre of gravity", [.nan, .infinity, 1e308]) {
      try $0.crate.set(\.centerOfGravity, to: Vector($1, 0))
    }
    + Hazard.each("centre of gravity", [2], nil) {
      try $0.crate.set(\.centerOfGravity, to: Vector($1, 0))
      try $0.space.step()
      // The C library would move the body in the first step.
      #expect(abs($0.crate.position.x) < 1e-9)
    }

  static let motion: [Hazard] =
    Hazard.each("position", [.nan, .infinity, 1e308, 1e200, 1e160, 1e150, 1e100, 1e17, 1e15]) {
      try $0.crate.set(\.position, to: Vector($1, 20))
    }
    + Hazard.each("velocity", [.nan, .infinity, 1e308, 1e200, 1e150, 1e100, 1e10]) {
      try $0.crate.set(\.velocity, to: Vector($1, 0))
    } + Hazard.each("angle", [.nan, .infinity, 1e308, 1e17]) { try $0.crate.set(\.angle, to: $1) }
    + Hazard.each("angular velocity", [.nan, .infinity, 1e308, 1e17]) {
      try $0.crate.set(\.angularVelocity, to: $1)
    }
    + Hazard.each("force", [.nan, .infinity, 1e308, 1e300]) {
      try $0.crate.set(\.force, to: Vector($1, 0))
    } + Hazard.each("torque", [.nan, .infinity, 1e308]) { try $0.crate.set(\.torque, to: $1) }
    + Hazard.each("a force at a point", [.nan, .infinity, 1e308]) {
      try $0.crate.attemptForce(Vector($1, 0), at: Vector(0, 5))
    }
    + Hazard.each("an impulse at a point", [.nan, .infinity, 1e308]) {
      try $0.crate.attemptImpulse(Vector($1, 0), at: Vector(0, 5))
    }
    + Hazard.each("an impulse's point", [.nan, .infinity]) {
      try $0.crate.attemptImpulse(Vector(1, 0), at: Vector(0, $1))
    }

  static let spaces: [Hazard] =
    Hazard.each("gravity", [.nan, .infinity, -1e300, -1e308, -1e20]) {
      try $0.space.setGravity(Vector(0, $1))
    }
    + Hazard.each("time step", [0, -1 / 60, .nan, .infinity, 1e10, 1e200, 1e-300]) {
      _ = try Space(timeStep: $1)
    }
    + Hazard.each("time step", [1], nil) { _, step in
      let space = try Space(timeStep: step)
      try space.setGravity(Vector(0, -100))
      try addCrate(at: .zero, to: space)
      try space.steps(4)
    }
    + Hazard.each("iterations", [0, -1, 2_147_483_647]) {
      try $0.space.set(\.iterations, to: Int($1))
    }
    + Hazard.each("iterations", [1], nil) { try $0.space.set(\.iterations, to: Int($1)) }
    + Hazard.each("damping", [-1, .nan, .infinity, 2, 1e300]) {
      try $0.space.set(\.damping, to: $1)
    }
    + Hazard.each("sleep time", [.nan, -1, 0, 1e308]) {
      try $0.space.set(\.sleepTimeThreshold, to: $1)
    }
    + Hazard.each("sleep time", [0.5], nil) { world, time in
      try world.space.set(\.sleepTimeThreshold, to: time)
      try world.space.steps(20)
      // Not in mid-air, as with a threshold of NaN.
      #expect(!world.crate.isSleeping && world.crate.velocity.y < -30)
    }
    + Hazard.each("idle speed", [.nan, -5, .infinity, 1e308]) {
      try $0.space.set(\.idleSpeedThreshold, to: $1)
    }
    + Hazard.each("idle speed", [0], nil) { world, speed in
      try world.space.set(\.sleepTimeThreshold, to: 0.1)
      try world.space.set(\.idleSpeedThreshold, to: speed)
      try world.space.steps(20)
      #expect(!world.crate.isSleeping)
    }
    + Hazard.each("slop", [.nan, -5, .infinity, 1e308]) {
      try $0.space.set(\.collisionSlop, to: $1)
    }
    + Hazard.each("slop", [0], nil) { try $0.space.set(\.collisionSlop, to: $1) }
    + Hazard.each("bias", [.nan, -0.5, 1, 1.5, 10, 1e308, .infinity]) {
      try $0.space.set(\.collisionBias, to: $1)
    } + Hazard.each("bias", [0], nil) { try $0.space.set(\.collisionBias, to: $1) }
    + Hazard.each("persistence", [0, 4_294_967_295]) {
      try $0.space.set(\.collisionPersistence, to: Int($1))
    }
    + Hazard.each("persistence", [1, 3], nil) {
      try $0.space.set(\.collisionPersistence, to: Int($1))
    }

  static let surfaces: [Hazard] =
    Hazard.each("elasticity", [-1, .nan, .infinity, 1e308]) {
      try $0.shape.set(\.elasticity, to: $1)
    }
    + Hazard.each("elasticity", [1.5, 10], nil) { try $0.shape.set(\.elasticity, to: $1) }
    + Hazard.each("friction", [-1, .nan, .infinity, 1e308]) { try $0.shape.set(\.friction, to: $1) }
    + Hazard.each("surface velocity", [.nan, .infinity, 1e308]) {
      try $0.shape.set(\.surfaceVelocity, to: Vector($1, 0))
    }

  @Test("of a body's mass", arguments: bodies)
  func body(hazard: Hazard) throws { try hazard.check() }

  @Test("of a body's motion", arguments: motion)
  func moving(hazard: Hazard) throws { try hazard.check() }

  @Test("of a space", arguments: spaces)
  func space(hazard: Hazard) throws { try hazard.check() }

  @Test("of a surface", arguments: surfaces)
  func surface(hazard: Hazard) throws { try hazard.check() }

  @Test("of a damping of 0, under which bodies fall slowly")
  func noDamping() throws {
    let world = try HazardWorld()
    try world.space.set(\.damping, to: 0)
    try world.space.steps(300)
    // They lose all velocity in each substep. The C library's fall by g·h² in a step, 8.3 units.
    let fallen = 20 - world.crate.position.y
    #expect(fallen > 0 && fallen < 300.0 * 100 / 3600 / 4)
  }

  @Test("of a floor of elasticity 2: energy grows, without harm", arguments: [1.5, 10])
  func elasticity(elasticity: Double) throws {
    let world = try HazardWorld()
    try world.floor.set(\.elasticity, to: 1)
    try world.shape.set(\.elasticity, to: elasticity)
    var top = 0.0
    for _ in 0..<180 {
      try world.space.step()
      top = max(top, world.crate.position.y)
    }
    #expect(top > 25)
    #expect(world.crate.state.isFinite)
  }

  @Test("of positions far from the origin", arguments: [0, 1e3, 1e6, 9e8])
  func far(offset: Double) throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    let floor = Geometry.segment(from: Vector(offset - 99, 0), to: Vector(offset + 99, 0))
    try space.ground.addShape(floor, friction: 0.5)
    let crate = try addCrate(at: Vector(offset, 20), to: space)
    try space.steps(360)
    #expect(abs(crate.position.y - 15.93) < 0.07)
    #expect(abs(crate.position.x - offset) < 0.01)
  }

  @Test(
    "of crates as small as the slop, which sink into the floor until it is set",
    arguments: [32, 3.2, 0.32]
  )
  func tiny(side: Double) throws {
    for slop in [0.1, side / 320] {
      let space = try Space()
      try space.setGravity(Vector(0, -side * 30))
      try space.set(\.collisionSlop, to: slop)
      try space.ground.addShape(.segment(from: Vector(-99, 0), to: Vector(99, 0)), friction: 0.5)
      let form = Geometry.box(width: side, height: side)
      let crate = try Body(mass: 1, moment: form.moment(mass: 1))
      try crate.addShape(form, friction: 0.5)
      try crate.set(\.position, to: Vector(0, side * 0.6))
      try space.add(crate)
      try space.steps(600)
      let sinking = side / 2 - crate.position.y
      #expect(sinking > -0.001 * side && sinking < 1.1 * slop)
    }
  }
}
