import Chipmunk
import Testing

/// What a closure holds, and nobody else: as it goes, it does something.
private final class Farewell {
  private let work: () -> Void

  init(_ work: @escaping () -> Void) { self.work = work }

  deinit { work() }
}

@Suite("An object that only a closure retained may, at its release,")
struct LastReferenceTests {
  private let space: Space
  private let crate: Body

  init() throws {
    space = try spaceWithFloor()
    crate = try addCrate(at: Vector(0, 18), to: space)
  }

  @Test("read the handler, change it, add another one, and step")
  func handlers() throws {
    var farewells = 0
    let handler = space.addHandler(for: .all)
    do {
      let held = Farewell { [space] in
        farewells += 1
        #expect(handler.begin == nil)
        handler.begin = { _ in true }
        (handler.preSolve, handler.postSolve) = ({ _ in true }, { _ in })
        space.addHandler(for: .all).begin = { _ in true }
        try? space.step()
      }
      handler.begin = { _ in withExtendedLifetime(held) { true } }
    }
    handler.begin = nil
    do {
      let held = Farewell { [space] in
        farewells += 1
        #expect(handler.separate == nil)
        handler.separate = { _ in }
        space.addHandler(for: .all).begin = { _ in true }
        try? space.step()
      }
      handler.separate = { _ in withExtendedLifetime(held) {} }
    }
    handler.separate = nil
    #expect(farewells == 2)
    #expect(space.handlers.count == 3)
    #expect(space.tick == 2)
  }

  @Test("read the body, and give it another function")
  func functions() throws {
    var farewells = 0
    do {
      let held = Farewell { [crate] in
        farewells += 1
        #expect(crate.velocityFunction == nil)
        crate.velocityFunction = { $0.integrate() }
      }
      crate.velocityFunction = { _ in withExtendedLifetime(held) {} }
    }
    crate.velocityFunction = nil
    do {
      let held = Farewell { [crate] in
        farewells += 1
        #expect(crate.positionFunction == nil)
        crate.positionFunction = { $0.integrate() }
      }
      crate.positionFunction = { _ in withExtendedLifetime(held) {} }
    }
    crate.positionFunction = nil
    #expect(farewells == 2)
    #expect(crate.velocityFunction != nil && crate.positionFunction != nil)
    try space.step()
  }

  @Test("read the constraint, and give it another closure")
  func constraints() throws {
    var farewells = 0
    let spring = try DampedSpring(space.ground, crate, restLength: 9, stiffness: 9, damping: 1)
    let coil = try DampedRotarySpring(space.ground, crate, stiffness: 9, damping: 1)
    try space.add(spring)
    try space.add(coil)
    for field in [\DampedSpring.preSolve, \.postSolve] {
      do {
        let held = Farewell { [space] in
          farewells += 1
          #expect(spring[keyPath: field] == nil)
          spring[keyPath: field] = { _ in }
          try? space.step()
        }
        spring[keyPath: field] = { _ in withExtendedLifetime(held) {} }
      }
      spring[keyPath: field] = nil
      #expect(spring[keyPath: field] != nil)
    }
    do {
      let held = Farewell {
        farewells += 1
        spring.force = spring.force == nil ? { _, length in 9 - length } : nil
      }
      spring.force = { _, _ in withExtendedLifetime(held) { 0 } }
    }
    spring.force = nil
    #expect(spring.force != nil)
    do {
      let held = Farewell {
        farewells += 1
        coil.torque = coil.torque == nil ? { _, angle in angle } : nil
      }
      coil.torque = { _, _ in withExtendedLifetime(held) { 0 } }
    }
    coil.torque = nil
    #expect(coil.torque != nil)
    #expect(farewells == 4)
    try space.step()
  }

  @Test("read the lists of the previous step, from which its body is removed last")
  func lists() throws {
    try space.set(\.speedLimit, to: 100)
    var farewells = 0
    do {
      let body = try addBall(at: Vector(200, 500), to: space)
      let held = Farewell { [unowned space] in
        farewells += 1
        #expect(space.limitedBodies.isEmpty && space.divergedBodies.isEmpty)
        #expect(space.isLocked)
        #expect(throws: PhysicsError.self) { try space.step() }
        _ = try? addBall(at: .zero, to: space)
      }
      body.velocityFunction = { $0.velocity = withExtendedLifetime(held) { Vector(500, 0) } }
    }
    try space.step()
    #expect(space.limitedBodies.count == 1)
    try space.remove(space.bodies[1])
    #expect(farewells == 0)
    try space.step()
    #expect(farewells == 1)
    #expect(space.bodies.count == 2)
    try space.step()
  }

  @Test("read the events of the previous step, from which its shape is removed last")
  func events() throws {
    var counts: [Int] = []
    func addBalls() throws {
      for place in 0..<3 {
        let ball = try addBall(at: Vector(100 + 50 * Double(place), 9), to: space)
        ball.shapes[0].userData = Farewell { [unowned space] in
          counts.append(space.contactEvents.count)
          for event in space.contactEvents { #expect(event.a.friction == 0.5) }
        }
      }
    }
    try addBalls()
    try space.step()
    #expect(space.contactEvents.count == 3)
    for ball in space.bodies.dropFirst() { try ball.removeShape(ball.shapes[0]) }
    #expect(counts.isEmpty)
    try space.step()
    #expect(space.contactEvents.count == 3)
    try space.step()
    #expect(counts == [0, 0, 0])
  }

  @Test("add a body to the space that returns to a snapshot")
  func snapshot() throws {
    try space.set(\.speedLimit, to: 100)
    do {
      let body = try addBall(at: Vector(200, 500), to: space)
      let held = Farewell { [unowned space] in
        _ = try? addBall(at: Vector(400, 500), to: space)
      }
      body.velocityFunction = { $0.velocity = withExtendedLifetime(held) { Vector(500, 0) } }
    }
    try space.step()
    try space.remove(space.bodies[1])
    try space.restore(space.snapshot())
    #expect(space.bodies.count == 2)
    try space.steps(10)
    #expect(space.bodies[1].position.y < 500)
  }

  @Test("query the space that its body was moved in, and step it")
  func moved() throws {
    var farewells = 0
    do {
      let body = try addBall(at: Vector(200, 500), to: space)
      let held = Farewell { [unowned space] in
        farewells += 1
        let there = try? addBall(at: .zero, to: space)
        try? there?.set(\.position, to: Vector(200, 200))
        #expect((try? space.pointQuery(Vector(200, 200)).count) == 1)
        try? space.step()
      }
      body.velocityFunction = { _ in withExtendedLifetime(held) {} }
      try body.set(\.position, to: Vector(200, 300))
    }
    try space.remove(space.bodies[1])
    #expect(farewells == 1)
    try space.step()
    #expect(space.tick == 2)
  }
}
