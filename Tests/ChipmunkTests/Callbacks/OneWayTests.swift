import Chipmunk
import Foundation
import TestSupport
import Testing

@Suite("One-way shapes")
struct OneWayTests {
  private func platform(radius: Double = 1, angle: Double = 0) throws -> (Space, Shape) {
    let space = try Space()
    space.gravity = Vector(0, -1000)
    let body = Body.static()
    let shape = try body.addShape(
      .segment(from: Vector(-200, 0), to: Vector(200, 0), radius: radius),
      friction: 0.5
    )
    shape.oneWay = Vector(0, 3)
    body.angle = angle
    try space.add(body)
    return (space, shape)
  }

  private static let forms = [Geometry.circle(radius: 10), .box(width: 20, height: 20)]

  @Test(
    "what comes along the direction passes as if nothing were there, at any speed, and is carried when it falls",
    arguments: [600, 1200, 5000, 30_000],
    forms
  )
  func passes(speed: Double, form: Geometry) throws {
    let (space, _) = try platform()
    let body = try Body(mass: 1, shape: form, friction: 0.5)
    (body.position, body.velocity) = (Vector(0, -100), Vector(0, speed))
    try space.add(body)
    var top = -Double.infinity
    var events = 0
    while body.velocity.y > -300, space.tick < 8000 {
      try space.step()
      top = max(top, body.position.y)
      events += space.contactEvents.count
    }
    // The highest position of a free flight, at steps of 1/120 s.
    #expect(abs(top - (speed * speed / 2000 - 100)) < 0.05)
    if speed > 600 { #expect(events == 0) }
    for _ in 0..<8000 { try space.step() }
    #expect(abs(body.position.y - 11) < 0.02 && space.contactEvents.isEmpty)
  }

  @Test(
    "hills of short segments carry what rolls or slides up on them",
    arguments: [Geometry.circle(radius: 6), .box(width: 30, height: 6)]
  )
  func hills(form: Geometry) throws {
    for place in 1...8 {
      let space = try Space()
      space.gravity = Vector(0, -1000)
      let points = (-50...200).map { Vector(10 * Double($0), 60 * sin(Double($0) / 8)) }
      for (from, to) in zip(points, points.dropFirst()) {
        let part = try space.ground.addShape(.segment(from: from, to: to, radius: 1), friction: 0.3)
        part.oneWay = Vector(0, 1)
      }
      let body = try Body(mass: 1, shape: form, friction: 0.5)
      body.position = Vector(67 * Double(place), 120)
      try space.add(body)
      for _ in 0..<600 { try space.step() }
      #expect(body.position.y > -60, "at \(body.position.x)")
    }
  }

  @Test(
    "corners that an impact swings into rough ground are carried",
    arguments: [
      .polygon([Vector(-10, -6), Vector(10, -6), Vector(0, 12)]),
      Geometry.segment(from: Vector(-40, 0), to: Vector(40, 0), radius: 3),
    ]
  )
  func swings(form: Geometry) throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<200 {
      let space = try Space()
      space.gravity = Vector(0, -1000)
      let points = (-20...20).map { Vector(80 * Double($0), .random(in: -30...30, using: &random)) }
      for part in try space.ground.addShapes(.chain(points, radius: 1), friction: 0.3) {
        part.oneWay = Vector(0, 1)
      }
      let body = try Body(mass: 1, shape: form, friction: 0.5)
      body.position.y = 120
      body.angle = .random(in: -3...3, using: &random)
      body.velocity.x = .random(in: -600...600, using: &random)
      body.angularVelocity = .random(in: -10...10, using: &random)
      try space.add(body)
      for _ in 0..<150 { try space.step() }
      #expect(body.position.y > -60, "at \(body.position.x)")
    }
  }

  @Test("what turns back inside falls through")
  func turnsBack() throws {
    let (space, _) = try platform(radius: 5)
    let ball = try Body(mass: 1, shape: .circle(radius: 10))
    (ball.position, ball.velocity) = (Vector(0, -100), Vector(0, 450))
    try space.add(ball)
    for _ in 0..<240 { try space.step() }
    #expect(ball.position.y < -500)
  }

  @Test("nothing falls through from above, at any speed", arguments: [0, 500, 12_500, 60_000])
  func carries(speed: Double) throws {
    let (space, _) = try platform()
    let ball = try Body(mass: 1, shape: .circle(radius: 4))
    (ball.position, ball.velocity) = (Vector(0, 300), Vector(0, -speed))
    try space.add(ball)
    var lowest = Double.infinity
    for _ in 0..<360 {
      try space.step()
      lowest = min(lowest, ball.position.y)
    }
    #expect(lowest > 4.8 && abs(ball.position.y - 5) < 0.02)
  }

  @Test(
    "a body that flies along the surface passes its ends, and the direction turns with the body"
  )
  func direction() throws {
    let (space, _) = try platform(radius: 3, angle: .pi / 2)
    space.gravity = .zero
    // The direction is to the left now.
    let left = try Body(mass: 1, shape: .circle(radius: 10), elasticity: 1)
    (left.position, left.velocity) = (Vector(-100, 150), Vector(500, 0))
    let right = try Body(mass: 1, shape: .circle(radius: 10), elasticity: 1)
    (right.position, right.velocity) = (Vector(100, 50), Vector(-500, 0))
    let along = try Body(mass: 1, shape: .circle(radius: 10), elasticity: 1)
    (along.position, along.velocity) = (Vector(0, -400), Vector(0, 300))
    for body in [left, right, along] { try space.add(body) }
    for _ in 0..<120 { try space.step() }
    #expect(left.velocity.x < 1 && left.position.x < 0)
    #expect(near(right.velocity, Vector(-500, 0)) && right.position.x < -300)
    #expect(near(along.velocity, Vector(0, 300)))
  }

  @Test("a stack sleeps on it, wakes and stays, and a checkpoint keeps the direction")
  func stack() throws {
    let (space, shape) = try platform()
    space.sleepTimeThreshold = 0.5
    let crates = try (0..<20).map { level in
      let crate = try Body(mass: 1, shape: .box(width: 20, height: 20), friction: 0.6)
      crate.position = Vector(0, 11 + 20 * Double(level))
      try space.add(crate)
      return crate
    }
    for _ in 0..<600 { try space.step() }
    #expect(crates[0].isSleeping)
    crates[0].wake()
    for _ in 0..<60 { try space.step() }
    #expect(abs(crates[0].position.y - 11) < 0.05 && abs(crates[19].position.y - 391) < 1)
    let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
    #expect(twin.bodies[0].shapes[0].oneWay == Vector(0, 3))
    for _ in 0..<60 {
      try space.step()
      try twin.step()
    }
    #expect(zip(twin.bodies.dropFirst(), crates).allSatisfy { $0.position == $1.position })
    shape.oneWay = nil
    #expect(shape.oneWay == nil)
  }

  @Test("a direction without a length is rejected", arguments: [Vector.zero, Vector(.nan, 1)])
  func refused(direction: Vector) throws {
    let (space, shape) = try platform()
    shape.oneWay = direction
    #expect(throws: PhysicsError.self) { try space.step() }
    #expect(shape.oneWay == Vector(0, 3))
  }
}
