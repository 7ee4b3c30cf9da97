import Chipmunk

// Random constraints, and calls from within a step through their closures.
extension Fuzzer {
  struct Refusal: Error {}

  static let constraintCalls: [(String, Call)] = [
    ("make a constraint", { try $0.join() }),
    ("make a constraint", { try $0.join() }),
    ("make a constraint", { try $0.join() }),
    ("add a constraint", { try $0.space().add($0.constraint()) }),
    ("remove a constraint", { try $0.space().remove($0.constraint()) }),
    (
      "remove from its own",
      { fuzz in if let last = fuzz.constraints.last { try last.space?.remove(last) } }
    ),
    ("max force", { try $0.constraint().set(\.maxForce, to: $0.optional(0...1e5) ?? .infinity) }),
    ("error bias", { try $0.constraint().set(\.errorBias, to: $0.numbers.number(0...1)) }),
    ("max bias", { try $0.constraint().set(\.maxBias, to: $0.optional(0...1e3) ?? .infinity) }),
    ("collide", { try $0.constraint().collidesBodies = $0.numbers.chance(0.5) }),
    ("change a constraint", { try $0.change($0.constraint()) }),
    ("change a constraint", { try $0.change($0.constraint()) }),
    ("call before", { try $0.constraint().preSolve = $0.callback() }),
    ("call after", { try $0.constraint().postSolve = $0.callback() }),
    (
      "call no more",
      {
        let constraint = try $0.constraint()
        if $0.numbers.chance(0.5) { constraint.dropClosures() } else { constraint.preSolve = nil }
      }
    ),
    (
      "look at a constraint",
      { fuzz in
        let constraint = try fuzz.constraint()
        _ = (constraint.lastImpulse, constraint.bodyA.constraints.count)
        let step = fuzz.numbers.number(0.001...0.1)
        _ = (constraint as? DampedSpring)?.greatestStableStiffness(timeStep: step)
        _ = (constraint as? DampedRotarySpring)?.greatestStableStiffness(timeStep: step)
      }
    ),
    ("add a composite", { try $0.space().add($0.composite()) }),
    ("remove a composite", { try $0.space().remove($0.composite()) }),
    (
      "add and remove crates",
      {
        let crates = Crates(bodies: [try $0.body()])
        let space = try $0.space()
        try space.add(crates)
        try space.remove(crates)
      }
    ),
    ("drop a constraint", { $0.constraints.remove(at: try $0.index(of: $0.constraints)) }),
  ]

  mutating func constraint() throws -> Constraint { constraints[try index(of: constraints)] }

  /// Returns two bodies, usually of the same space.
  private mutating func pair() throws -> (Body, Body) {
    let space = try space()
    guard numbers.chance(0.9), let first = space.bodies.last else {
      return (try body(), try body())
    }
    let other = numbers.chance(0.3) ? space.ground : numbers.pick(space.bodies)
    return numbers.chance(0.5) ? (first, other) : (other, numbers.pick(space.bodies))
  }

  private mutating func join() throws {
    let (a, b) = try pair()
    let constraint = try make(a, b)
    constraints.append(constraint)
    if numbers.chance(0.8) { try space().add(constraint) }
  }

  private mutating func make(_ a: Body, _ b: Body) throws -> Constraint {
    let (p, q) = (vector(-20...20), vector(-20...20))
    switch numbers.count(0...10) {
    case 0: return try PinJoint(a, b, anchorA: p, anchorB: q)
    case 1:
      let (min, max) = (numbers.number(0...20), numbers.number(20...80))
      return try SlideJoint(a, b, anchorA: p, anchorB: q, min: min, max: max)
    case 2: return try PivotJoint(a, b, anchorA: p, anchorB: q)
    case 3: return try PivotJoint(a, b, at: p + Vector(offset, offset))
    case 4: return try GrooveJoint(a, b, from: p, to: q, anchorB: vector(-9...9))
    case 5:
      let spring = try DampedSpring(
        a,
        b,
        anchorA: p,
        anchorB: q,
        restLength: numbers.number(0...50),
        stiffness: abs(numbers.number(0...5000)),
        damping: abs(numbers.number(0...100))
      )
      if numbers.chance(0.3) { spring.force = law(p.x) }
      return spring
    case 6:
      let spring = try DampedRotarySpring(
        a,
        b,
        restAngle: numbers.number(-1...1),
        stiffness: abs(numbers.number(0...5000)),
        damping: abs(numbers.number(0...100))
      )
      if numbers.chance(0.3) { spring.torque = law(p.x) }
      return spring
    case 7: return try RotaryLimitJoint(a, b, min: numbers.number(-2...0), max: abs(p.x))
    case 8: return try RatchetJoint(a, b, phase: p.x, ratchet: numbers.number(0.1...2))
    case 9: return try GearJoint(a, b, phase: p.x, ratio: numbers.number(0.1...5))
    default: return try SimpleMotor(a, b, rate: p.x)
    }
  }

  private mutating func change(_ constraint: Constraint) throws {
    let (point, number) = (vector(-20...20), numbers.number(0...100))
    let first = numbers.chance(0.5)
    switch constraint {
    case let pin as PinJoint:
      if numbers.chance(0.3) { return try pin.set(\.distance, to: number) }
      try first ? pin.set(\.anchorA, to: point) : pin.set(\.anchorB, to: point)
    case let slide as SlideJoint:
      if numbers.chance(0.3) { return try slide.set(\.anchorA, to: point) }
      if numbers.chance(0.3) { return try slide.set(\.anchorB, to: point) }
      if numbers.chance(0.3) { return try slide.setLimits(min: point.x, max: number) }
      try first ? slide.set(\.min, to: number) : slide.set(\.max, to: number)
    case let pivot as PivotJoint:
      try first ? pivot.set(\.anchorA, to: point) : pivot.set(\.anchorB, to: point)
    case let groove as GrooveJoint:
      if numbers.chance(0.3) { return try groove.set(\.anchorB, to: point) }
      if numbers.chance(0.3) { return try groove.setGroove(from: point, to: vector(-20...20)) }
      try first ? groove.set(\.grooveA, to: point) : groove.set(\.grooveB, to: point)
    case let spring as DampedSpring:
      if numbers.chance(0.2) { return try spring.set(\.restLength, to: number) }
      if numbers.chance(0.2) { return spring.force = law(number) }
      if numbers.chance(0.2) {
        return try first ? spring.set(\.anchorA, to: point) : spring.set(\.anchorB, to: point)
      }
      try first ? spring.set(\.stiffness, to: number) : spring.set(\.damping, to: number)
    case let spring as DampedRotarySpring:
      if numbers.chance(0.2) { return try spring.set(\.restAngle, to: number) }
      if numbers.chance(0.2) { return spring.torque = law(number) }
      try first ? spring.set(\.stiffness, to: number) : spring.set(\.damping, to: number)
    case let limit as RotaryLimitJoint:
      if numbers.chance(0.3) { return try limit.setLimits(min: point.x, max: number) }
      try first ? limit.set(\.min, to: number) : limit.set(\.max, to: number)
    case let ratchet as RatchetJoint:
      if numbers.chance(0.3) { return try ratchet.set(\.phase, to: number) }
      try first ? ratchet.set(\.ratchet, to: number) : ratchet.set(\.angle, to: number)
    case let gear as GearJoint:
      try first ? gear.set(\.ratio, to: number) : gear.set(\.phase, to: number)
    case let motor as SimpleMotor: try motor.set(\.rate, to: number)
    default: break
    }
  }

  /// Returns a spring law that sometimes makes other calls and returns strange values.
  private mutating func law<Kind>(_ number: Double) -> (Kind, Double) throws -> Double {
    let echo = Echo(of: &self)
    return { _, length in
      try echo.call()
      return echo.chance(0.1) ? echo.numbers().0 : length - number
    }
  }

  /// Returns a closure that changes the constraint's bodies or others within a step.
  private mutating func callback() throws -> (Constraint) throws -> Void {
    let (number, point) = (numbers.number(0.1...100), vector(-20...20))
    let (other, own) = (try body(), numbers.chance(0.5))
    let form = try geometry()
    let joint = try constraint()
    let echo = Echo(of: &self)
    return switch numbers.count(0...25) {
    case 0: { try $0.space?.remove($0) }
    case 1: { try $0.space?.remove($0.bodyB) }
    case 2: { try $0.space?.add(other) }
    // Strong references would create a retain cycle between the constraints.
    case 3: { [weak joint] in if let joint { try $0.space?.add(joint) } }
    case 4: { [weak joint] in if let joint { try $0.space?.remove(joint) } }
    case 5: { try (own ? $0.bodyA : other).set(\.mass, to: number) }
    case 6: { try (own ? $0.bodyB : other).set(\.moment, to: number) }
    case 7: { try (own ? $0.bodyA : other).set(\.velocity, to: point) }
    case 8: { try (own ? $0.bodyB : other).set(\.position, to: point) }
    case 9: { try (own ? $0.bodyB : other).attemptImpulse(point, at: point) }
    case 10: { try $0.space?.setGravity(point * 50) }
    case 11: { try $0.space?.step() }
    case 12: { _ in throw Refusal() }
    case 13: { try (own ? $0.bodyA : other).addShape(form) }
    case 14:
      { _ in if let shape = other.shapes.first { try other.removeShape(shape) } }
    case 15: { try $0.set(\.maxForce, to: number) }
    case 16: { (own ? $0.bodyA : other).wake() }
    case 17: { ($0.preSolve, $0.postSolve) = (nil, nil) }
    default: { _ in try echo.call() }
    }
  }

  private struct Parts: Composite {
    var bodies: [Body]
    var constraints: [Constraint]
  }

  private struct Crates: Composite {
    var bodies: [Body]
  }

  private mutating func composite() throws -> some Composite {
    Parts(
      bodies: try (0..<numbers.count(0...3)).map { _ in try body() },
      constraints: try (0..<numbers.count(0...3)).map { _ in try constraint() }
    )
  }
}

extension Constraint {
  func dropClosures() {
    preSolve = nil
    postSolve = nil
    (self as? DampedSpring)?.force = nil
    (self as? DampedRotarySpring)?.torque = nil
  }
}
