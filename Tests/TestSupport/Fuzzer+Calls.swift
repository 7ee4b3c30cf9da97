import Chipmunk

// The calls of a random sequence. A call that is listed twice is made twice as often.
extension Fuzzer {
  typealias Call = @Sendable (inout Fuzzer) throws -> Void

  static let calls: [(String, Call)] =
    spaceCalls + bodyCalls + shapeCalls + bodyCalls + bulkCalls + constraintCalls + releases
    + changeCalls + hookCalls + outlineCalls + valueCalls

  private static let spaceCalls: [(String, Call)] = [
    (
      "make a space",
      {
        let step = $0.numbers.chance(0.7) ? 1.0 / 60 : $0.numbers.number(0.001...0.1)
        let engine = $0.numbers.pick(Engine.allCases)
        try $0.add(Space(timeStep: step, engine: engine))
      }
    ),
    ("step", { fuzz in for _ in 0..<fuzz.numbers.count(1...40) { try fuzz.step(fuzz.space()) } }),
    ("step once", { try $0.step($0.space()) }),
    ("step once", { try $0.step($0.space()) }),
    ("gravity", { try $0.space().setGravity($0.vector(-1000...1000)) }),
    ("substeps", { try $0.space().set(\.substeps, to: $0.numbers.count(-1...70)) }),
    ("iterations", { try $0.space().set(\.iterations, to: $0.numbers.count(-1...30)) }),
    ("damping", { try $0.space().set(\.damping, to: $0.numbers.number(0...1)) }),
    ("slop", { try $0.space().set(\.collisionSlop, to: $0.numbers.number(0...1)) }),
    ("bias", { try $0.space().set(\.collisionBias, to: $0.numbers.number(0...0.9)) }),
    ("persistence", { try $0.space().set(\.collisionPersistence, to: $0.numbers.count(-1...11)) }),
    ("dead-band", { try $0.space().set(\.gravityDeadBand, to: $0.numbers.number(0...0.1)) }),
    ("speed limit", { try $0.space().set(\.speedLimit, to: $0.optional(10...5000)) }),
    ("sleep time", { try $0.space().set(\.sleepTimeThreshold, to: $0.optional(0.02...0.5)) }),
    ("idle speed", { try $0.space().set(\.idleSpeedThreshold, to: $0.numbers.number(0...50)) }),
    ("wake all", { try $0.space().wakeAll() }),
    ("checkpoint", { try $0.fork($0.space()) }),
    ("snapshot", { try $0.rewind($0.space()) }),
    (
      "checkpoint for another step",
      { try $0.change($0.space(), toStep: $0.numbers.number(0.001...0.1)) }
    ),
    ("damaged checkpoint", { try $0.damage($0.space().checkpoint()) }),
    (
      "events",
      { fuzz in
        fuzz.shapes += try fuzz.space().contactEvents.prefix(2).flatMap { [$0.a, $0.b] }
        fuzz.bodies += try fuzz.space().limitedBodies.prefix(2)
      }
    ),
  ]

  private static let bodyCalls: [(String, Call)] = [
    (
      "make a body",
      {
        let body = try Body(
          mass: $0.numbers.number(0.1...100),
          moment: $0.numbers.number(0.1...10000)
        )
        $0.bodies.append(body)
        try body.set(\.position, to: $0.vector(-100...100) + Vector($0.offset, $0.offset))
        try $0.furnish(body)
      }
    ),
    (
      "make a kinematic body",
      {
        $0.bodies.append(.kinematic())
        try $0.furnish($0.bodies[$0.bodies.count - 1])
      }
    ),
    ("make a static body", { $0.bodies.append(.static()) }),
    ("ground", { $0.bodies.append(try $0.space().ground) }),
    ("add", { try $0.space().add($0.body()) }),
    ("add", { try $0.space().add($0.body()) }),
    ("remove", { try $0.space().remove($0.body()) }),
    ("remove from its own", { fuzz in if let b = fuzz.bodies.last { try b.space?.remove(b) } }),
    (
      "position",
      { try $0.body().set(\.position, to: $0.vector(-100...100) + Vector($0.offset, $0.offset)) }
    ),
    ("angle", { try $0.body().set(\.angle, to: $0.numbers.number(-7...7)) }),
    ("velocity", { try $0.body().set(\.velocity, to: $0.vector(-500...500)) }),
    ("spin", { try $0.body().set(\.angularVelocity, to: $0.numbers.number(-30...30)) }),
    ("force", { try $0.body().set(\.force, to: $0.vector(-1e4...1e4)) }),
    ("torque", { try $0.body().set(\.torque, to: $0.numbers.number(-1e4...1e4)) }),
    ("apply force", { try $0.body().attemptForce($0.vector(-1e4...1e4), at: $0.vector(-9...9)) }),
    ("apply impulse", { try $0.body().attemptImpulse($0.vector(-99...99), at: $0.vector(-9...9)) }),
    ("mass", { try $0.body().set(\.mass, to: $0.numbers.number(0.1...100)) }),
    ("moment", { try $0.body().set(\.moment, to: $0.numbers.number(0.1...1e4)) }),
    ("wake", { try $0.body().wake() }),
    (
      "assign to a body",
      { fuzz in
        let body = try fuzz.body()
        let numbers = (0..<8).map { _ in fuzz.numbers.number(-90...90) }
        switch fuzz.numbers.count(0...6) {
        case 0: body.position += fuzz.vector(-50...50)
        case 1: body.angle = numbers[0]
        case 2: (body.velocity, body.angularVelocity) = (Vector(numbers[0], numbers[1]), numbers[2])
        case 3: (body.force.x, body.torque) = (numbers[3], numbers[4])
        case 4: (body.mass, body.moment) = (numbers[5], numbers[6])
        case 5: (body.centerOfGravity.y, body.speedLimit) = (numbers[7], numbers[0])
        default: body.applyImpulse(fuzz.vector(-99...99), at: fuzz.vector(-9...9))
        }
      }
    ),
    (
      "assign to a space or a shape",
      { fuzz in
        let (number, vector) = (fuzz.numbers.number(-2...9), fuzz.vector(-900...900))
        switch fuzz.numbers.count(0...5) {
        case 0: try fuzz.space().gravity = vector
        case 1: try fuzz.space().damping = number
        case 2: try fuzz.space().sleepTimeThreshold = number
        case 3: try fuzz.shape().surfaceVelocity = vector
        case 4: try fuzz.shape().friction = number
        default: try fuzz.shape().isSensor.toggle()
        }
      }
    ),
    (
      "look",
      {
        let body = try $0.body()
        _ = (body.state, body.kineticEnergy, body.isSleeping, body.force, body.torque)
        _ = (body.centerOfGravityInWorld, body.sleepingGroup.count, body.isMassFromShapes)
        _ = body.shapes.map { ($0.geometry, $0.mass, $0.density, $0.area) }
        _ = body.worldPoint(ofLocal: body.localPoint(ofWorld: $0.vector(-9...9)))
      }
    ),
  ]

  private static let releases: [(String, Call)] = [
    ("drop a space", { $0.spaces.remove(at: try $0.index(of: $0.spaces)) }),
    ("drop a body", { $0.bodies.remove(at: try $0.index(of: $0.bodies)) }),
    ("drop a shape", { $0.shapes.remove(at: try $0.index(of: $0.shapes)) }),
  ]
}

extension Fuzzer {
  mutating func index<T>(of list: [T]) throws -> Int {
    guard !list.isEmpty else { throw Skipped.nothingThere }
    return numbers.count(0...list.count - 1)
  }

  mutating func space() throws -> Space {
    if spaces.isEmpty { try add(Space(timeStep: 1.0 / 60)) }
    return numbers.pick(spaces)
  }

  /// Adds a space: the first steps on one thread, the others on two, three, one, and so on.
  private mutating func add(_ space: Space) throws {
    try space.setThreads(1 + spaces.count % 3, always: true)
    spaces.append(space)
  }

  mutating func body() throws -> Body { bodies[try index(of: bodies)] }

  mutating func shape() throws -> Shape { shapes[try index(of: shapes)] }

  mutating func vector(_ usual: ClosedRange<Double>) -> Vector {
    let (x, y) = numbers.vector(usual)
    return Vector(x, y)
  }

  mutating func state() -> BodyState {
    BodyState(
      position: vector(-100...100) + Vector(offset, offset),
      angle: numbers.number(-7...7),
      velocity: vector(-500...500),
      angularVelocity: numbers.number(-30...30)
    )
  }

  mutating func optional(_ usual: ClosedRange<Double>) -> Double? {
    numbers.chance(0.2) ? nil : numbers.number(usual)
  }
}
