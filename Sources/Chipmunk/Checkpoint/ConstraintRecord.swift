internal import CChipmunk

/// A constraint of any kind.
struct ConstraintRecord: Archivable {
  enum Kind: String, CaseIterable, Hashable, Sendable {
    case pin, slide, pivot, groove, spring, rotarySpring, rotaryLimit, ratchet, gear, motor
  }

  /// The fields that a kind adds to those of all constraints.
  struct Layout {
    var points: [String] = []
    var numbers: [(name: String, range: ParameterRange)] = []
  }

  var kind = Kind.pin
  /// The bodies' indices; -1 is the ground.
  var a = 0
  var b = 0
  var points: [Vector] = []
  var numbers: [Double] = []
  var maxForce = Double.infinity
  var breakForce = Double.infinity
  var errorBias = 0.0
  var maxBias = Double.infinity
  var collidesBodies = true
  var impulse = Vector.zero
  var tag = 0
  var functions: [Function] = []

  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    try archive.word("kind", &kind)
    try archive.integer("a", &a)
    try archive.integer("b", &b)
    let layout = kind.layout
    if archive.isReading {
      points = layout.points.map { _ in .zero }
      numbers = layout.numbers.map { _ in 0 }
    }
    for (place, name) in layout.points.enumerated() {
      try archive.vector(name, &points[place], .position)
    }
    for (place, item) in layout.numbers.enumerated() {
      try archive.number(item.name, &numbers[place], item.range)
    }
    try archive.number("maxForce", &maxForce, .maxForce, or: .infinity)
    try archive.number("breakForce", &breakForce, .breakForce, or: .infinity)
    try archive.number("errorBias", &errorBias, .errorBias)
    try archive.number("maxBias", &maxBias, .maxBias, or: .infinity)
    try archive.flag("collidesBodies", &collidesBodies, or: true)
    try archive.vector("impulse", &impulse, .storedImpulse, or: .zero)
    try archive.integer("tag", &tag, or: 0)
    try archive.words("functions", &functions)
  }
}

extension ConstraintRecord.Kind {
  var layout: ConstraintRecord.Layout {
    let anchors = ["anchorA", "anchorB"]
    return switch self {
    case .pin: .init(points: anchors, numbers: [("distance", .pinDistance)])
    case .slide:
      .init(points: anchors, numbers: [("min", .slideDistance), ("max", .slideDistance)])
    case .pivot: .init(points: anchors)
    case .groove: .init(points: ["grooveA", "grooveB", "anchorB"])
    case .spring:
      .init(
        points: anchors,
        numbers: [
          ("restLength", .restLength), ("stiffness", .stiffness), ("damping", .springDamping),
        ]
      )
    case .rotarySpring:
      .init(numbers: [
        ("restAngle", .angle), ("stiffness", .rotaryStiffness), ("damping", .rotaryDamping),
      ])
    case .rotaryLimit: .init(numbers: [("min", .angle), ("max", .angle)])
    case .ratchet:
      .init(numbers: [("angle", .stateAngle), ("phase", .angle), ("ratchet", .signed(.ratchet))])
    case .gear: .init(numbers: [("phase", .angle), ("ratio", .signed(.gearRatio))])
    case .motor: .init(numbers: [("rate", .angularVelocity)])
    }
  }
}

extension ParameterRange {
  /// A parameter whose absolute value must be in a range; the call that takes the number checks for zero.
  fileprivate static func signed(_ size: ParameterRange) -> ParameterRange {
    ParameterRange(size.name, size.unit, -size.range.upperBound...size.range.upperBound)
  }
}

// Conversion from and to the kinds of constraints.
extension ConstraintRecord {
  init(of constraint: Constraint, _ a: Int, _ b: Int) {
    (self.a, self.b) = (a, b)
    (maxForce, errorBias) = (constraint.maxForce, constraint.errorBias)
    breakForce = constraint.breakForce
    (maxBias, collidesBodies) = (constraint.maxBias, constraint.collidesBodies)
    (impulse, tag) = (constraint.storedImpulse, constraint.tag)
    if constraint.preSolve != nil { functions.append(.preSolve) }
    if constraint.postSolve != nil { functions.append(.postSolve) }
    switch constraint {
    case let pin as PinJoint:
      (kind, points, numbers) = (.pin, [pin.anchorA, pin.anchorB], [pin.distance])
    case let slide as SlideJoint:
      (kind, points) = (.slide, [slide.anchorA, slide.anchorB])
      numbers = [slide.min, slide.max]
    case let pivot as PivotJoint: (kind, points) = (.pivot, [pivot.anchorA, pivot.anchorB])
    case let groove as GrooveJoint:
      (kind, points) = (.groove, [groove.grooveA, groove.grooveB, groove.anchorB])
    case let spring as DampedSpring:
      (kind, points) = (.spring, [spring.anchorA, spring.anchorB])
      numbers = [spring.restLength, spring.stiffness, spring.damping]
      if spring.force != nil { functions.append(.force) }
    case let spring as DampedRotarySpring:
      (kind, numbers) = (.rotarySpring, [spring.restAngle, spring.stiffness, spring.damping])
      if spring.torque != nil { functions.append(.torque) }
    case let limit as RotaryLimitJoint: (kind, numbers) = (.rotaryLimit, [limit.min, limit.max])
    case let ratchet as RatchetJoint:
      (kind, numbers) = (.ratchet, [ratchet.angle, ratchet.phase, ratchet.ratchet])
    case let gear as GearJoint: (kind, numbers) = (.gear, [gear.phase, gear.ratio])
    case let motor as SimpleMotor: (kind, numbers) = (.motor, [-motor.rate])
    default: preconditionFailure("a constraint of an unknown kind")
    }
  }

  /// Makes the constraint between two bodies, which must still be at the origin.
  func makeConstraint(_ a: Body, _ b: Body) throws(PhysicsError) -> Constraint {
    let constraint = try makeKind(a, b)
    try constraint.setMaxForce(maxForce)
    try constraint.setBreakForce(breakForce)
    try constraint.setErrorBias(errorBias)
    try constraint.setMaxBias(maxBias)
    constraint.setCollidesBodies(collidesBodies)
    constraint.tag = tag
    return constraint
  }

  private func makeKind(_ a: Body, _ b: Body) throws(PhysicsError) -> Constraint {
    switch kind {
    case .pin:
      // A pin cannot be created with zero length, but may have reached it since.
      let pin = try PinJoint(a, b, anchorB: Vector(1, 0))
      try pin.setAnchorA(points[0])
      try pin.setAnchorB(points[1])
      try pin.setDistance(numbers[0])
      return pin
    case .slide:
      return try SlideJoint(
        a,
        b,
        anchorA: points[0],
        anchorB: points[1],
        min: numbers[0],
        max: numbers[1]
      )
    case .pivot: return try PivotJoint(a, b, anchorA: points[0], anchorB: points[1])
    case .groove: return try GrooveJoint(a, b, from: points[0], to: points[1], anchorB: points[2])
    case .spring:
      return try DampedSpring(
        a,
        b,
        anchorA: points[0],
        anchorB: points[1],
        restLength: numbers[0],
        stiffness: numbers[1],
        damping: numbers[2]
      )
    case .rotarySpring:
      return try DampedRotarySpring(
        a,
        b,
        restAngle: numbers[0],
        stiffness: numbers[1],
        damping: numbers[2]
      )
    case .rotaryLimit: return try RotaryLimitJoint(a, b, min: numbers[0], max: numbers[1])
    case .ratchet:
      let ratchet = try RatchetJoint(a, b, phase: numbers[1], ratchet: numbers[2])
      unsafe ratchet.joint.pointee.angle = numbers[0]
      return ratchet
    case .gear: return try GearJoint(a, b, phase: numbers[0], ratio: numbers[1])
    case .motor: return try SimpleMotor(a, b, rate: -numbers[0])
    }
  }
}
