import Chipmunk
import Testing

@Suite("Contact events")
struct SpaceContactsTests {
  @Test("a landing is one beginning, with place, normal and impulse; a jump one ending")
  func landingAndJump() throws {
    let (space, ball) = try scene()
    var begins = 0
    for _ in 1...200 {
      try space.step()
      for event in space.contactEvents {
        #expect(event.kind == .begin)
        #expect(event.a === space.ground.shapes[0] && event.b === ball.shapes[0])
        #expect((event.normal - Vector(0, 1)).length < 1e-12)
        #expect(abs(event.point.x - 3) < 1e-9 && abs(event.point.y) < 5)
        // It stops the ball: m·v, and what gravity adds in the step.
        #expect(event.impulse.y > 2 * 400 && event.impulse.y < 2 * 500)
        begins += 1
      }
    }
    #expect(begins == 1)
    try ball.set(\.velocity, to: Vector(0, 500))
    try space.step()
    // It touched at the beginning of the step, so the next one reports the end.
    #expect(space.contactEvents.isEmpty)
    try space.step()
    let ending = try #require(space.contactEvents.first)
    #expect(ending.kind == .separate && space.contactEvents.count == 1)
    #expect(ending.impulse.length < 1e-9)
  }

  @Test("an event's impulse is that given to its second shape, and its normal points to it")
  func impulseGoesToB() throws {
    // The other way round: the ball's shape has the lower id.
    let space = try Space()
    let left = try Body(mass: 1, moment: .infinity)
    let right = try Body(mass: 1, moment: .infinity)
    for (body, x) in [(left, 0.0), (right, 30)] {
      try body.addShape(.circle(radius: 10), elasticity: 1)
      try body.set(\.position, to: Vector(x, 0))
    }
    for first in [left, right] {
      let second = first === left ? right : left
      try space.add(first)
      try space.add(second)
      try left.set(\.position, to: .zero)
      try right.set(\.position, to: Vector(30, 0))
      try left.set(\.velocity, to: Vector(100, 0))
      try right.set(\.velocity, to: .zero)
      while space.contactEvents.isEmpty, space.tick < 99 { try space.step() }
      let event = try #require(space.contactEvents.first)
      #expect(event.a === first.shapes[0] && event.b === second.shapes[0])
      let direction = first === left ? 1.0 : -1
      #expect(abs(event.normal.x - direction) < 1e-12)
      #expect(abs(event.impulse.x - 100 * direction) < 1e-9)
      try space.remove(left)
      try space.remove(right)
      for _ in 1...2 { try space.step() }
    }
  }

  @Test(
    "removing a body, a shape or the floor ends its contacts in the next step",
    arguments: 0..<3
  )
  func endings(way: Int) throws {
    let (space, ball) = try scene()
    for _ in 1...200 { try space.step() }
    let shape = ball.shapes[0]
    switch way {
    case 0: try space.remove(ball)
    case 1: try ball.removeShape(shape)
    default: try space.ground.removeShape(space.ground.shapes[0])
    }
    #expect(space.contactEvents.isEmpty)
    try space.step()
    #expect(space.contactEvents.map(\.kind) == [.separate])
    #expect(space.contactEvents[0].b === shape)
    try space.step()
    #expect(space.contactEvents.isEmpty)
  }

  @Test("a sensor reports beginnings and endings without an impulse, and lets everything through")
  func sensor() throws {
    let (space, ball) = try scene()
    try space.ground.shapes[0].set(\.isSensor, to: true)
    var kinds: [ContactEvent.Kind] = []
    for _ in 1...200 {
      try space.step()
      kinds += space.contactEvents.map(\.kind)
      #expect(space.contactEvents.allSatisfy { $0.hasPoint == ($0.kind == .begin) })
      #expect(space.contactEvents.allSatisfy { $0.impulse == .zero })
    }
    #expect(kinds == [.begin, .separate])
    #expect(ball.position.y < -50)
  }

  @Test("a resting body that falls asleep and wakes causes no event")
  func sleepIsSilent() throws {
    let (space, ball) = try scene()
    try space.set(\.sleepTimeThreshold, to: 0.2)
    for _ in 1...300 { try space.step() }
    #expect(ball.isSleeping)
    ball.wake()
    for _ in 1...100 {
      try space.step()
      #expect(space.contactEvents.isEmpty)
    }
  }

  @Test("events of one step are sorted: beginnings first, then by the shapes' ids")
  func sorted() throws {
    let (space, ball) = try scene()
    try space.remove(ball)
    try space.ground.shapes[0].set(\.elasticity, to: 1)
    let balls = try (0..<40).map { index in
      let ball = try Body(mass: 1, moment: 100)
      try ball.addShape(.circle(radius: 5), elasticity: 1)
      try ball.set(\.position, to: Vector(Double(index % 8) * 11 - 40, 10 + Double(index / 8) * 11))
      try space.add(ball)
      return ball
    }
    var events = 0
    for _ in 1...600 {
      try space.step()
      let keys = space.contactEvents.map { [UInt($0.kind == .begin ? 0 : 1), $0.a.id, $0.b.id] }
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
      #expect(space.contactEvents.allSatisfy { $0.a.id < $0.b.id })
      events += keys.count
    }
    #expect(events > 200 && balls.count == 40)
  }

  @Test("an event retains its shapes")
  func eventHoldsShapes() throws {
    let (space, ball) = try scene()
    for _ in 1...200 { try space.step() }
    try space.remove(ball)
    try space.step()
    let event = space.contactEvents[0]
    for _ in 1...10 { try space.step() }
    #expect(event.b.geometry == .circle(radius: 10))
  }

  /// A ball of 2 kg above a floor.
  private func scene() throws -> (Space, Body) {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    try space.ground.addShape(.segment(from: Vector(-200, 0), to: Vector(200, 0)), elasticity: 0)
    let ball = try Body(mass: 2, moment: 100)
    try ball.addShape(.circle(radius: 10))
    try ball.set(\.position, to: Vector(3, 110))
    try space.add(ball)
    return (space, ball)
  }
}
