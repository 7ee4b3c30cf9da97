import Chipmunk
import Testing

@Suite("Shape")
struct ShapeTests {
  @Test("keeps its settings")
  func settings() throws {
    let body = try Body(mass: 1, moment: 1)
    let shape = try body.addShape(.circle(radius: 2), friction: 0.25, elasticity: 0.75)
    #expect(shape.friction == 0.25 && shape.elasticity == 0.75 && shape.body === body)
    #expect(shape.geometry == .circle(radius: 2) && !shape.isSensor && shape.filter == .all)
    try shape.set(\.surfaceVelocity, to: Vector(3, 4))
    try shape.set(\.isSensor, to: true)
    try shape.set(\.filter, to: ShapeFilter(group: 7, categories: 0b10, mask: 0b101))
    try shape.set(\.collisionType, to: CollisionType(rawValue: .max))
    #expect(shape.surfaceVelocity == Vector(3, 4) && shape.isSensor)
    #expect(shape.filter == ShapeFilter(group: 7, categories: 0b10, mask: 0b101))
    #expect(shape.collisionType == CollisionType(rawValue: .max))
  }

  @Test("of a conveyor carries what lies on it, at the surface's speed")
  func conveyor() throws {
    let (space, crate, floor) = try resting()
    try floor.set(\.friction, to: 1)
    try floor.set(\.surfaceVelocity, to: Vector(20, 0))
    for _ in 1...240 { try space.step() }
    #expect(abs(abs(crate.velocity.x) - 20) < 0.5)
  }

  @Test("touches another unless they share a group, or a mask leaves the other's categories out")
  func filters() throws {
    let cases: [(ShapeFilter, ShapeFilter, touches: Bool)] = [
      (.all, .all, true), (.all, .none, false), (.none, .none, false),
      (ShapeFilter(group: 1), ShapeFilter(group: 1), false),
      (ShapeFilter(group: 1), ShapeFilter(group: 2), true),
      (ShapeFilter(categories: 1), ShapeFilter(mask: 2), false),
      (ShapeFilter(mask: 2), ShapeFilter(categories: 1), false),
      (ShapeFilter(categories: 2), ShapeFilter(mask: 2), true),
      (ShapeFilter(categories: 3, mask: 4), ShapeFilter(categories: 4, mask: 1), true),
    ]
    for (a, b, touches) in cases {
      let (space, crate, floor) = try resting()
      try crate.shapes[0].set(\.filter, to: a)
      try floor.set(\.filter, to: b)
      for _ in 1...120 { try space.step() }
      #expect((crate.position.y > 0) == touches, "\(a) \(b)")
    }
  }

  @Test("does not touch the other shapes of its own body")
  func ownBody() throws {
    let space = try Space()
    let body = try Body(mass: 1, moment: 1)
    for _ in 1...3 { try body.addShape(.circle(radius: 5)) }
    try space.add(body)
    for _ in 1...10 { try space.step() }
    #expect(space.contactEvents.isEmpty && body.state == BodyState())
  }

  @Test("gets the next number of its space when it is added")
  func ids() throws {
    let space = try Space()
    let wall = try space.ground.addShape(.circle(radius: 1))
    let body = try Body(mass: 1, moment: 1)
    let shapes = try (1...3).map { _ in try body.addShape(.circle(radius: 1)) }
    try space.add(body)
    #expect(wall.id == 0 && shapes.map(\.id) == [1, 2, 3])
    try space.remove(body)
    try space.add(body)
    #expect(Set(shapes.map(\.id)) == [4, 5, 6])
  }

  private func resting() throws -> (Space, Body, Shape) {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    let floor = try space.ground.addShape(.segment(from: Vector(-500, 0), to: Vector(500, 0)))
    let crate = try Body(mass: 1, moment: 100)
    try crate.addShape(.box(width: 20, height: 20), friction: 1)
    try crate.set(\.position, to: Vector(0, 9.9))
    try space.add(crate)
    return (space, crate, floor)
  }
}
