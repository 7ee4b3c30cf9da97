/// A number that the C library accepts, and the range in which it computes with it safely.
///
/// Outside of these ranges the library aborts the process, hangs, or silently computes wrong results, at once or some
/// steps later. Every call that takes such a number checks it first.
package struct ParameterRange: Hashable, Sendable {
  /// The parameter's name in error messages.
  package let name: String
  /// Its unit; empty if it has none. Lengths are in the user's own units.
  package let unit: String
  /// The valid values. The lower end may be excluded: see ``isAboveZero``.
  package let range: ClosedRange<Double>
  /// Whether the values are whole numbers, such as counts.
  package let isWhole: Bool
  /// Whether zero itself is invalid and the range begins just above it.
  package var isAboveZero: Bool { range.lowerBound > 0 }
  /// The word for infinity in files and messages; nil if infinity is invalid.
  package let wordForInfinity: String?
  /// Whether infinity is valid in addition to the range.
  package var allowsInfinity: Bool { wordForInfinity != nil }

  /// Makes a range.
  package init(
    _ name: String,
    _ unit: String,
    _ range: ClosedRange<Double>,
    infinity word: String? = nil
  ) {
    (self.name, self.unit, self.range, wordForInfinity) = (name, unit, range, word)
    isWhole = false
  }

  /// Makes a range of whole numbers.
  package init(whole name: String, _ range: ClosedRange<Int>, unit: String = "") {
    (self.name, self.unit, wordForInfinity, isWhole) = (name, unit, nil, true)
    self.range = Double(range.lowerBound)...Double(range.upperBound)
  }

  /// Whether a value is valid.
  package func contains(_ value: Double) -> Bool {
    range.contains(value) || (allowsInfinity && value == .infinity)
  }

  /// Throws ``PhysicsError/Code/outOfRange`` unless the value is valid.
  package func check(_ value: Double) throws(PhysicsError) {
    guard !contains(value) else { return }
    throw PhysicsError(
      code: .outOfRange,
      subject: name,
      value: value,
      unit: unit,
      remedy: "give \(rule)"
    )
  }

  /// Throws ``PhysicsError/Code/outOfRange`` unless both components of a vector are valid.
  package func check(_ vector: Vector) throws(PhysicsError) {
    try check(vector.x)
    try check(vector.y)
  }

  /// Throws ``PhysicsError/Code/outOfRange`` unless all components of two vectors are valid.
  package func check(_ a: Vector, _ b: Vector) throws(PhysicsError) {
    try check(a)
    try check(b)
  }

  /// The range in words: "a finite number above 0, at most 1e+12".
  package var rule: String {
    let (low, high) = (Self.brief(range.lowerBound), Self.brief(range.upperBound))
    let words =
      if low == high {
        "exactly \(low)"
      } else if isWhole {
        "a whole number from \(low) to \(high)"
      } else if isAboveZero, range.lowerBound < 1e-6 {
        "a finite number above 0 (at least \(low)), at most \(high)"
      } else {
        "a finite number from \(low) to \(high)"
      }
    return words + (wordForInfinity.map { ", or \($0)" } ?? "")
  }

  /// A bound in its usual form: `1000`, `1e9`, `0.5`.
  private static func brief(_ value: Double) -> String {
    guard let whole = Int(exactly: value) else { return String("\(value)".filter { $0 != "+" }) }
    var (digits, zeros) = (whole, 0)
    while digits != 0, digits.isMultiple(of: 10) { (digits, zeros) = (digits / 10, zeros + 1) }
    return zeros < 6 ? "\(whole)" : "\(digits)e\(zeros)"
  }
}

extension ParameterRange {
  /// A body's mass, in kg.
  package static let mass = ParameterRange("body mass", "kg", 1e-100...1e12)
  /// A body's moment of inertia, in kg·units². A body with infinite moment never turns.
  package static let moment = ParameterRange(
    "body moment",
    "kg·units²",
    1e-100...1e30,
    infinity: "infinite"
  )
  /// A shape's mass per area, in kg/units².
  package static let density = ParameterRange("density", "kg/units²", 1e-100...1e12)
  /// A component of a position, in units.
  package static let position = ParameterRange("position", "units", -1e9...1e9)
  /// A component of a point on a body or in the world, in units.
  package static let point = ParameterRange("point", "units", position.range)
  /// A component of a joint's or a spring's end on a body, in units.
  package static let anchor = ParameterRange("anchor", "units", position.range)
  /// A component of a body's centre of gravity, in its own coordinates, in units.
  package static let centerOfGravity = ParameterRange("centre of gravity", "units", position.range)
  /// An angle, in radians.
  package static let angle = ParameterRange("angle", "rad", -1e9...1e9)
  /// A component of a velocity, in units/s.
  package static let velocity = ParameterRange("velocity", "units/s", -1e9...1e9)
  /// An angular velocity, in rad/s.
  package static let angularVelocity = ParameterRange("angular velocity", "rad/s", -1e9...1e9)
  /// A component of a force, in kg·units/s².
  package static let force = ParameterRange("force", "kg·units/s²", -1e21...1e21)
  /// A torque, in kg·units²/s².
  package static let torque = ParameterRange("torque", "kg·units²/s²", -1e30...1e30)
  /// A component of an impulse, in kg·units/s.
  package static let impulse = ParameterRange("impulse", "kg·units/s", -1e21...1e21)
  /// A component of a space's gravity, in units/s².
  package static let gravity = ParameterRange("gravity", "units/s²", -1e9...1e9)
  /// The fixed simulated time of one step, in seconds.
  package static let timeStep = ParameterRange("time step", "s", 1e-9...100)
  /// The number of solver iterations in a step.
  package static let iterations = ParameterRange(whole: "iterations", 1...1000)
  /// The number of substeps in a step; 0 is as many as each group of bodies needs.
  package static let substeps = ParameterRange(whole: "substeps", 0...64)
  /// The number of threads that a step may use.
  package static let threads = ParameterRange(whole: "threads", 1...64)
  /// The fraction of its velocity that a body keeps over a second.
  package static let damping = ParameterRange("damping", "per second", 0...1)
  /// The fraction of its angular velocity that a body keeps over a second.
  package static let angularDamping = ParameterRange("angular damping", "per second", 0...1)
  /// How many times the space's gravity acts on a body.
  package static let gravityScale = ParameterRange("gravity scale", "", -1e6...1e6)
  /// The time after which a resting body falls asleep, in seconds.
  package static let sleepTime = ParameterRange("sleep time threshold", "s", 1e-9...1e9)
  /// The speed below which a body counts as resting, in units/s; with 0, the library derives it from gravity.
  package static let idleSpeed = ParameterRange("idle speed threshold", "units/s", 0...1e9)
  /// The penetration that the solver tolerates, in units.
  package static let collisionSlop = ParameterRange("collision slop", "units", 0...1e6)
  /// The fraction of a penetration that remains after a second.
  package static let collisionBias = ParameterRange("collision bias", "per second", 0...0.999_999)
  /// The number of steps for which an ended contact is kept.
  package static let collisionPersistence = ParameterRange(
    whole: "collision persistence",
    1...10,
    unit: "steps"
  )
  /// The relative change of gravity below which sleeping bodies stay asleep.
  package static let gravityDeadBand = ParameterRange("gravity dead band", "", 0...1)
  /// The greatest speed of a body after a step, in units/s.
  package static let speedLimit = ParameterRange("speed limit", "units/s", 1e-9...1e12)
  /// A shape's friction coefficient; a contact has the product of both.
  package static let friction = ParameterRange("friction", "", 0...1e6)
  /// A shape's elasticity; a contact has the product of both. Values above 1 add energy.
  package static let elasticity = ParameterRange("elasticity", "", 0...1e6)
  /// A shape's coefficient of rolling resistance; a contact has the larger of both.
  package static let rollingResistance = ParameterRange("rolling resistance", "", 0...1e6)
  /// A component of a shape's one-way direction.
  package static let oneWay = ParameterRange("one-way direction", "", -1e9...1e9)
  /// The length of a shape's one-way direction.
  package static let oneWayLength = ParameterRange("length of a one-way direction", "", 1e-9...2e9)
  /// The number of points of a chain, open or closed.
  package static func chainCount(isClosed: Bool) -> ParameterRange {
    let name = "number of points of a \(isClosed ? "closed chain" : "chain")"
    return ParameterRange(whole: name, (isClosed ? 3 : 2)...10_000)
  }
  /// The restitution of a contact. Values above 1 add energy.
  package static let restitution = ParameterRange("restitution", "", 0...1e6)
  /// The length of a vector given as a contact's normal.
  package static let normalLength = ParameterRange("length of a contact's normal", "", 1e-9...1e9)
  /// A component of a shape's surface velocity, in units/s.
  package static let surfaceVelocity = ParameterRange("surface velocity", "units/s", -1e9...1e9)
  /// A circle's radius, in units.
  package static let circleRadius = ParameterRange("circle radius", "units", 1e-9...1e9)
  /// The radius that rounds a segment or the corners of a polygon, in units.
  package static let roundingRadius = ParameterRange("radius", "units", 0...1e9)
  /// The length of a segment, in units.
  package static let segmentLength = ParameterRange("segment length", "units", 1e-9...4e9)
  /// A side of a box, in units.
  package static let boxSide = ParameterRange("box side", "units", 1e-9...1e9)
  /// The width or height of a bounding box, in units.
  package static let boxExtent = ParameterRange("bounding box's width or height", "units", 0...4e9)
  /// The search radius of a query, in units.
  package static let queryDistance = ParameterRange(
    "distance",
    "units",
    -1e9...1e9,
    infinity: "infinite"
  )
  /// The number of a polygon's vertices.
  package static let vertexCount = ParameterRange(whole: "number of polygon vertices", 3...1000)
  /// The area that a polygon encloses, in units².
  package static let polygonArea = ParameterRange("polygon area", "units²", 1e-18...1e19)
}
