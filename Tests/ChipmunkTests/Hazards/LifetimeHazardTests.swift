import Chipmunk
import Testing

/// Orders of adding, removing and releasing for which the C library aborts or uses freed memory.
@Suite("Hazards of lifetimes")
struct LifetimeHazardTests {
  static let membership: [Hazard] =
    Hazard.refused("add a body twice", .alreadyInSpace) { try $0.space.add($0.crate) }
    + Hazard.refused("add a body to two spaces", .alreadyInSpace) { try Space().add($0.crate) }
    + Hazard.refused("add the ground", .alreadyInSpace) { try $0.space.add($0.space.ground) }
    + Hazard.refused("add another space's ground", .alreadyInSpace) {
      let other = try Space()
      try $0.space.add(other.ground)
    }
    + Hazard.refused("remove the ground", .ground) { try $0.space.remove($0.space.ground) }
    + Hazard.refused("remove a body that was never added", .notInSpace) {
      try $0.space.remove(Body(mass: 1, moment: 1))
    }
    + Hazard.refused("remove a body from another space", .notInSpace) {
      try Space().remove($0.crate)
    }
    + Hazard.refused("remove a body twice", .notInSpace) {
      _ = $0
      let (space, body) = (try Space(), try Body(mass: 1, moment: 1))
      try space.add(body)
      try space.remove(body)
      try space.remove(body)
    }
    + Hazard.refused("remove another body's shape", .detached) {
      try $0.other.removeShape($0.shape)
    }
    + Hazard.refused("remove a shape twice", .detached) {
      _ = $0
      let body = Body.static()
      let shape = try body.addShape(.circle(radius: 1))
      try body.removeShape(shape)
      try body.removeShape(shape)
    }
    + Hazard.refused("add a body without a mass", .noMass) { try $0.space.add(.dynamic()) }
    + Hazard.refused("take the last mass away", .noMass) {
      try $0.other.removeShape($0.other.shapes[0])
    }

  @Test("of belonging to a space", arguments: membership)
  func member(hazard: Hazard) throws { try hazard.check() }

  /// The objects to release, of a body and its shape in a space.
  enum Loss: CaseIterable {
    case body, shape, both, space, spaceFirst
  }

  @Test("of releasing in any order", arguments: Loss.allCases, [false, true])
  func lettingGo(loss: Loss, isAsleep: Bool) throws {
    var world: HazardWorld? = try HazardWorld()
    if isAsleep { try world?.settle(sleepAfter: 0.1) }
    var space = world?.space
    var (body, shape) = (world?.crate, world?.shape)
    world = nil
    weak let weakBody = body
    weak let weakSpace = space
    switch loss {
    case .body: body = nil
    case .shape: shape = nil
    case .both: (body, shape) = (nil, nil)
    case .space, .spaceFirst: space = nil
    }
    if let space {
      // The space retains it and uses it.
      #expect(weakBody?.shapes.count == 1)
      try space.steps(60)
    } else {
      #expect(weakSpace == nil)
      try body?.set(\.velocity, to: Vector(1, 1))
      try body?.setType(.static)
      try body?.setType(.dynamic)
      try shape?.set(\.friction, to: 0.1)
      try shape?.set(\.elasticity, to: 0.1)
      if loss == .spaceFirst { body = nil }
      if let body { try Space().add(body) }
      #expect(shape?.body === body)
    }
    (body, shape, space) = (nil, nil, nil)
    #expect(weakBody == nil && weakSpace == nil)
  }

  @Test(
    "of a body that is removed: its shapes go with it, and nothing rests on them",
    arguments: [nil, 0.1]
  )
  func ghost(sleepTime: Double?) throws {
    let world = try HazardWorld()
    let ball = try addBall(at: Vector(0, 40), to: world.space)
    try world.settle(sleepAfter: sleepTime)
    try #require(abs(ball.position.y - 21) < 0.5)
    try world.space.remove(world.crate)
    #expect(!ball.isSleeping)
    try world.space.steps(120)
    #expect(abs(ball.position.y - 11) < 0.5)
    let shape = world.shape
    #expect(shape.body === world.crate)
    try world.crate.removeShape(shape)
    try world.space.step()
  }

  @Test("of a shape of a body without a space: no space knows it")
  func orphan() throws {
    let world = try HazardWorld()
    try world.space.set(\.sleepTimeThreshold, to: 0.1)
    let orphan = try Body(mass: 1, moment: 1)
    let shape = try orphan.addShape(.circle(radius: 50))
    try orphan.set(\.position, to: Vector(0, 20))
    try world.space.steps(120)
    #expect(abs(world.crate.position.y - 6) < 0.5)
    #expect(try world.space.pointQuery(Vector(0, 40)).isEmpty)
    #expect(shape.body === orphan)
  }

  @Test("of shapes of the ground, which remain when the space and its ground are gone")
  func groundShape() throws {
    var world: HazardWorld? = try HazardWorld()
    let shape = try #require(world?.floor)
    world = nil
    #expect(shape.body == nil)
    let error = #expect(throws: PhysicsError.self) { try shape.set(\.friction, to: 1) }
    #expect(error?.code == .detached)
  }

  @Test("of many sleeping groups in a space that is released")
  func sleepers() throws {
    var space: Space? = try spaceWithFloor(sleepAfter: 0.2)
    let crates = try (0..<16).map {
      try addCrate(at: Vector(Double($0) * 50, 16), to: #require(space))
    }
    try space?.steps(120)
    try #require(crates.allSatisfy { $0.isSleeping })
    weak let weakSpace = space
    space = nil
    #expect(weakSpace == nil)
    #expect(!crates.contains { $0.isSleeping })
    let other = try Space()
    for crate in crates {
      try crate.set(\.velocity, to: Vector(0, 10))
      try other.add(crate)
    }
    try other.steps(60)
    #expect(crates.allSatisfy { $0.position.y > 20 })
  }
}
