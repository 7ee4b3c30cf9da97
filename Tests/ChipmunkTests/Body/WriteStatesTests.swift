import Chipmunk
import Testing

@Suite("Written states")
struct WriteStatesTests {
  @Test("written back return a run to where it was")
  func back() throws {
    let space = try spaceWithFloor(sleepAfter: 0.5)
    for index in 0..<5 { try addCrate(at: Vector(Double(index) * 50, 60), to: space) }
    try space.bodies[1].set(\.centerOfGravity, to: Vector(4, 3))
    try space.steps(30)
    let states = space.states
    try space.steps(30)
    #expect(space.states != states)
    try space.writeStates(states)
    for (new, old) in zip(space.states, states) {
      #expect((new.position - old.position).length < 1e-12)
      #expect(new.angle == old.angle)
      #expect(new.velocity == old.velocity)
      #expect(new.angularVelocity == old.angularVelocity)
    }
    for (body, state) in zip(space.bodies, states) {
      #expect(try space.pointQuery(state.position).first?.shape === body.shapes[0])
    }
  }

  @Test("of a body are checked as a whole before anything changes")
  func one() throws {
    let body = Body.kinematic()
    let state = BodyState(
      position: Vector(1, 2),
      angle: 3,
      velocity: Vector(4, 5),
      angularVelocity: 6
    )
    try body.setState(state)
    #expect(body.state == state)
    for (x, w) in [(1e10, 0), (0, Double.nan)] {
      let wrong = BodyState(position: Vector(x, 0), angularVelocity: w)
      #expect(throws: PhysicsError.self) { try body.setState(wrong) }
      #expect(body.state == state)
    }
    let error = #expect(throws: PhysicsError.self) { try Body.static().setState(state) }
    #expect(error?.description == "a static body has no use for a velocity; use a kinematic body")
  }

  @Test("that are already the same leave sleepers alone")
  func sleepers() throws {
    let space = try spaceWithFloor(sleepAfter: 0.2)
    for index in 0..<3 { try addCrate(at: Vector(Double(index) * 50, 15.95), to: space) }
    try space.steps(100)
    var states = space.states
    try space.writeStates(states)
    #expect(space.bodies.allSatisfy { $0.isSleeping })
    states[1].velocity.y = 5
    try space.writeStates(states)
    #expect(space.bodies.map(\.isSleeping) == [true, false, true])
    #expect(space.bodies[1].velocity == Vector(0, 5) + Vector(states[1].velocity.x, 0))
  }

  @Test("give the same bits as the four setters, wherever the centre of gravity is")
  func bits() throws {
    var random = SystemRandomNumberGenerator()
    for type in BodyType.allCases {
      let bodies = try [Body(type), Body(type)]
      let space = try Space()
      for body in bodies {
        if type != .static { try body.set(\.centerOfGravity, to: Vector(4, -3)) }
        try body.addShape(.circle(radius: 1)).set(\.filter, to: .none)
        try space.add(body)
      }
      for _ in 0..<100 {
        func number() -> Double { .random(in: -100...100, using: &random) }
        var state = BodyState(position: Vector(number(), number()), angle: number())
        if type != .static {
          state.velocity = Vector(number(), number())
          state.angularVelocity = number()
          try bodies[0].set(\.velocity, to: state.velocity)
          try bodies[0].set(\.angularVelocity, to: state.angularVelocity)
        }
        try bodies[0].set(\.angle, to: state.angle)
        try bodies[0].set(\.position, to: state.position)
        try space.writeStates([state], ids: [2])
        #expect(bodies[0].state == bodies[1].state)
        let point = Vector(1, 2)
        #expect(bodies[0].worldPoint(ofLocal: point) == bodies[1].worldPoint(ofLocal: point))
        try space.step()
        #expect(bodies[0].state == bodies[1].state)
      }
    }
  }

  @Test("by id reach only the bodies that are named")
  func ids() throws {
    let space = try Space()
    for index in 0..<5 { try addBall(at: Vector(Double(index) * 50, 0), to: space) }
    try space.remove(space.bodies[1])
    let up = BodyState(position: Vector(7, 100))
    try space.writeStates([up, BodyState(angle: 1), up], ids: [5, 3, 3])
    #expect(space.bodies.map(\.position.y) == [0, 100, 0, 100])
    #expect(space.bodies.map(\.angle) == [0, 0, 0, 0])
    try space.writeStates([], ids: [])
    let known = space.states
    for (states, ids, code): ([BodyState], [UInt], PhysicsError.Code) in [
      ([up, up], [1, 2], .notInSpace), ([up, up], [1, 6], .notInSpace),
      ([up, up], [1, 0], .notInSpace), ([up], [1, 3], .outOfRange), ([up, up], [1], .outOfRange),
      ([BodyState(), BodyState(angle: .nan)], [3, 1], .outOfRange),
    ] {
      #expect { try space.writeStates(states, ids: ids) } throws: {
        ($0 as? PhysicsError)?.code == code
      }
    }
    #expect(space.states == known)
  }

  @Test("within a step are written at its end, and by id to the original bodies")
  func withinStep() throws {
    let space = try Space()
    for index in 0..<3 { try addBall(at: Vector(Double(index) * 15, 0), to: space) }
    let bodies = space.bodies
    let up = BodyState(position: Vector(7, 100), velocity: Vector(0, 5))
    var within: [Vector] = []
    space.addHandler(for: .all).begin = { [unowned space] _ in
      if within.isEmpty {
        try space.writeStates([up], ids: [2])
        within = space.bodies.map(\.position)
        try space.remove(bodies[0])
      }
      return true
    }
    try space.step()
    #expect(within == [.zero, Vector(15, 0), Vector(30, 0)])
    #expect(bodies[1].state == up)
    #expect(bodies[2].position != up.position)
    #expect(try space.pointQuery(Vector(7, 100)).map(\.shape.body?.id) == [2])
  }

  @Test("of static bodies move them, with what rests on them")
  func statics() throws {
    let space = try spaceWithFloor(sleepAfter: 0.2)
    let table = Body.static()
    try table.addShape(.box(width: 100, height: 10))
    try table.set(\.position, to: Vector(0, 100))
    try space.add(table)
    let crate = try addCrate(at: Vector(0, 120.95), to: space)
    try space.steps(100)
    #expect(crate.isSleeping)
    var states = space.states
    states[0].position.x = 500
    try space.writeStates(states)
    try space.steps(100)
    #expect(crate.position.y < 20)
    #expect(try space.pointQuery(Vector(500, 100)).count == 1)
  }

  @Test("are all written or none", arguments: [Double.nan, .infinity, -1e300])
  func allOrNothing(number: Double) throws {
    let space = try Space()
    for index in 0..<3 { try addBall(at: Vector(Double(index) * 50, 0), to: space) }
    try space.add(.static())
    let states = space.states
    for part in 0..<6 {
      var changed = states.map { _ in BodyState(position: Vector(7, 7)) }
      switch part {
      case 0: changed[2].position.x = number
      case 1: changed[2].position.y = number
      case 2: changed[2].angle = number
      case 3: changed[2].velocity.x = number
      case 4: changed[2].velocity.y = number
      default: changed[2].angularVelocity = number
      }
      #expect { try space.writeStates(changed) } throws: {
        ($0 as? PhysicsError)?.code == .outOfRange
      }
      #expect(space.states == states)
    }
    var changed = states
    changed[3].velocity.x = 1
    changed[0].position.x = 9
    #expect { try space.writeStates(changed) } throws: {
      ($0 as? PhysicsError)?.code == .wrongBodyType
    }
    for count in [0, 3, 5] {
      let some = Array(repeating: BodyState(), count: count)
      #expect { try space.writeStates(some) } throws: {
        ($0 as? PhysicsError)?.code == .outOfRange
      }
    }
    #expect(space.states == states)
  }
}

extension Body {
  fileprivate convenience init(_ type: BodyType) throws {
    try self.init(mass: 1, moment: 100)
    try setType(type)
  }
}
