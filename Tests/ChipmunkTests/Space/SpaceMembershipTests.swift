import Chipmunk
import TestSupport
import Testing

@Suite("Lifetimes")
struct SpaceMembershipTests {
  @Test("a space retains its bodies until it is released")
  func spaceHoldsBodies() throws {
    weak var body: Body?
    weak var shape: Shape?
    do {
      let space = try Space()
      try addCrate(to: space)
      body = space.bodies[0]
      shape = body?.shapes[0]
      for _ in 1...10 { try space.step() }
      #expect(body != nil && shape != nil)
    }
    #expect(body == nil && shape == nil)
  }

  @Test("a removed body is released")
  func removedBodyIsFreed() throws {
    let space = try Space()
    try addCrate(to: space)
    weak let body = space.bodies.first
    try space.remove(space.bodies[0])
    try space.step()
    #expect(body == nil)
    #expect(space.bodies.isEmpty)
  }

  @Test("work after a step may join a body whose addition waits behind it")
  func constraintBeforeItsBody() throws {
    let space = try Space()
    try addCrate(to: space)
    let crate = space.bodies[0]
    let ball = try Body(mass: 1, shape: .circle(radius: 1))
    let joint = try PivotJoint(crate, ball, at: .zero)
    crate.velocityFunction = { _ in
      guard ball.space == nil else { return }
      try space.afterStep { space in try space.add(joint) }
      try space.add(ball)
    }
    try space.step()
    crate.velocityFunction = nil
    let checkpoint = try space.checkpoint()
    let restored = try Space(restoring: Checkpoint(checkpoint.text))
    #expect(try restored.checkpoint() == checkpoint)
  }

  @Test("a space may be released before its bodies: they can be read, changed and added elsewhere")
  func spaceGoesFirst() throws {
    let bodies = try touchingCrates(asleep: false) + touchingCrates(asleep: true)
    let other = try Space()
    for body in bodies {
      #expect(body.space == nil)
      #expect(!body.isSleeping)
      try body.set(\.velocity, to: Vector(1, 1))
      try body.shapes[0].set(\.friction, to: 0.9)
      try body.addShape(.circle(radius: 3))
      try other.add(body)
    }
    for _ in 1...60 { try other.step() }
  }

  @Test("a body may be released before its shapes: they can be read, and a change is an error")
  func bodyGoesFirst() throws {
    let shape = try Body(mass: 1, moment: 1).addShape(.circle(radius: 2), friction: 0.25)
    #expect(shape.body == nil)
    #expect(shape.friction == 0.25)
    #expect(shape.geometry == .circle(radius: 2))
    #expect(code { try shape.set(\.friction, to: 1) } == .detached)
    #expect(code { try shape.set(\.isSensor, to: true) } == .detached)
    #expect(shape.friction == 0.25)
  }

  @Test("shapes of the ground outlive the space, and the ground can be used in another")
  func groundOutlivesSpace() throws {
    var space: Space? = try Space()
    let ground = try #require(space?.ground)
    try ground.addShape(.segment(from: Vector(-9, 0), to: Vector(9, 0)))
    try space?.step()
    space = nil
    #expect(ground.space == nil)
    let other = try Space()
    try other.add(ground)
    try addCrate(to: other, at: Vector(0, 15))
    try other.setGravity(Vector(0, -1000))
    for _ in 1...60 { try other.step() }
    #expect(other.bodies[1].position.y > 10)
    try other.remove(ground)
  }

  @Test("a body cannot be in two spaces, nor twice in one")
  func addedTwice() throws {
    let (space, other) = (try Space(), try Space())
    let body = try addCrate(to: space)
    #expect(code { try space.add(body) } == .alreadyInSpace)
    #expect(code { try other.add(body) } == .alreadyInSpace)
    #expect(code { try other.add(space.ground) } == .alreadyInSpace)
    #expect(code { try other.remove(body) } == .notInSpace)
    try space.remove(body)
    #expect(code { try space.remove(body) } == .notInSpace)
    #expect(code { try space.remove(space.ground) } == .ground)
    try other.add(body)
    #expect(other.bodies.count == 1)
    #expect(body.space === other)
  }

  @Test("a body that moves from space to space keeps its state")
  func movesBetweenSpaces() throws {
    let spaces = [try Space(), try Space()]
    for space in spaces { try space.setGravity(Vector(0, -1000)) }
    let body = try addCrate(to: spaces[0])
    for n in 1...400 {
      try spaces[n % 2].step()
      try spaces[n % 2 == 0 ? 1 : 0].step()
      let from = try #require(body.space)
      try from.remove(body)
      try (from === spaces[0] ? spaces[1] : spaces[0]).add(body)
    }
    // One of each pair of steps counts: the step of the space that contains it at the time.
    #expect(body.velocity.y < -1000)
  }

  @Test(
    "a touching crate can be removed and added again, awake or asleep",
    arguments: [false, true]
  )
  func removeAndAddAgain(asleep: Bool) throws {
    let (space, crates) = try pile(asleep: asleep)
    for crate in [crates[1], crates[0], crates[2]] {
      try space.remove(crate)
      #expect(!crates.contains { $0.isSleeping })
      try space.step()
      try space.add(crate)
      try space.step()
    }
    for _ in 1...300 { try space.step() }
    #expect(crates.allSatisfy { $0.position.y > 0 })
    #expect(space.bodies.count == 3)
  }

  @Test("a shape can be removed and others added between steps", arguments: [false, true])
  func changesShapes(asleep: Bool) throws {
    let (space, crates) = try pile(asleep: asleep)
    let old = crates[1].shapes[0]
    try crates[1].removeShape(old)
    #expect(old.body == nil)
    #expect(code { try crates[1].removeShape(old) } == .detached)
    #expect(code { try crates[0].removeShape(old) } == .detached)
    try space.step()
    try crates[1].addShape(.circle(radius: 16), friction: 0.5)
    try crates[1].addShape(.circle(radius: 4, center: Vector(0, 16)), friction: 0.5)
    for _ in 1...300 { try space.step() }
    #expect(crates[1].shapes.count == 2)
    #expect(crates[1].position.y > 0)
  }

  @Test("a body that a callback removes, gives other shapes and adds again has these in the space")
  func outAndIn() throws {
    let space = try Space()
    let ball = try addBall(at: .zero, to: space)
    let wheel = Body.dynamic()
    try wheel.addShape(.circle(radius: 10), mass: 1)
    try wheel.set(\.position, to: Vector(200, 0))
    try space.add(wheel)
    ball.velocityFunction = { [unowned space, unowned wheel] _ in
      guard space.tick == 1 else { return }
      try space.remove(wheel)
      try wheel.addShape(.circle(radius: 30), mass: 1).set(\.isSensor, to: true)
      try wheel.removeShape(wheel.shapes[0])
      try space.add(wheel)
    }
    for _ in 1...3 { try space.step() }
    #expect(wheel.shapes.count == 1 && space.bodies.count == 2)
    #expect(wheel.shapes[0].id > 1)
    #expect(try space.pointQuery(Vector(220, 0)).map(\.shape.id) == [wheel.shapes[0].id])
    let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
    #expect(twin.states == space.states)
  }

  @Test("a body without shapes falls through everything, sleeps and wakes")
  func noShapes() throws {
    let (space, _) = try pile(asleep: false)
    let ghost = try Body(mass: 1, moment: 1)
    try ghost.set(\.position, to: Vector(0, 500))
    try space.add(ghost)
    for _ in 1...200 { try space.step() }
    #expect(ghost.position.y < -100)
  }

  @Test("a thousand spaces with sleepers, dropped in random order among their bodies and shapes")
  func droppedInRandomOrder() throws {
    var random = SplitMix64(seed: 3)
    var owners: [AnyObject] = []
    var watched: [Watched] = []
    for number in 0..<1000 {
      let (space, crates) = try pile(asleep: number.isMultiple(of: 10))
      owners.append(space)
      if number.isMultiple(of: 3) { owners += crates }
      if number.isMultiple(of: 4) { owners += crates.flatMap(\.shapes) }
      if number.isMultiple(of: 5) { owners.append(space.ground) }
      if number.isMultiple(of: 7) { try space.remove(crates[1]) }
      watched += ([space, space.ground] + crates + crates.flatMap(\.shapes)).map(Watched.init)
    }
    owners.shuffle(using: &random)
    while let owner = owners.popLast() {
      if let body = owner as? Body, body.space == nil { try body.addShape(.circle(radius: 1)) }
    }
    #expect(watched.count == 8000)
    #expect(!watched.contains { $0.object != nil })
  }

  private struct Watched {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  private func code(_ call: () throws -> Void) -> PhysicsError.Code? {
    do {
      try call()
      return nil
    } catch {
      return (error as? PhysicsError)?.code
    }
  }

  @discardableResult
  private func addCrate(to space: Space, at position: Vector = .zero) throws -> Body {
    let form = Geometry.box(width: 32, height: 32)
    let crate = try Body(mass: 10, moment: form.moment(mass: 10))
    try crate.addShape(form, friction: 0.5)
    try crate.set(\.position, to: position)
    try space.add(crate)
    return crate
  }

  /// Three crates on each other, on the ground.
  private func pile(asleep: Bool) throws -> (Space, [Body]) {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    try space.set(\.sleepTimeThreshold, to: 0.1)
    let floor = Geometry.segment(from: Vector(-500, 0), to: Vector(500, 0))
    try space.ground.addShape(floor, friction: 0.5)
    let crates = try (0..<3).map { try addCrate(to: space, at: Vector(0, 16 + 32 * Double($0))) }
    for _ in 1...(asleep ? 300 : 5) { try space.step() }
    try #require(crates.allSatisfy { $0.isSleeping == asleep })
    return (space, crates)
  }

  private func touchingCrates(asleep: Bool) throws -> [Body] { try pile(asleep: asleep).1 }
}
