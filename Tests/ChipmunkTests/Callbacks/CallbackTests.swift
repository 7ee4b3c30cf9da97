import Chipmunk
import Testing

@Suite("Errors and work of callbacks")
struct CallbackTests {
  @Test("the step throws the error of a callback after it is complete; no further callback runs")
  func errorEndsCalls() throws {
    let space = try spaceWithFloor()
    let crates = try [0.0, 100, 200].map { try addCrate(at: Vector($0, 15.95), to: space) }
    var calls = 0
    let handler = space.addHandler(for: .all)
    handler.preSolve = { [unowned space] _ in
      calls += 1
      if space.tick == 5 { throw Refusal(number: calls) }
      return true
    }
    handler.postSolve = { [unowned space] _ in #expect(space.tick != 5) }
    try space.steps(5)
    #expect(calls == 15)
    #expect(throws: Refusal(number: 16)) { try space.stepThrowingCause() }
    #expect(calls == 16)
    #expect(space.tick == 6)
    try space.step()
    #expect(calls == 19)
    for crate in crates { #expect(abs(crate.position.y - 16) < 0.2) }
  }

  @Test("of several errors, the step throws the first")
  func firstError() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 15.95), to: space)
    space.addHandler(for: .all).begin = { [unowned space] _ in
      try space.afterStep { _ in throw Refusal(number: 2) }
      throw Refusal(number: 1)
    }
    #expect(throws: Refusal(number: 1)) { try space.stepThrowingCause() }
    try space.step()
  }

  @Test("all work after the step runs in order, whatever was thrown")
  func deferredWork() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 15.95), to: space)
    var done: [Int] = []
    space.addHandler(for: .all).begin = { [unowned space] _ in
      for number in 1...4 {
        try space.afterStep { inner in
          #expect(inner === space)
          #expect(!inner.isLocked)
          done.append(number)
          if number == 2 { throw Refusal(number: 2) }
        }
      }
      #expect(done.isEmpty)
      #expect(space.isLocked)
      return true
    }
    #expect(throws: Refusal(number: 2)) { try space.stepThrowingCause() }
    #expect(done == [1, 2, 3, 4])
  }

  @Test("work runs at once between steps, and throws to its caller")
  func workAtOnce() throws {
    let space = try Space()
    var isDone = false
    try space.afterStep { _ in isDone = true }
    #expect(isDone)
    #expect(throws: Refusal(number: 3)) { try space.afterStep { _ in throw Refusal(number: 3) } }
    try space.step()
  }

  @Test("work and changes run in the order of the calls, and work sees the changes")
  func workAndChanges() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 15.95), to: space)
    var seen: [Int] = []
    space.addHandler(for: .all).begin = { [unowned space] _ in
      let ball = try Body(mass: 1, moment: 1)
      try ball.addShape(.circle(radius: 5))
      try ball.set(\.position, to: Vector(300, 300))
      let look = { seen.append(try space.pointQuery(Vector(300, 300)).count) }
      try space.afterStep { _ in try look() }
      try space.add(ball)
      try space.afterStep { _ in try look() }
      try space.remove(crate)
      return true
    }
    try space.step()
    #expect(seen == [0, 1])
    #expect(space.bodies.count == 1)
    #expect(space.bodies.first !== crate)
  }

  @Test("work within work runs at once, and a step within it is rejected")
  func workWithinWork() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 15.95), to: space)
    var done: [Int] = []
    var code: PhysicsError.Code?
    space.addHandler(for: .all).begin = { [unowned space] _ in
      try space.afterStep { space in
        try space.afterStep { _ in done.append(1) }
        done.append(2)
        do { try space.step() } catch { code = (error as? PhysicsError)?.code }
      }
      return true
    }
    try space.step()
    #expect(done == [1, 2])
    #expect(code == .stepping)
    #expect(space.tick == 1)
  }

  @Test("another space can be stepped from within a callback")
  func otherSpace() throws {
    let (space, other) = (try spaceWithFloor(), try spaceWithFloor())
    try addCrate(at: Vector(0, 15.95), to: space)
    let crate = try addCrate(at: Vector(0, 100), to: other)
    space.addHandler(for: .all).preSolve = { _ in
      try other.step()
      return true
    }
    try space.steps(30)
    #expect(other.tick == 30)
    #expect(crate.position.y < 99)
  }
}
