import Chipmunk
import Testing

/// Callbacks that break the C library.
@Suite("Hazards of callbacks")
struct HandlerHazardTests {
  /// How a contact ends, and whether bodies were put to sleep before.
  @Test("that are added when contacts exist, for all, a type or a pair", arguments: [false, true])
  func late(isAsleep: Bool) throws {
    for target in [CollisionHandler.Target.all, .type(0), .pair(0, 0)] {
      for removes in [false, true] {
        let world = try HazardWorld()
        try world.settle(sleepAfter: isAsleep ? 0.1 : nil)
        let calls = Calls(on: world.space.addHandler(for: target))
        if removes {
          try world.crate.removeShape(world.shape)
        } else {
          try world.crate.set(\.position, to: Vector(0, 500))
        }
        try world.space.step()
        #expect(calls.separate == (target == .type(0) ? 2 : 1))
        #expect(calls.begin == 0)
      }
    }
  }

  @Test("that have no closure, or none any more, are not called")
  func noClosures() throws {
    let world = try HazardWorld()
    let handler = world.space.addHandler(for: .all)
    let calls = Calls(on: handler)
    (handler.begin, handler.preSolve, handler.postSolve, handler.separate) = (nil, nil, nil, nil)
    try world.settle()
    #expect(calls.counts == [0, 0, 0, 0])
  }

  @Test("of a released space can be set, and are never called")
  func spaceGone() throws {
    var world: HazardWorld? = try HazardWorld()
    let handler = try #require(world).space.addHandler(for: .all)
    world = nil
    handler.begin = { _ in false }
    #expect(handler.space == nil)
  }

  @Test("for both orders of a pair are two, each with its own order")
  func bothOrders() throws {
    let world = try HazardWorld()
    try world.floor.set(\.collisionType, to: 1)
    try world.shape.set(\.collisionType, to: 2)
    let (one, two) = (
      world.space.addHandler(for: .pair(1, 2)), world.space.addHandler(for: .pair(2, 1))
    )
    #expect(one !== two)
    var seen: [Bool] = []
    one.begin = { [unowned floor = world.floor] in
      seen.append($0.a === floor)
      return true
    }
    two.begin = { [unowned floor = world.floor] in
      seen.append($0.b === floor)
      return true
    }
    try world.settle()
    #expect(seen == [true, true])
  }

  @Test("of a pair do not hide those of a type, nor those for all")
  func allCalled() throws {
    let world = try HazardWorld()
    try world.shape.set(\.collisionType, to: 2)
    let targets: [CollisionHandler.Target] = [.pair(2, 0), .type(2), .all]
    let calls = targets.map { Calls(on: world.space.addHandler(for: $0)) }
    try world.space.steps(60)
    for call in calls.dropLast() { #expect(call.counts[0] == 1 && call.preSolve > 10) }
    #expect(calls[2].begin == 2)
  }

  @Test("see one contact, even if its shapes' order in memory changes")
  func manyShapes() throws {
    let world = try HazardWorld()
    for index in 0..<10 { try addBall(at: Vector(100 + Double(index) * 19, 11), to: world.space) }
    var touching: Set<[UInt]> = []
    let handler = world.space.addHandler(for: .all)
    handler.begin = { contact in
      #expect(contact.a.id < contact.b.id)
      #expect(touching.insert([contact.a.id, contact.b.id]).inserted)
      return true
    }
    handler.separate = { #expect(touching.remove([$0.a.id, $0.b.id]) != nil) }
    try world.space.steps(200)
    #expect(touching.count >= 12)
  }

  @Test("of a joined pair's contact are not called: the constraint prevents collisions")
  func joined() throws {
    let world = try HazardWorld()
    try world.space.setGravity(.zero)
    let ball = try addBall(at: Vector(0, 22), to: world.space)
    let joint = try PivotJoint(world.crate, ball, at: Vector(0, 20))
    joint.collidesBodies = false
    try world.space.add(joint)
    let calls = Calls(on: world.space.addHandler(for: .all))
    try world.space.steps(30)
    #expect(calls.begin == 0)
    try world.space.remove(joint)
    try world.space.step()
    #expect(calls.begin == 1)
  }

  @Test("that wake a sleeper or move it, from where the C library aborts", arguments: 0..<4)
  func sleepers(place: Int) throws {
    let world = try HazardWorld()
    try world.settle(sleepAfter: 0.1)
    let ball = try addBall(at: Vector(500, 12), to: world.space)
    let handler = world.space.addHandler(for: .all)
    let sleepers = [world.crate, world.other]
    let wake = { for body in sleepers { try body.set(\.velocity, to: Vector(0, 30)) } }
    switch place {
    case 0:
      handler.begin = { _ in
        try wake()
        return true
      }
    case 1:
      handler.preSolve = { _ in
        try wake()
        return true
      }
    case 2: handler.postSolve = { _ in try wake() }
    default:
      ball.positionFunction = {
        $0.integrate()
        try wake()
      }
    }
    try world.space.steps(20)
    #expect(!world.crate.isSleeping && world.crate.position.y > 6.5)
  }

  @Test("of work after the step: each closure runs once, in order, even if it is added again")
  func deferred() throws {
    let world = try HazardWorld()
    var done: [Int] = []
    world.space.addHandler(for: .all).begin = { [unowned space = world.space] _ in
      let work: (Space) throws -> Void = { _ in done.append(1) }
      try space.afterStep(work)
      try space.afterStep(work)
      try space.afterStep { inner in
        done.append(2)
        try inner.afterStep { _ in done.append(3) }
        #expect(throws: PhysicsError.self) { try inner.step() }
      }
      return true
    }
    try world.space.steps(60)
    #expect(done.prefix(4) == [1, 1, 2, 3])
    #expect(done.count == 8)
  }

  @Test("of deferred work in a space that is released: it is released with the space")
  func droppedWork() throws {
    final class Token {}
    weak var token: Token?
    var world: HazardWorld? = try HazardWorld()
    let body = try #require(world?.crate)
    var held: Space? = world?.space
    body.velocityFunction = { [weak space = held] update in
      update.integrate()
      let kept = Token()
      token = kept
      try space?.afterStep { _ in withExtendedLifetime(kept) {} }
    }
    try held?.step()
    #expect(token == nil)
    (held, world) = (nil, nil)
    #expect(body.space == nil)
  }

  @Test("that remove all shapes of a body during the iteration over them")
  func allShapes() throws {
    let world = try HazardWorld()
    for x in 1...5 { try world.crate.addShape(.circle(radius: 4, center: Vector(Double(x), 0))) }
    for shape in world.crate.shapes { try world.crate.removeShape(shape) }
    #expect(world.crate.shapes.isEmpty)
    try world.space.steps(60)
    #expect(world.crate.position.y < 0)
  }

  @Test("of a body that is moved by hand in each step: its velocity keeps growing")
  func teleported() throws {
    let world = try HazardWorld()
    for _ in 0..<60 {
      try world.crate.set(\.position, to: Vector(0, 300))
      try world.space.step()
    }
    #expect(abs(world.crate.velocity.y + 100) < 1e-9)
  }

  @Test("of two bodies in the same place, which the C library leaves there")
  func coincident() throws {
    let space = try Space()
    let balls = try (0..<2).map { _ in try addBall(at: .zero, to: space) }
    try space.steps(60)
    for ball in balls { #expect(ball.state.isFinite) }
  }
}
