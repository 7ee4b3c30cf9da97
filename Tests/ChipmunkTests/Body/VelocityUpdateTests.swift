import Chipmunk
import Testing

@Suite("Velocity functions")
struct VelocityUpdateTests {
  @Test("that give an invalid number are named with their body", arguments: Engine.allCases)
  func named(engine: Engine) throws {
    let space = try Space(engine: engine)
    let (first, second) = try (
      addBall(at: .zero, to: space), addBall(at: Vector(100, 0), to: space)
    )
    first.velocityFunction = { $0.angularVelocity = .infinity }
    var error = #expect(throws: PhysicsError.self) { try space.step() }
    #expect(error?.subject == "angular velocity of the velocityFunction of body 1")
    first.velocityFunction = nil
    second.positionFunction = { $0.position.x = .nan }
    error = #expect(throws: PhysicsError.self) { try space.step() }
    #expect(error?.subject == "position of the positionFunction of body 2")
  }

  @Test("that only integrate change no bit of a run", arguments: Engine.allCases)
  func sameBits(engine: Engine) throws {
    func run(withFunctions: Bool) throws -> [BodyState] {
      let space = try spaceWithFloor(engine: engine)
      try space.set(\.damping, to: 0.9)
      for index in 0..<12 {
        let x = Double(index % 4) * 30
        let body = try addCrate(at: Vector(x, 40 + Double(index) * 20), to: space)
        try body.set(\.angle, to: Double(index))
        try body.set(\.centerOfGravity, to: Vector(Double(index), -2))
        (body.gravityScale, body.damping, body.angularDamping) = (0.5, 0.8, index < 6 ? 0.3 : 1)
        if withFunctions {
          body.velocityFunction = { $0.integrate() }
          body.positionFunction = { $0.integrate() }
        }
      }
      for tick in 0..<300 {
        try space.bodies[tick % 12].attemptForce(Vector(3000, 9000), at: Vector(Double(tick), 10))
        try space.step()
      }
      return space.states
    }
    #expect(try run(withFunctions: true) == run(withFunctions: false))
  }

  @Test(
    "give one body a gravity of its own",
    arguments: zip(Engine.allCases, [1.0 / 480, 1.0 / 120])
  )
  func ownGravity(engine: Engine, timeStep: Double) throws {
    let space = try Space(engine: engine)
    try space.setGravity(Vector(0, -1000))
    let (balloon, stone) = (
      try addBall(at: .zero, to: space), try addBall(at: Vector(99, 0), to: space)
    )
    balloon.velocityFunction = { update in
      #expect(update.gravity == Vector(0, -1000))
      #expect(update.timeStep == timeStep)
      #expect(update.damping == 1)
      update.gravity = Vector(0, 500)
      update.integrate()
    }
    try space.steps(120)
    #expect(abs(balloon.velocity.y - 500) < 1e-9)
    #expect(abs(stone.velocity.y + 1000) < 1e-9)
  }

  @Test("that set a velocity move the body by that velocity, whatever its gravity")
  func ownVelocity() throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    let ball = try addBall(at: .zero, to: space)
    ball.velocityFunction = { $0.velocity = Vector(100, 0) }
    try space.steps(120)
    #expect(near(ball.position, Vector(100, 0)))
  }

  @Test("that amplify a motion do so exactly, besides the body's own damping")
  func amplified() throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    space.substeps = 1
    let ball = try addBall(at: .zero, to: space)
    ball.damping = 0.5
    ball.velocityFunction = { update in
      update.damping = 10
      update.integrate()
    }
    try space.step()
    // g h (e^r - 1) / r, with h = 1/120 and r = log 10 + h log 0.5.
    #expect(near(ball.velocity, Vector(0, -32.4450311932273)))
  }

  @Test("that throw leave a body the motion that it has without one", arguments: Engine.allCases)
  func thrown(engine: Engine) throws {
    let space = try Space(engine: engine)
    try space.setGravity(Vector(0, -1000))
    try space.set(\.damping, to: 0.9)
    let (ball, twin) = (
      try addBall(at: .zero, to: space), try addBall(at: Vector(99, 0), to: space)
    )
    for body in [ball, twin] { (body.gravityScale, body.damping) = (0.5, 0.8) }
    ball.velocityFunction = { _ in throw CancellationError() }
    for _ in 0..<12 { #expect(throws: PhysicsError.self) { try space.step() } }
    #expect(ball.velocity == twin.velocity && ball.position.y == twin.position.y)
  }

  @Test("clear the forces, whether they integrate or not")
  func forces() throws {
    let space = try Space()
    let ball = try addBall(at: .zero, to: space)
    ball.velocityFunction = { update in update.velocity.x = 7 }
    try ball.set(\.force, to: Vector(1e6, 0))
    try ball.set(\.torque, to: 1e6)
    try space.step()
    #expect(ball.velocity == Vector(7, 0))
    #expect(ball.force == .zero)
    #expect(ball.torque == 0)
  }

  @Test("move a kinematic body, which has no gravity", arguments: Engine.allCases)
  func kinematic(engine: Engine) throws {
    let space = try spaceWithFloor(engine: engine)
    let lift = Body.kinematic()
    try space.add(lift)
    lift.velocityFunction = { update in
      update.integrate()
      #expect(update.velocity.x == 0)
      update.velocity = Vector(0, 60)
    }
    // The library moves a body before it sets its velocity.
    try space.steps(engine == .tiltbox ? 120 : 121)
    #expect(abs(lift.position.y - 60) < 1e-9)
  }

  @Test(
    "that set numbers at which the library would abort are overruled",
    arguments: [Double.nan, .infinity, -.infinity, 1e308]
  )
  func hostileNumbers(number: Double) throws {
    for part in 0..<6 {
      let space = try Space()
      try space.setGravity(Vector(0, -1000))
      let (ball, other) = (
        try addBall(at: .zero, to: space), try addBall(at: Vector(99, 0), to: space)
      )
      ball.velocityFunction = { update in
        switch part {
        case 0: update.velocity.x = number
        case 1: update.angularVelocity = number
        case 2: update.gravity.y = number
        case 3: update.damping = number
        default: update.velocity = Vector(0, number)
        }
        if part == 3 { update.velocity.x = 1 }
        update.integrate()
      }
      #expect { try space.step() } throws: { ($0 as? PhysicsError)?.code == .outOfRange }
      #expect(space.tick == 1)
      #expect(ball.velocity == other.velocity)
      ball.velocityFunction = nil
      try space.steps(10)
      #expect(ball.velocity == other.velocity)
    }
  }

  @Test("that throw are overruled, and the error comes out")
  func errors() throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    let ball = try addBall(at: .zero, to: space)
    ball.velocityFunction = { update in
      update.velocity = Vector(9, 9)
      throw Refusal()
    }
    #expect(throws: Refusal()) { try space.stepThrowingCause() }
    #expect(abs(ball.velocity.y + 1000.0 / 120) < 1e-12)
    #expect(ball.velocity.x == 0)
  }

  @Test("are not called for a body that sleeps, and do not keep it awake")
  func sleepers() throws {
    let space = try spaceWithFloor(sleepAfter: 0.2)
    let crate = try addCrate(at: Vector(0, 15.95), to: space)
    var calls = 0
    crate.velocityFunction = {
      calls += 1
      $0.integrate()
    }
    crate.positionFunction = { $0.integrate() }
    try space.steps(240)
    #expect(crate.isSleeping)
    let known = calls
    try space.steps(10)
    #expect(calls == known)
  }

  @Test("stay with the body from one space to the next, until they are removed")
  func stay() throws {
    let ball = try Body(mass: 1, moment: 1)
    ball.velocityFunction = { $0.velocity.x += 120 * $0.timeStep }
    for _ in 0..<2 {
      let space = try Space()
      try space.add(ball)
      try space.steps(3)
      try space.remove(ball)
    }
    #expect(abs(ball.velocity.x - 6) < 1e-12)
    let space = try Space()
    try space.add(ball)
    ball.velocityFunction = nil
    try space.steps(3)
    #expect(abs(ball.velocity.x - 6) < 1e-12)
  }

  @Test("can release their body")
  func lettingGo() throws {
    let space = try Space()
    var ball: Body? = try addBall(at: .zero, to: space)
    weak let seen = ball
    ball?.velocityFunction = { update in
      try update.body.space?.remove(update.body)
      update.body.velocityFunction = nil
      ball = nil
      update.integrate()
    }
    try space.step()
    #expect(seen == nil)
    #expect(space.bodies.isEmpty)
  }
}

@Suite("Position functions")
struct PositionUpdateTests {
  @Test("keep a bead on a wire")
  func bead() throws {
    let space = try Space()
    try space.setGravity(Vector(100, -1000))
    let bead = try addBall(at: Vector(0, 50), to: space)
    bead.positionFunction = { update in
      update.integrate()
      update.position.y = 50
      update.angle = 0.25
    }
    try space.steps(120)
    #expect(bead.position.y == 50)
    #expect(bead.position.x > 40)
    #expect(bead.angle == 0.25)
    // Its shape is at the same position.
    #expect(try space.pointQuery(bead.position).count == 1)
  }

  @Test("distinguish the origin and the centre of gravity")
  func center() throws {
    let space = try Space()
    let body = try Body(mass: 1, moment: 1)
    try body.set(\.centerOfGravity, to: Vector(10, 0))
    try body.set(\.angle, to: .pi / 2)
    try body.set(\.position, to: Vector(5, 5))
    try space.add(body)
    var calls = 0
    body.positionFunction = { update in
      // A step calls it in each of its substeps.
      let place = calls == 0 ? Vector(5, 5) : Vector(20, 30)
      #expect((update.position - place).length < 1e-9)
      #expect((update.center - place - Vector(0, 10)).length < 1e-9)
      calls += 1
      update.position = Vector(20, 30)
    }
    try space.step()
    #expect((body.position - Vector(20, 30)).length < 1e-9)
    #expect((body.worldPoint(ofLocal: Vector(10, 0)) - Vector(20, 40)).length < 1e-9)
  }

  @Test("that do nothing leave the body where it is")
  func nothing() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 10), to: space)
    crate.positionFunction = { _ in }
    try space.steps(60)
    #expect(crate.position == Vector(0, 10))
  }

  @Test(
    "that set numbers at which the library would abort are overruled",
    arguments: [Double.nan, .infinity, -.infinity, 1e308]
  )
  func hostileNumbers(number: Double) throws {
    for part in 0..<4 {
      let space = try Space()
      let ball = try addBall(at: Vector(1, 2), to: space)
      ball.positionFunction = { update in
        switch part {
        case 0: update.center.x = number
        case 1: update.position = Vector(0, number)
        case 2: update.angle = number
        default: (update.angle, update.center) = (number, Vector(number, number))
        }
      }
      #expect { try space.step() } throws: { ($0 as? PhysicsError)?.code == .outOfRange }
      #expect(ball.position == Vector(1, 2))
      try ball.set(\.velocity, to: .zero)
    }
  }
}

@Suite("Speed limit of a body")
struct BodySpeedLimitTests {
  @Test("slows down one body, before and after it joins a space; the lower of two limits holds")
  func limits() throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    let bodies = try (0..<4).map { try addBall(at: Vector(Double($0) * 50, 0), to: space) }
    try space.remove(bodies[1])
    try bodies[0].set(\.speedLimit, to: 100)
    try bodies[1].set(\.speedLimit, to: 200)
    try bodies[2].set(\.speedLimit, to: 1e6)
    try space.add(bodies[1])
    try space.set(\.speedLimit, to: 300)
    for _ in 0..<120 {
      try space.step()
      #expect(bodies[0].velocity.length <= 100.000001)
      #expect(bodies[1].velocity.length <= 200.000001)
    }
    #expect(bodies.map { $0.velocity.length.rounded() } == [100, 200, 300, 300])
    #expect(space.limitedBodies.count == 4)
    try bodies[0].set(\.speedLimit, to: nil)
    try space.steps(60)
    #expect(abs(bodies[0].velocity.length - 300) < 1e-6)
  }

  @Test("rejects an invalid speed", arguments: [0, -1, Double.nan, .infinity])
  func hostile(number: Double) throws {
    let body = try Body(mass: 1, moment: 1)
    #expect { try body.set(\.speedLimit, to: number) } throws: {
      ($0 as? PhysicsError)?.code == .outOfRange
    }
    #expect(body.speedLimit == nil)
  }
}
