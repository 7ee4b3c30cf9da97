internal import CChipmunk

/// A constraint of any kind.
struct ConstraintRecord: Record {
  enum Kind: String, CaseIterable, Archivable, Hashable, Sendable {
    case pin, slide, pivot, groove, spring, rotarySpring, rotaryLimit, ratchet, gear, motor
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
    try archive.field("kind", &kind)
    try archive.field("a", &a)
    try archive.field("b", &b)
    let layout = kind.layout
    if archive.isReading {
      points = layout.points.map { _ in .zero }
      numbers = layout.numbers.map { _ in 0 }
    }
    for (place, point) in layout.points.enumerated() {
      try archive.field(point.name, &points[place], .position)
    }
    for (place, number) in layout.numbers.enumerated() {
      try archive.field(number.name, &numbers[place], number.range)
    }
    for property in Self.properties { try property.pass(&self, &archive) }
    try archive.field("functions", &functions)
    try Function.check(functions, among: [.preSolve, .postSolve] + kind.functions)
  }
}

// The fields that a kind adds to those of all constraints, and their properties.
extension ConstraintRecord {
  struct Layout: Sendable {
    typealias Path = any AnyKeyPath & Sendable

    var points: [(name: String, path: Path)] = []
    var numbers: [(name: String, range: ParameterRange, path: Path)] = []

    /// Returns the values of a constraint; nil for one of another kind.
    func values(of constraint: Constraint) -> (points: [Vector], numbers: [Double])? {
      let vectors = points.compactMap { constraint[keyPath: $0.path as AnyKeyPath] as? Vector }
      let values = numbers.compactMap { constraint[keyPath: $0.path as AnyKeyPath] as? Double }
      guard vectors.count == points.count, values.count == numbers.count else { return nil }
      return (vectors, values)
    }
  }

  fileprivate static let layouts: [Kind: Layout] = [
    .pin: Layout(
      points: [("anchorA", \PinJoint.anchorA), ("anchorB", \PinJoint.anchorB)],
      numbers: [("distance", .pinDistance, \PinJoint.distance)]
    ),
    .slide: Layout(
      points: [("anchorA", \SlideJoint.anchorA), ("anchorB", \SlideJoint.anchorB)],
      numbers: [("min", .slideDistance, \SlideJoint.min), ("max", .slideDistance, \SlideJoint.max)]
    ),
    .pivot: Layout(points: [("anchorA", \PivotJoint.anchorA), ("anchorB", \PivotJoint.anchorB)]),
    .groove: Layout(points: [
      ("grooveA", \GrooveJoint.grooveA), ("grooveB", \GrooveJoint.grooveB),
      ("anchorB", \GrooveJoint.anchorB),
    ]),
    .spring: Layout(
      points: [("anchorA", \DampedSpring.anchorA), ("anchorB", \DampedSpring.anchorB)],
      numbers: [
        ("restLength", .restLength, \DampedSpring.restLength),
        ("stiffness", .stiffness, \DampedSpring.stiffness),
        ("damping", .springDamping, \DampedSpring.damping),
      ]
    ),
    .rotarySpring: Layout(numbers: [
      ("restAngle", .angle, \DampedRotarySpring.restAngle),
      ("stiffness", .rotaryStiffness, \DampedRotarySpring.stiffness),
      ("damping", .rotaryDamping, \DampedRotarySpring.damping),
    ]),
    .rotaryLimit: Layout(numbers: [
      ("min", .angle, \RotaryLimitJoint.min), ("max", .angle, \RotaryLimitJoint.max),
    ]),
    .ratchet: Layout(numbers: [
      ("angle", .stateAngle, \RatchetJoint.angle), ("phase", .angle, \RatchetJoint.phase),
      ("ratchet", .signed(.ratchet), \RatchetJoint.ratchet),
    ]),
    .gear: Layout(numbers: [
      ("phase", .angle, \GearJoint.phase), ("ratio", .signed(.gearRatio), \GearJoint.ratio),
    ]),
    .motor: Layout(numbers: [("rate", .angularVelocity, \SimpleMotor.libraryRate)]),
  ]
}

extension ConstraintRecord.Kind {
  fileprivate var layout: ConstraintRecord.Layout { ConstraintRecord.layouts[self] ?? .init() }

  /// The closures that other kinds do not have.
  fileprivate var functions: [Function] {
    switch self {
    case .spring: [.force]
    case .rotarySpring: [.torque]
    default: []
    }
  }
}

// Conversion from and to the kinds of constraints.
extension ConstraintRecord {
  private static let properties: [RecordedProperty<ConstraintRecord, Constraint>] = [
    .init("maxForce", \.maxForce, \.maxForce, .maxForce, or: .infinity),
    .init("breakForce", \.breakForce, \.breakForce, .breakForce, or: .infinity),
    .init("errorBias", \.errorBias, \.errorBias, .errorBias),
    .init("maxBias", \.maxBias, \.maxBias, .maxBias, or: .infinity),
    .init("collidesBodies", \.collidesBodies, \.collidesBodies, or: true),
    .init("impulse", \.impulse, \.storedImpulse, .storedImpulse, or: .zero),
    .init("tag", \.tag, \.tag, or: 0),
  ]

  init(of constraint: Constraint, _ a: Int, _ b: Int) {
    (self.a, self.b) = (a, b)
    for kind in Kind.allCases {
      guard let values = kind.layout.values(of: constraint) else { continue }
      (self.kind, points, numbers) = (kind, values.points, values.numbers)
    }
    for property in Self.properties { property.read(&self, constraint) }
    functions = Function.allCases.filter { $0.isSet(on: constraint) }
  }

  /// Makes the constraint between two bodies, which must still be at the origin.
  func makeConstraint(_ a: Body, _ b: Body) throws(PhysicsError) -> Constraint {
    let constraint = try makeKind(a, b)
    for property in Self.properties { property.write(self, constraint) }
    return constraint
  }

  private func makeKind(_ a: Body, _ b: Body) throws(PhysicsError) -> Constraint {
    let (p, n) = (points, numbers)
    switch kind {
    case .pin:
      // A pin cannot be created with zero length, but may have reached it since.
      let pin = try PinJoint(a, b, anchorB: Vector(1, 0))
      try pin.attempt { ($0.anchorA, $0.anchorB, $0.distance) = (p[0], p[1], n[0]) }
      return pin
    case .slide:
      return try SlideJoint(a, b, anchorA: p[0], anchorB: p[1], min: n[0], max: n[1])
    case .pivot: return try PivotJoint(a, b, anchorA: p[0], anchorB: p[1])
    case .groove: return try GrooveJoint(a, b, from: p[0], to: p[1], anchorB: p[2])
    case .spring:
      let spring = try DampedSpring(a, b, restLength: n[0], stiffness: n[1], damping: n[2])
      try spring.attempt { ($0.anchorA, $0.anchorB) = (p[0], p[1]) }
      return spring
    case .rotarySpring:
      return try DampedRotarySpring(a, b, restAngle: n[0], stiffness: n[1], damping: n[2])
    case .rotaryLimit: return try RotaryLimitJoint(a, b, min: n[0], max: n[1])
    case .ratchet:
      let ratchet = try RatchetJoint(a, b, phase: n[1], ratchet: n[2])
      unsafe ratchet.joint.pointee.angle = n[0]
      return ratchet
    case .gear: return try GearJoint(a, b, phase: n[0], ratio: n[1])
    case .motor: return try SimpleMotor(a, b, rate: -n[0])
    }
  }
}

extension SimpleMotor {
  /// The rate with the C library's sign.
  fileprivate var libraryRate: Double { -rate }
}

extension ParameterRange {
  /// A parameter whose absolute value must be in a range; the call that takes the number checks for zero.
  fileprivate static func signed(_ size: ParameterRange) -> ParameterRange {
    ParameterRange(size.name, size.unit, -size.range.upperBound...size.range.upperBound)
  }
}
