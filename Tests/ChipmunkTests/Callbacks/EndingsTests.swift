import Chipmunk
import Testing

@Suite("Endings")
struct EndingsTests {
  /// An action that ends the contact of a crate with the floor.
  enum Cause: String, CaseIterable, CustomTestStringConvertible {
    case removeShape, removeFloor, removeBody, makeStatic, makeKinematic, makeSensor
    case makeFloorSensor, changeType, changeFloorType, changeFilter, changeFloorFilter
    case teleport, moveFloor, shrinkFloor

    var testDescription: String { rawValue }

    /// Whether the shapes still touch afterwards, so that the contact begins anew.
    var goesOn: Bool {
      switch self {
      case .makeKinematic, .makeSensor, .makeFloorSensor, .changeType, .changeFloorType: true
      default: false
      }
    }

    func act(_ space: Space, _ crate: Body) throws {
      let (shape, floor) = (crate.shapes[0], space.ground.shapes[0])
      switch self {
      case .removeShape: try crate.removeShape(shape)
      case .removeFloor: try space.ground.removeShape(floor)
      case .removeBody: try space.remove(crate)
      case .makeStatic: try crate.setType(.static)
      case .makeKinematic: try crate.setType(.kinematic)
      case .makeSensor: try shape.set(\.isSensor, to: true)
      case .makeFloorSensor: try floor.set(\.isSensor, to: true)
      case .changeType: try shape.set(\.collisionType, to: 5)
      case .changeFloorType: try floor.set(\.collisionType, to: 5)
      case .changeFilter: try shape.set(\.filter, to: .none)
      case .changeFloorFilter: try floor.set(\.filter, to: .none)
      case .teleport: try crate.set(\.position, to: Vector(0, 500))
      case .moveFloor: try space.ground.set(\.position, to: Vector(0, -500))
      case .shrinkFloor: try floor.setGeometry(.segment(from: Vector(50, 0), to: Vector(60, 0)))
      }
    }
  }

  @Test(
    "come once, whatever ends a contact, from awake bodies and from sleeping ones",
    arguments: Cause.allCases,
    [false, true]
  )
  func everyCause(cause: Cause, isAsleep: Bool) throws {
    let space = try spaceWithFloor(sleepAfter: isAsleep ? 0.1 : nil)
    let crate = try addCrate(at: Vector(0, 15.95), to: space)
    let calls = Calls(on: space.addHandler(for: .all))
    // The type is the one at the time of the event, not at the time of the call.
    var typed = 0
    space.addHandler(for: .pair(0, 0)).separate = { _ in typed += 1 }
    try space.steps(60)
    #expect(crate.isSleeping == isAsleep)
    #expect(calls.begin == 1)
    #expect(calls.separate == 0)
    try cause.act(space, crate)
    #expect(calls.separate == 0)
    try space.step()
    #expect(calls.separate == 1)
    #expect(typed == 1)
    #expect(space.contactEvents.filter { $0.kind == .separate }.count == 1)
    #expect(calls.begin == (cause.goesOn ? 2 : 1))
    try space.steps(5)
    #expect(calls.separate == 1)
  }

  @Test("come from a sensor in which a body sleeps", arguments: Cause.allCases)
  func sleepingInSensor(cause: Cause) throws {
    let space = try spaceWithFloor(sleepAfter: 0.1)
    let crate = try addCrate(at: Vector(0, 15.95), to: space)
    let zone = Body.static()
    try zone.addShape(.circle(radius: 8)).set(\.isSensor, to: true)
    try zone.set(\.position, to: Vector(0, 16))
    try space.add(zone)
    var counts = [0, 0]
    let handler = space.addHandler(for: .all)
    handler.begin = { contact in
      if contact.bodyA === zone || contact.bodyB === zone { counts[0] += 1 }
      return true
    }
    handler.separate = { event in
      if event.a.body === zone || event.b.body === zone { counts[1] += 1 }
    }
    try space.steps(60)
    #expect(crate.isSleeping)
    #expect(counts == [1, 0])
    switch cause {
    case .removeFloor: try space.remove(zone)
    case .makeFloorSensor: try zone.shapes[0].set(\.isSensor, to: false)
    case .changeFloorType: try zone.shapes[0].set(\.collisionType, to: 5)
    case .changeFloorFilter: try zone.shapes[0].set(\.filter, to: .none)
    case .moveFloor: try zone.set(\.position, to: Vector(200, 16))
    case .shrinkFloor: try zone.shapes[0].setGeometry(.circle(radius: 1, center: Vector(90, 0)))
    case .makeStatic: try zone.setType(.kinematic)
    case .makeKinematic: try zone.setType(.dynamic, mass: 1, moment: 1)
    default: try cause.act(space, crate)
    }
    try space.step()
    #expect(counts[1] == 1)
    #expect(space.contactEvents.contains { $0.kind == .separate })
  }

  @Test("come when the space is released, with shapes that are in no space any more")
  func spaceGone() throws {
    for isAsleep in [false, true] {
      var space: Space? = try spaceWithFloor(sleepAfter: isAsleep ? 0.1 : nil)
      let crates = try [0.0, 100, 200].map {
        try addCrate(at: Vector($0, 15.95), to: #require(space))
      }
      var ended: [UInt] = []
      let handler = try #require(space).addHandler(for: .all)
      handler.separate = { event in
        ended.append(event.b.id)
        let body = try #require(event.b.body)
        #expect(body.space == nil)
        try body.setType(.static)
        throw Refusal()
      }
      try space?.steps(60)
      #expect(crates[0].isSleeping == isAsleep)
      space = nil
      #expect(ended.count == 3)
    }
  }

  @Test("alternate with beginnings for each pair of shapes, in a stirred box")
  func alternate() throws {
    let space = try spaceWithFloor(sleepAfter: 0.2)
    for x in [-100.0, 100] {
      try space.ground.addShape(.segment(from: Vector(x, 0), to: Vector(x, 400), radius: 5))
    }
    let balls = try (0..<20).map {
      try addBall(at: Vector(Double($0 % 5) * 30 - 60, 20 + Double($0 / 5) * 30), to: space)
    }
    var touching: Set<[ObjectIdentifier]> = []
    let handler = space.addHandler(for: .all)
    handler.begin = { contact in
      let pair = [ObjectIdentifier(contact.a), ObjectIdentifier(contact.b)]
      #expect(touching.insert(pair).inserted)
      return true
    }
    handler.separate = { event in
      #expect(touching.remove([ObjectIdentifier(event.a), ObjectIdentifier(event.b)]) != nil)
    }
    for tick in 0..<600 {
      let ball = balls[tick * 7 % balls.count]
      switch tick % 97 {
      case 3: try ball.setType(ball.type == .dynamic ? .kinematic : .dynamic)
      case 17: try ball.setType(ball.type == .dynamic ? .static : .dynamic)
      case 31: try ball.shapes[0].set(\.isSensor, to: !ball.shapes[0].isSensor)
      case 43: if ball.type == .dynamic { try ball.sleep() }
      case 59: try ball.set(\.velocity, to: Vector(200, 300))
      case 71: try ball.shapes[0].set(\.collisionType, to: CollisionType(rawValue: UInt(tick)))
      case 83: try ball.shapes[0].set(\.filter, to: ShapeFilter(group: UInt(tick % 3)))
      case 89:
        if ball.type == .dynamic, balls[3].type == .dynamic { try ball.sleep(with: balls[3]) }
      default: break
      }
      if ball.type == .static { try ball.setType(.dynamic) }
      try space.step()
    }
    #expect(!touching.isEmpty)
    try space.set(\.sleepTimeThreshold, to: nil)
    for ball in balls { try space.remove(ball) }
    try space.step()
    #expect(touching.isEmpty)
  }

  @Test("do not come from a sensor when a ball wakes the crate that sleeps in it")
  func wokenInSensor() throws {
    let space = try spaceWithFloor(sleepAfter: 0.1)
    let crate = try addCrate(at: Vector(0, 15.95), to: space)
    let zone = try space.ground.addShape(.circle(radius: 8, center: Vector(0, 16)))
    try zone.set(\.isSensor, to: true)
    try space.steps(60)
    #expect(crate.isSleeping)
    try addBall(at: Vector(0, 60), to: space)
    var awake = 0
    for _ in 0..<60 {
      try space.step()
      if !crate.isSleeping { awake += 1 }
      #expect(!space.contactEvents.contains { $0.a === zone || $0.b === zone })
    }
    #expect(awake > 0)
  }

  @Test("come from a sensor that a body leaves as it falls asleep")
  func asleepBesideSensor() throws {
    for tick in 0..<40 {
      let space = try Space()
      try space.set(\.sleepTimeThreshold, to: 0.1)
      try space.set(\.idleSpeedThreshold, to: 50)
      try space.ground.addShape(.circle(radius: 60)).set(\.isSensor, to: true)
      let ball = try addBall(at: Vector(65.1 + Double(tick) / 4, 0), to: space)
      ball.velocity = Vector(30, 0)
      let calls = Calls(on: space.addHandler(for: .all))
      try space.steps(60)
      #expect(ball.isSleeping)
      let isInside = ball.position.x < 70
      #expect(calls.begin - calls.separate == (isInside ? 1 : 0))
    }
  }

  @Test(
    "do not come for a contact that a ball between two walls leaves and meets in one step",
    arguments: [1, 3]
  )
  func resumed(persistence: Int) throws {
    let space = try Space()
    try space.set(\.collisionPersistence, to: persistence)
    for x in [-12.0, 12] {
      try space.ground.addShape(.segment(from: Vector(x, -900), to: Vector(x, 900)), elasticity: 1)
    }
    let ball = try Body(mass: 1, shape: .circle(radius: 10), elasticity: 1)
    ball.velocity = Vector(1600, 30)
    try space.add(ball)
    var touching: Set<UInt> = []
    let handler = space.addHandler(for: .all)
    handler.begin = { contact in
      #expect(touching.insert(contact.a.id).inserted)
      return true
    }
    handler.preSolve = { contact in
      #expect(touching.contains(contact.a.id))
      return true
    }
    handler.separate = { event in #expect(touching.remove(event.a.id) != nil) }
    var steps = 0
    for _ in 0..<60 {
      try space.step()
      let pairs = Set(space.contactEvents.map(\.a.id))
      #expect(pairs.count == space.contactEvents.count)
      steps += touching.isEmpty ? 0 : 1
    }
    #expect(steps > 30)
  }

  @Test("match beginnings for every handler, whichever one throws")
  func errors() throws {
    let space = try spaceWithFloor()
    let balls = try (0..<12).map {
      try addBall(at: Vector(Double($0 % 4) * 18, 15 + Double($0 / 4) * 25), to: space)
    }
    for ball in balls { try ball.shapes[0].set(\.elasticity, to: 0.9) }
    try space.ground.shapes[0].set(\.elasticity, to: 1)
    var touching = [Set<[UInt]>](repeating: [], count: 4)
    var calls = 0
    func throwAtTimes() throws {
      calls += 1
      if calls.isMultiple(of: 3) { throw Refusal(number: calls) }
    }
    for index in touching.indices {
      let handler = space.addHandler(for: index < 2 ? .all : .pair(0, 0))
      handler.begin = { contact in
        #expect(touching[index].insert([contact.a.id, contact.b.id].sorted()).inserted)
        try throwAtTimes()
        return true
      }
      handler.separate = { event in
        #expect(touching[index].remove([event.a.id, event.b.id].sorted()) != nil)
        try throwAtTimes()
      }
    }
    balls[0].velocityFunction = { update in
      update.integrate()
      try throwAtTimes()
    }
    var thrown = 0
    for _ in 0..<300 {
      do { try space.stepThrowingCause() } catch is Refusal { thrown += 1 }
      #expect(Set(touching).count == 1)
    }
    #expect(thrown > 50)
    #expect(!touching[0].isEmpty)
    for ball in balls { try space.remove(ball) }
    #expect(throws: Refusal.self) { try space.stepThrowingCause() }
    #expect(Set(touching) == [[]])
  }
}
