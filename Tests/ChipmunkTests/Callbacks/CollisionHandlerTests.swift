import Chipmunk
import Testing

@Suite("Collision handlers")
struct CollisionHandlerTests {
  @Test("may turn a shape into a sensor, or change its type, from the end of the step on")
  func roles() throws {
    let space = try spaceWithFloor()
    let shape = try addCrate(at: Vector(0, 15.9), to: space).shapes[0]
    var (during, solved) = ([String](), 0)
    let handler = space.addHandler(for: .all)
    handler.preSolve = { _ in
      try shape.set(\.isSensor, to: true)
      try shape.set(\.collisionType, to: 7)
      during.append("\(shape.isSensor) \(shape.collisionType.rawValue)")
      return true
    }
    handler.postSolve = { _ in solved += 1 }
    try space.step()
    #expect(during == ["false 0"])
    #expect(solved == 1)
    #expect(shape.isSensor && shape.collisionType == 7)
    #expect(space.contactEvents.map(\.kind) == [.begin])
    try space.step()
    #expect(solved == 1)
    #expect(space.contactEvents.map(\.kind) == [.separate, .begin])
  }

  @Test("are called for a landing: begin once, then pre-solve and post-solve in each step")
  func landing() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 40), to: space)
    let calls = Calls(on: space.addHandler(for: .all))
    try space.steps(120)
    #expect(calls.begin == 1)
    #expect(calls.separate == 0)
    #expect(calls.preSolve > 60)
    #expect(calls.postSolve == calls.preSolve)
  }

  @Test("see the shapes of a pair in the pair's order, whichever was made first")
  func order() throws {
    for isCrateFirst in [true, false] {
      let space = try spaceWithFloor()
      let floor = space.ground.shapes[0]
      if isCrateFirst { try space.ground.removeShape(floor) }
      let crate = try addCrate(at: Vector(0, 17), to: space, type: 2)
      let ground =
        isCrateFirst
        ? try space.ground.addShape(.segment(from: Vector(-99, 0), to: Vector(99, 0))) : floor
      try ground.set(\.collisionType, to: 1)
      var normals: [Vector] = []
      for pair in [CollisionHandler.Target.pair(1, 2), .pair(2, 1)] {
        space.addHandler(for: pair).begin = { contact in
          normals.append(contact.normal)
          let isGroundFirst = pair == .pair(1, 2)
          #expect((contact.a === ground) == isGroundFirst)
          #expect((contact.bodyB === crate) == isGroundFirst)
          return true
        }
      }
      try space.steps(20)
      try #require(normals.count == 2)
      #expect((normals[0] - Vector(0, 1)).length < 1e-9)
      #expect(normals[1] == -normals[0])
    }
  }

  @Test("are called from the special to the general, each rank in the order of adding")
  func ranks() throws {
    let space = try spaceWithFloor()
    try space.ground.shapes[0].set(\.collisionType, to: 1)
    try addCrate(at: Vector(0, 17), to: space, type: 2)
    var called: [String] = []
    let targets: [(String, CollisionHandler.Target)] = [
      ("all", .all), ("two", .type(2)), ("other", .pair(1, 3)), ("pair", .pair(2, 1)),
      ("one", .type(1)), ("pair again", .pair(1, 2)), ("all again", .all), ("three", .type(3)),
    ]
    for (name, target) in targets {
      space.addHandler(for: target).begin = { _ in
        called.append(name)
        return true
      }
    }
    try space.steps(20)
    #expect(called == ["pair", "pair again", "two", "one", "all", "all again"])
  }

  @Test("for one type are called once for each shape of that type")
  func bothSides() throws {
    let space = try Space()
    let left = try addBall(at: Vector(-20, 0), to: space, type: 7)
    let right = try addBall(at: Vector(20, 0), to: space, type: 7)
    try left.set(\.velocity, to: Vector(100, 0))
    var seen: [Body] = []
    space.addHandler(for: .type(7)).begin = { contact in
      seen.append(contact.bodyA)
      #expect((contact.normal - Vector(contact.bodyA === left ? 1 : -1, 0)).length < 1e-9)
      return true
    }
    var pairs = 0
    space.addHandler(for: .pair(7, 7)).begin = { _ in
      pairs += 1
      return true
    }
    try space.steps(60)
    #expect(seen.count == 2)
    #expect(seen.first === left && seen.last === right)
    #expect(pairs == 1)
  }

  @Test("that reject a beginning let the shapes pass; the ending still comes")
  func refusedBegin() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 17), to: space)
    let calls = Calls(on: space.addHandler(for: .all), begins: false)
    try space.steps(120)
    #expect(crate.position.y < -100)
    #expect(calls.counts == [1, 0, 0, 1])
  }

  @Test("may reject a contact that another one accepts")
  func oneRefuses() throws {
    for refusing in 0..<2 {
      let space = try spaceWithFloor()
      let crate = try addCrate(at: Vector(0, 17), to: space)
      for index in 0..<2 { space.addHandler(for: .all).begin = { _ in index != refusing } }
      try space.steps(120)
      #expect(crate.position.y < -100)
    }
  }

  @Test("that reject a contact in pre-solve are asked again in the next step")
  func refusedPreSolve() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 17), to: space)
    let calls = Calls(on: space.addHandler(for: .all), preSolves: false)
    try space.steps(120)
    #expect(crate.position.y < -100)
    #expect(calls.begin == 1)
    #expect(calls.preSolve > 5)
    #expect(calls.postSolve == 0)
    #expect(calls.separate == 1)
  }

  @Test("that ignore a contact until separation are not asked again before it")
  func ignored() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 17), to: space)
    var asked = 0
    space.addHandler(for: .all).preSolve = { contact in
      asked += 1
      contact.ignoreUntilSeparation()
      return true
    }
    try space.steps(120)
    #expect(asked == 1)
    #expect(crate.position.y < -100)
  }

  @Test("are called for sensors, except for solving")
  func sensors() throws {
    let space = try spaceWithFloor()
    try space.ground.shapes[0].set(\.isSensor, to: true)
    let crate = try addCrate(at: Vector(0, 17), to: space)
    let calls = Calls(on: space.addHandler(for: .all))
    try space.steps(120)
    #expect(crate.position.y < -100)
    #expect(calls.begin == 1)
    #expect(calls.preSolve > 5)
    #expect(calls.postSolve == 0)
    #expect(calls.separate == 1)
  }

  @Test("ignore that a body sleeps and wakes, and are called when its removal ends a contact")
  func sleepAndWake() throws {
    let space = try spaceWithFloor(sleepAfter: 0.2)
    let crate = try addCrate(at: Vector(0, 17), to: space)
    let calls = Calls(on: space.addHandler(for: .all))
    try space.steps(240)
    #expect(crate.isSleeping)
    #expect(calls.begin == 1)
    let known = calls.preSolve
    try space.steps(10)
    #expect(calls.preSolve == known)
    crate.wake()
    try space.steps(5)
    // In the step in which it fell asleep, the space found its contact but no longer solved it.
    #expect(calls.counts == [1, known + 5, known + 4, 0])
    try space.steps(240)
    #expect(crate.isSleeping)
    try space.remove(crate)
    try space.step()
    #expect(calls.begin == 1)
    #expect(calls.separate == 1)
  }

  @Test("may be added when contacts exist, and while bodies sleep")
  func lateHandlers() throws {
    let space = try spaceWithFloor(sleepAfter: 0.2)
    let crate = try addCrate(at: Vector(0, 16), to: space)
    try space.steps(240)
    #expect(crate.isSleeping)
    let calls = [CollisionHandler.Target.all, .type(0), .pair(0, 0)].map {
      Calls(on: space.addHandler(for: $0))
    }
    try crate.set(\.position, to: Vector(0, 500))
    try space.step()
    #expect(calls.map(\.separate) == [1, 2, 1])
    #expect(calls.map(\.begin) == [0, 0, 0])
  }

  @Test("may be removed once, and are then not called again")
  func removal() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 17), to: space)
    let handler = space.addHandler(for: .all)
    let calls = Calls(on: handler)
    try space.steps(20)
    let known = calls.counts
    try space.remove(handler)
    #expect(handler.space == nil)
    #expect(space.handlers.isEmpty)
    try space.steps(20)
    #expect(calls.counts == known)
    #expect { try space.remove(handler) } throws: { ($0 as? PhysicsError)?.code == .notInSpace }
    #expect { try Space().remove(handler) } throws: { ($0 as? PhysicsError)?.code == .notInSpace }
  }

  @Test("may add and remove handlers while they are called")
  func changesWithin() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 17), to: space)
    var once = 0
    var later = 0
    var never = 0
    let first = space.addHandler(for: .all)
    let second = space.addHandler(for: .all)
    second.preSolve = { _ in
      never += 1
      return true
    }
    first.preSolve = { [unowned space, unowned first, unowned second] _ in
      once += 1
      try space.remove(first)
      try space.remove(second)
      space.addHandler(for: .all).preSolve = { _ in
        later += 1
        return true
      }
      return true
    }
    try space.steps(60)
    #expect(once == 1)
    #expect(never == 0)
    #expect(later > 20)
  }

  @Test("may replace the closure that runs, which keeps its captures to the end of the step")
  func replacementWithin() throws {
    final class Witness {}
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 17), to: space)
    weak var witness: Witness?
    var isAlive: [Bool] = []
    var later = 0
    let handler = space.addHandler(for: .all)
    handler.preSolve = {
      let held = Witness()
      witness = held
      return { [unowned handler] _ in
        handler.preSolve = { _ in
          later += 1
          return true
        }
        isAlive.append(witness != nil)
        withExtendedLifetime(held) {}
        return true
      }
    }()
    handler.postSolve = { _ in if isAlive.count == 1 { isAlive.append(witness != nil) } }
    try space.steps(60)
    #expect(isAlive == [true, true])
    #expect(witness == nil)
    #expect(later > 20)
  }

  @Test("may change the closures of others, from the next call on")
  func changesOfOthers() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 15.95), to: space)
    let (first, second, third) = (
      space.addHandler(for: .all), space.addHandler(for: .all), space.addHandler(for: .all)
    )
    var calls: [String] = []
    first.preSolve = { _ in
      calls.append("first")
      second.preSolve = nil
      third.preSolve = { _ in
        calls.append("new")
        return true
      }
      return true
    }
    second.preSolve = { _ in
      calls.append("second")
      return true
    }
    third.preSolve = { _ in
      calls.append("old")
      return true
    }
    try space.step()
    #expect(calls == ["first", "new"])
    first.preSolve = nil
    try space.step()
    #expect(calls == ["first", "new", "new"])
  }

  @Test("are retained by their space, and released with it")
  func lifetime() throws {
    weak var handler: CollisionHandler?
    var space: Space? = try spaceWithFloor()
    handler = space?.addHandler(for: .all)
    #expect(handler != nil)
    space = nil
    #expect(handler == nil)
  }

  @Test("accept any number as a type, even the C library's wildcard")
  func wildcardType() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 17), to: space, type: CollisionType(rawValue: .max))
    let max = Calls(on: space.addHandler(for: .pair(CollisionType(rawValue: .max), 0)))
    let zero = Calls(on: space.addHandler(for: .type(1)))
    try space.steps(60)
    #expect(max.begin == 1)
    #expect(zero.counts == [0, 0, 0, 0])
  }

  @Test("are called for a kinematic body in a static one, except for solving")
  func kinematicAndStatic() throws {
    let space = try spaceWithFloor()
    let lift = Body.kinematic()
    try lift.addShape(.box(width: 20, height: 20))
    try space.add(lift)
    let calls = Calls(on: space.addHandler(for: .all))
    try space.steps(10)
    #expect(calls.counts == [1, 10, 0, 0])
  }
}

/// Counts the calls of a handler.
final class Calls {
  var begin = 0
  var preSolve = 0
  var postSolve = 0
  var separate = 0
  var counts: [Int] { [begin, preSolve, postSolve, separate] }

  init(on handler: CollisionHandler, begins: Bool = true, preSolves: Bool = true) {
    handler.begin = { [self] _ in
      begin += 1
      return begins
    }
    handler.preSolve = { [self] _ in
      preSolve += 1
      return preSolves
    }
    handler.postSolve = { [self] _ in postSolve += 1 }
    handler.separate = { [self] _ in separate += 1 }
  }
}
