/// A constraint of any kind.
struct ConstraintRecord: Archivable {
  enum Kind: String, CaseIterable, Hashable, Sendable {
    case pin, slide, pivot, groove, spring, rotarySpring, rotaryLimit, ratchet, gear, motor
  }

  /// The fields that a kind adds to those of all constraints.
  struct Layout {
    var points: [String] = []
    var numbers: [(name: String, quantity: ParameterRange)] = []
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
      try archive.number(item.name, &numbers[place], item.quantity)
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
  /// A quantity whose absolute value must be in a range; the call that takes the number checks for zero.
  fileprivate static func signed(_ size: ParameterRange) -> ParameterRange {
    ParameterRange(size.name, size.unit, -size.range.upperBound...size.range.upperBound)
  }
}
