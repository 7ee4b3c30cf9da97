import Chipmunk
import Testing

/// A change to the world from within a callback.
enum Mutation: String, CaseIterable, CustomTestStringConvertible {
  case addBody, addShape, removeBody, removeShape, removeOther, removeFloor, step, query
  case setGravity, setPosition, setAngle, setVelocity, applyImpulse, moveFloor, setMass, setMoment
  case setCenterOfGravity, setShapeMass, setSensor, setCollisionType, setFilter, setIterations
  case setPersistence, addHandler, removeHandler, afterStep, makeStatic, makeKinematic, makeDynamic
  case wakeSleeper, moveSleeper, pushSleeper, sleep, sleepWith, forbidSleep, wakeAll, setGeometry
  case shrinkFloor, turnGravity, writeStates, readContacts, setFunctions, dropSpace, dropBodies
  case addConstraint, removeConstraint

  var testDescription: String { rawValue }

  var adds: Bool { [.addBody, .addShape, .addHandler, .addConstraint].contains(self) }
}

/// The caller of the callback.
enum Origin: String, CaseIterable, CustomTestStringConvertible {
  case begin, preSolve, postSolve, separate, velocity, position, afterStep
  case beforeSolving, afterSolving
  /// An iteration over a list of the space, between steps.
  case bodies, shapes, query, contacts, events

  var testDescription: String { rawValue }
}

@Suite("Changes from within callbacks")
struct ReentrancyTests {
  /// A floor, a crate on it that is stirred, one that sleeps far away, and a ball with the mass of its
  /// shapes.
  final class World {
    var space: Space?
    var crate: Body?
    var sleeper: Body?
    var ball: Body?
    var handler: CollisionHandler?
    var joint: PivotJoint?
    var between: (origin: Origin, call: () throws -> Void)?
    var calls = 0
    var refused: [PhysicsError.Code] = []
    var queried = 0

    init() throws {
      let space = try spaceWithFloor(sleepAfter: 0.3)
      self.space = space
      sleeper = try addCrate(at: Vector(-500, 15.95), to: space)
      try space.steps(90)
      #expect(sleeper?.isSleeping == true)
      crate = try addCrate(at: Vector(0, 18), to: space)
      let ball = Body.dynamic()
      try ball.addShape(.circle(radius: 10), mass: 1)
      try ball.set(\.position, to: Vector(200, 30))
      try space.add(ball)
      self.ball = ball
      let hook = try addBall(at: Vector(600, 300), to: space)
      let joint = try PivotJoint(space.ground, hook, at: Vector(600, 330))
      try space.add(joint)
      self.joint = joint
    }

    func hook(_ origin: Origin, _ act: @escaping (World) throws -> Void) throws {
      // The last separations come when the world is freed.
      let call = { [weak self] in
        guard let self else { return }
        calls += 1
        try act(self)
      }
      let handler = try #require(space).addHandler(for: .all)
      self.handler = handler
      switch origin {
      case .begin:
        handler.begin = { _ in
          try call()
          return true
        }
      case .preSolve:
        handler.preSolve = { _ in
          try call()
          return true
        }
      case .postSolve: handler.postSolve = { _ in try call() }
      case .separate: handler.separate = { _ in try call() }
      case .velocity:
        crate?.velocityFunction = { update in
          update.integrate()
          try call()
        }
      case .position:
        crate?.positionFunction = { update in
          update.integrate()
          try call()
        }
      case .afterStep:
        handler.begin = { [weak self] _ in
          try self?.space?.afterStep { _ in try call() }
          return true
        }
      case .beforeSolving: joint?.preSolve = { _ in try call() }
      case .afterSolving: joint?.postSolve = { _ in try call() }
      case .bodies, .shapes, .query, .contacts, .events: between = (origin, call)
      }
    }

    /// Iterates over a list, and makes the call for each element.
    func goThroughList() throws {
      guard let (origin, call) = between, let space else { return }
      let everywhere = BoundingBox(low: Vector(-9e8, -9e8), high: Vector(9e8, 9e8))
      var contacts: [ContactState] = []
      switch origin {
      case .bodies: for _ in space.bodies { try call() }
      case .shapes: for body in space.bodies { for _ in body.shapes { try call() } }
      case .query: for _ in try space.boundingBoxQuery(everywhere) { try call() }
      case .contacts: for _ in 0..<space.readContacts(into: &contacts) { try call() }
      default: for _ in space.contactEvents { try call() }
      }
    }

    func act(_ mutation: Mutation) throws {
      guard let space, let crate, let sleeper, let ball else { return }
      let floor = space.ground.shapes.first
      switch mutation {
      case .addBody: try addBall(at: Vector(-300, 300), to: space)
      case .addShape: try crate.addShape(.circle(radius: 3, center: Vector(0, 20)))
      case .removeBody: try space.remove(crate)
      case .removeShape: if let shape = crate.shapes.last { try crate.removeShape(shape) }
      case .removeOther: try space.remove(sleeper)
      case .removeFloor: if let floor { try space.ground.removeShape(floor) }
      case .step: try space.step()
      case .query:
        queried += try space.pointQuery(Vector(-500, 10)).count
        _ = try space.pointQueryNearest(crate.position)
        _ = try space.segmentQuery(from: Vector(-900, 10), to: Vector(900, 10), radius: 1)
        _ = try space.segmentQueryFirst(from: Vector(-900, 10), to: Vector(900, 10))
        let box = BoundingBox(low: Vector(-900, 0), high: Vector(900, 900))
        _ = try space.boundingBoxQuery(box)
        _ = try crate.shapes.map { try space.shapeQuery($0) }
        _ = try space.geometryQuery(.circle(radius: 50), at: crate.position)
      case .setGravity: try space.setGravity(Vector(10, -900))
      case .setPosition: try crate.set(\.position, to: crate.position + Vector(1, 5))
      case .setAngle: try crate.set(\.angle, to: 0.3)
      case .setVelocity: try crate.set(\.velocity, to: Vector(50, 50))
      case .applyImpulse: try crate.attemptImpulse(Vector(0, 100), at: crate.position)
      case .moveFloor: try space.ground.set(\.position, to: Vector(0, -3))
      case .setMass: try crate.set(\.mass, to: 20)
      case .setMoment: try crate.set(\.moment, to: .infinity)
      case .setCenterOfGravity: try crate.set(\.centerOfGravity, to: Vector(3, -5))
      case .setShapeMass: try ball.shapes.first?.set(\.mass, to: 7)
      case .setSensor: try crate.shapes.first?.set(\.isSensor, to: true)
      case .setCollisionType:
        try crate.shapes.first?.set(\.collisionType, to: CollisionType(rawValue: UInt(calls)))
      case .setFilter: try crate.shapes.first?.set(\.filter, to: .none)
      case .setIterations: try space.set(\.iterations, to: 1)
      case .setPersistence: try space.set(\.collisionPersistence, to: 1)
      case .addHandler: space.addHandler(for: .type(0)).postSolve = { _ in }
      case .removeHandler: if let handler { try space.remove(handler) }
      case .afterStep: try space.afterStep { try $0.remove(crate) }
      case .makeStatic: try crate.setType(.static)
      case .makeKinematic: try crate.setType(.kinematic)
      case .makeDynamic:
        try crate.setType(.static)
        try crate.setType(.dynamic, mass: 5, moment: 500)
        try crate.set(\.velocity, to: Vector(0, 80))
      case .wakeSleeper: sleeper.wake()
      case .moveSleeper: try sleeper.set(\.position, to: Vector(-500, 100))
      case .pushSleeper: try sleeper.set(\.velocity, to: Vector(0, 100))
      case .sleep: try crate.sleep()
      case .sleepWith: try crate.sleep(with: sleeper)
      case .forbidSleep: try space.set(\.sleepTimeThreshold, to: nil)
      case .wakeAll: space.wakeAll()
      case .setGeometry: try crate.shapes.first?.setGeometry(.box(width: 20, height: 50))
      case .shrinkFloor:
        try floor?.setGeometry(.segment(from: Vector(-600, 0), to: Vector(-400, 0), radius: 1))
      case .turnGravity: try space.setGravity(Vector(0, 1000))
      case .writeStates: try space.writeStates(space.states.map { _ in BodyState() })
      case .readContacts:
        var contacts: [ContactState] = []
        queried += space.readContacts(into: &contacts)
      case .setFunctions:
        crate.velocityFunction = nil
        crate.positionFunction = { $0.integrate() }
        sleeper.velocityFunction = { _ in }
      case .addConstraint: try space.add(PinJoint(space.ground, crate, anchorA: Vector(0, 90)))
      case .removeConstraint: if let joint { try space.remove(joint) }
      case .dropSpace: self.space = nil
      case .dropBodies:
        try space.remove(crate)
        try space.remove(sleeper)
        try space.remove(ball)
        (self.crate, self.sleeper, self.ball) = (nil, nil, nil)
      }
    }
  }

  @Test("a static body can be moved and get a shape in one callback")
  func moveAndAddShape() throws {
    let space = try spaceWithFloor()
    let wall = Body.static()
    try wall.addShape(.circle(radius: 5))
    try space.add(wall)
    let crate = try addCrate(at: Vector(0, 100), to: space)
    crate.velocityFunction = { [weak wall] _ in
      guard let wall, wall.shapes.count == 1 else { return }
      try wall.set(\.position, to: Vector(300, 300))
      try wall.addShape(.circle(radius: 20))
    }
    try space.step()
    #expect(wall.position == Vector(300, 300))
    #expect(try space.pointQuery(Vector(300, 315)).count == 1)
  }

  @Test(
    "never abort, and have taken effect when the step is over",
    arguments: Origin.allCases,
    Mutation.allCases
  )
  func everyMutation(origin: Origin, mutation: Mutation) throws {
    let world = try World()
    try world.hook(origin) { world in
      // Added objects also get the callback, so their number would double with each step.
      if mutation.adds, world.calls > 5 { return }
      do { try world.act(mutation) } catch let error as PhysicsError {
        world.refused.append(error.code)
      }
    }
    for tick in 0..<90 where world.space != nil {
      let known = world.calls
      do {
        try world.space?.step()
        try world.goThroughList()
      } catch let error as PhysicsError {
        world.refused.append(error.code)
      }
      if known == 0, world.calls > 0 { try check(mutation, world) }
      // Some contact ends in any case.
      if tick == 20, origin == .separate { try world.crate?.set(\.position, to: Vector(0, 100)) }
    }
    #expect(world.calls > 0)
    let isBetween = world.between != nil
    let expected: Set<PhysicsError.Code> =
      switch mutation {
      case .step: isBetween ? [] : [.stepping]
      // It can't be removed twice.
      case .removeBody, .removeOther, .afterStep, .removeHandler, .dropBodies, .removeConstraint:
        [.notInSpace]
      // Its new type doesn't support such a change.
      case .sleep, .sleepWith, .makeStatic, .makeKinematic: [.wrongBodyType, .notInSpace]
      case .forbidSleep: [.sleepingDisabled]
      default: []
      }
    #expect(Set(world.refused).isSubset(of: expected))
    if mutation == .step { #expect(world.refused.count == (isBetween ? 0 : world.calls)) }
  }

  /// Checks the state right after the step with the first call.
  private func check(_ mutation: Mutation, _ world: World) throws {
    guard let space = world.space else { return #expect(mutation == .dropSpace) }
    let isSeen = { (body: Body?) throws -> Bool in
      guard let body else { return false }
      return try space.pointQuery(body.position).contains { $0.shape.body === body }
    }
    let crate = world.crate
    switch mutation {
    case .addBody:
      let last = try #require(space.bodies.last)
      #expect(last.space === space)
      #expect(try isSeen(last))
    case .addShape:
      #expect(try !space.pointQuery(crate?.worldPoint(ofLocal: Vector(0, 21)) ?? .zero).isEmpty)
    case .removeBody, .afterStep:
      #expect(crate?.space == nil)
      #expect(try !isSeen(crate))
    case .removeShape: #expect(try !isSeen(crate))
    case .removeOther: #expect(try !isSeen(world.sleeper))
    case .addConstraint: #expect(crate?.constraints.isEmpty == false)
    case .removeConstraint: #expect(world.joint?.space == nil && space.constraints.isEmpty)
    case .query: #expect(world.queried > 0)
    case .setGravity: #expect(space.gravity == Vector(10, -900))
    case .moveFloor:
      #expect(space.ground.position == Vector(0, -3))
      #expect(try space.pointQuery(Vector(3000, -3)).count == 1)
    case .setMass: #expect(crate?.mass == 20)
    case .setMoment: #expect(crate?.moment == .infinity)
    case .setCenterOfGravity: #expect(crate?.centerOfGravity == Vector(3, -5))
    case .setShapeMass: #expect(world.ball?.mass == 7)
    case .setSensor: #expect(crate?.shapes[0].isSensor == true)
    case .setFilter: #expect(crate?.shapes[0].filter == ShapeFilter.none)
    case .setIterations: #expect(space.iterations == 1)
    case .setPersistence: #expect(space.collisionPersistence == 1)
    case .makeStatic: #expect(crate?.type == .static && crate?.mass == .infinity)
    case .makeKinematic: #expect(crate?.type == .kinematic && crate?.mass == .infinity)
    case .makeDynamic:
      #expect(crate?.type == .dynamic && crate?.mass == 5)
      #expect((crate?.velocity.y ?? 0) > 50)
    case .wakeSleeper, .wakeAll: #expect(world.sleeper?.isSleeping == false)
    case .moveSleeper: #expect(world.sleeper?.position == Vector(-500, 100))
    case .pushSleeper: #expect(world.sleeper?.velocity == Vector(0, 100))
    case .sleep: #expect(crate?.isSleeping == true)
    case .sleepWith:
      #expect(crate?.sleepingGroup.count == 2)
      #expect(world.sleeper?.isSleeping == true)
    case .forbidSleep: #expect(world.sleeper?.isSleeping == false)
    case .setGeometry:
      #expect(crate?.shapes[0].geometry == .box(width: 20, height: 50))
      #expect(try !space.pointQuery(crate?.worldPoint(ofLocal: Vector(0, 24)) ?? .zero).isEmpty)
    case .shrinkFloor: #expect(try space.pointQuery(Vector(3000, 0)).isEmpty)
    case .turnGravity: #expect(world.sleeper?.isSleeping == false)
    case .writeStates: #expect(world.sleeper?.position == .zero)
    default: break
    }
  }
}
