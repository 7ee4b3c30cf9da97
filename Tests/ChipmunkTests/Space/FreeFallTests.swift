import Chipmunk
import Foundation
import Testing

@Suite("Free fall, with the C library's step unless stated otherwise")
struct FreeFallTests {
  static let steps = [1.0 / 60, 1.0 / 120, 1.0 / 240, 1.0 / 1000]

  @Test("follows y0 - g·dt²·n(n-1)/2 to a relative 1e-12", arguments: steps)
  func discreteSolution(dt: Double) throws {
    let (g, y0) = (1000.0, 250.0)
    let (space, ball) = try falling(from: y0, gravity: g, timeStep: dt)
    for n in 1...Int(2 / dt) {
      try space.step()
      let fallen = g * dt * dt * Double(n) * Double(n - 1) / 2
      #expect(abs(ball.position.y - (y0 - fallen)) <= 1e-12 * (abs(y0) + fallen))
      #expect(abs(ball.velocity.y + g * dt * Double(n)) <= 1e-12 * g * dt * Double(n))
    }
  }

  @Test("is exact with the default engine, in each tick and at the contact", arguments: steps)
  func exact(dt: Double) throws {
    for (h, g) in [(200.0, 1000.0), (268, 1000), (50, 981), (333.3, 200)] {
      let (space, ball) = try falling(from: h + 10, gravity: g, timeStep: dt, engine: .tiltbox)
      try space.ground.addShape(.segment(from: Vector(-100, 0), to: Vector(100, 0)))
      let expected = Int(((2 * h / g).squareRoot() / dt).rounded(.up))
      while space.tick < expected - 1 {
        try space.step()
        let fallen = g * dt * dt * Double(space.tick * space.tick) / 2
        #expect(abs(ball.position.y - (h + 10 - fallen)) <= 1e-12 * (h + 10))
        #expect(abs(ball.velocity.y + g * dt * Double(space.tick)) <= 1e-12 * g)
      }
      #expect(space.contactEvents.isEmpty)
      try space.step()
      let event = try #require(space.contactEvents.first)
      #expect(event.kind == .begin)
      #expect(Set([event.a.body?.tag, event.b.body?.tag]) == [0, 1])
    }
  }

  @Test("does not move a body at rest in the first step")
  func firstStep() throws {
    let (space, ball) = try falling(from: 7, gravity: 1000)
    try space.step()
    #expect(ball.position == Vector(0, 7))
    #expect(ball.velocity == Vector(0, -1000 * (1.0 / 120)))
  }

  @Test("turns at a constant rate, and keeps a velocity, without gravity")
  func uniformMotion() throws {
    let (space, ball) = try falling(from: 0, gravity: 0)
    try ball.set(\.velocity, to: Vector(3, -4))
    try ball.set(\.angularVelocity, to: 2)
    for _ in 1...1200 { try space.step() }
    #expect(abs(ball.position.x - 30) < 1e-10)
    #expect(abs(ball.position.y + 40) < 1e-10)
    #expect(abs(ball.angle - 20) < 1e-10)
  }

  @Test("converges to the continuous fall in first order: half the step, half the error")
  func convergence() throws {
    let (g, t) = (1000.0, 0.5)
    let errors = try [60.0, 120, 240, 480].map { rate in
      let (space, ball) = try falling(from: 0, gravity: g, timeStep: 1 / rate)
      for _ in 1...Int(t * rate) { try space.step() }
      return ball.position.y + g * t * t / 2
    }
    for (index, rate) in [60.0, 120, 240, 480].enumerated() {
      // Against the continuous fall the error is g·t·dt/2.
      #expect(abs(errors[index] - g * t / rate / 2) < 1e-9)
    }
    for (coarse, fine) in zip(errors, errors.dropFirst()) {
      #expect(abs(coarse / fine - 2) < 1e-9)
    }
  }

  @Test("follows v = g·dt·(1 - Dⁿ)/(1 - D) under damping, to a relative 1e-12", arguments: steps)
  func damping(dt: Double) throws {
    let (space, ball) = try falling(from: 0, gravity: 1000, timeStep: dt)
    try space.set(\.damping, to: 0.3)
    let kept = pow(0.3, dt)
    for n in 1...200 {
      try space.step()
      let speed = 1000 * dt * (1 - pow(kept, Double(n))) / (1 - kept)
      #expect(abs(ball.velocity.y + speed) <= 1e-12 * speed)
    }
  }

  @Test("accelerates a body by its force for one step, and by an impulse at once")
  func forceAndImpulse() throws {
    let (space, ball) = try falling(from: 0, gravity: 0)
    try ball.set(\.mass, to: 4)
    try ball.attemptImpulse(Vector(8, 0), at: .zero)
    #expect(ball.velocity == Vector(2, 0))
    try ball.attemptForce(Vector(0, 480), at: .zero)
    try space.step()
    #expect(abs(ball.velocity.y - 480.0 / 4 / 120) < 1e-12)
    #expect(ball.force == .zero)
    try space.step()
    #expect(abs(ball.velocity.y - 1) < 1e-12)
  }

  @Test("first touches the floor at tick ceil((1 + √(1 + 8h/(g·dt²)))/2)", arguments: steps)
  func contactTick(dt: Double) throws {
    for (h, g) in [(200.0, 1000.0), (268, 1000), (50, 981), (333.3, 200)] {
      let (space, _) = try falling(from: h + 10, gravity: g, timeStep: dt)
      try space.ground.addShape(.segment(from: Vector(-100, 0), to: Vector(100, 0)))
      let expected = Int(((1 + (1 + 8 * h / (g * dt * dt)).squareRoot()) / 2).rounded(.up))
      while space.contactEvents.isEmpty, space.tick < 10 * expected { try space.step() }
      #expect(space.tick == expected, "h \(h), g \(g)")
      let event = try #require(space.contactEvents.first)
      #expect(event.kind == .begin)
      #expect(Set([event.a.body?.tag, event.b.body?.tag]) == [0, 1])
    }
  }

  @Test("takes the known time for 200 units", arguments: zip(steps, [39, 77, 153, 633]))
  func knownTimes(dt: Double, tick: Int) throws {
    let (space, _) = try falling(from: 210, gravity: 1000, timeStep: dt)
    try space.ground.addShape(.segment(from: Vector(-100, 0), to: Vector(100, 0)))
    while space.contactEvents.isEmpty, space.tick < 2000 { try space.step() }
    #expect(space.tick == tick)
  }

  @Test("of a level box ends in the step in which it reaches a segment", arguments: [0.001, 0.1])
  func levelBox(gap: Double) throws {
    let space = try Space()
    try space.ground.addShape(.segment(from: Vector(-100, 0), to: Vector(100, 0), radius: 1))
    let box = try Body(mass: 1, shape: .box(width: 32, height: 32))
    (box.position, box.velocity) = (Vector(0, 17 + gap), Vector(0, -500))
    try space.add(box)
    try space.step()
    #expect(space.contactEvents.first?.kind == .begin)
    #expect(abs(box.position.y - 17) < 0.1)
  }

  /// A disc of radius 10, whose tag is 1.
  private func falling(
    from height: Double,
    gravity: Double,
    timeStep: Double = 1.0 / 120,
    engine: Engine = .chipmunk
  ) throws -> (Space, Body) {
    let space = try Space(timeStep: timeStep, engine: engine)
    try space.setGravity(Vector(0, -gravity))
    let ball = try Body(mass: 1, moment: 50)
    ball.tag = 1
    try ball.set(\.position, to: Vector(0, height))
    try ball.addShape(.circle(radius: 10))
    try space.add(ball)
    return (space, ball)
  }
}
