/// A number that the C library takes, and the range in which it computes with it safely.
///
/// Outside of these ranges the library aborts the process, hangs, or goes wrong without a word, now or
/// some steps later. Every call that takes such a number checks it first.
package struct Quantity: Hashable, Sendable {
  /// The quantity in words, as an error names it.
  package let name: String
  /// Its unit, empty where it has none. Lengths are in units of the user's own.
  package let unit: String
  /// The values that are taken. The lower end may be excluded: see ``isAboveZero``.
  package let range: ClosedRange<Double>
  /// Whether zero itself is refused, the range beginning just above it.
  package var isAboveZero: Bool { range.lowerBound > 0 }
  /// Whether infinity is taken besides the range.
  package let allowsInfinity: Bool

  /// Describes a quantity of one's own.
  package init(
    _ name: String,
    _ unit: String,
    _ range: ClosedRange<Double>,
    allowsInfinity: Bool = false
  ) {
    self.name = name
    self.unit = unit
    self.range = range
    self.allowsInfinity = allowsInfinity
  }

  /// Whether a value is taken.
  package func contains(_ value: Double) -> Bool {
    range.contains(value) || (allowsInfinity && value == .infinity)
  }

  /// Throws ``PhysicsError/Code/outOfRange`` unless the value is taken.
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

  /// Throws ``PhysicsError/Code/outOfRange`` unless both parts of a vector are taken.
  package func check(_ vector: Vector) throws(PhysicsError) {
    try check(vector.x)
    try check(vector.y)
  }

  /// The range in words: "a finite number above 0, at most 1e+12".
  package var rule: String {
    let (low, high) = (Self.brief(range.lowerBound), Self.brief(range.upperBound))
    let words =
      if isAboveZero, range.lowerBound < 1e-6 {
        "a finite number above 0 (at least \(low)), at most \(high)"
      } else {
        "a finite number from \(low) to \(high)"
      }
    return allowsInfinity ? words + ", or infinite" : words
  }

  /// A bound as one would write it: `1000`, `1e9`, `0.5`.
  private static func brief(_ value: Double) -> String {
    guard let whole = Int(exactly: value) else {
      return String("\(value)".filter { $0 != "+" })
    }
    var (digits, zeros) = (whole, 0)
    while digits != 0, digits.isMultiple(of: 10) { (digits, zeros) = (digits / 10, zeros + 1) }
    return zeros < 6 ? "\(whole)" : "\(digits)e\(zeros)"
  }
}

extension Quantity {
  /// A body's mass, in kg.
  package static let mass = Quantity("body mass", "kg", 1e-100...1e12)
  /// A body's moment of inertia, in kg·units². Infinity is a body that never turns.
  package static let moment = Quantity(
    "body moment",
    "kg·units²",
    1e-100...1e30,
    allowsInfinity: true
  )
  /// A shape's mass over its area, in kg/units².
  package static let density = Quantity("density", "kg/units²", 1e-100...1e12)
  /// A part of a position, in units.
  package static let position = Quantity("position", "units", -1e9...1e9)
  /// An angle, in radians.
  package static let angle = Quantity("angle", "rad", -1e9...1e9)
  /// A part of a velocity, in units/s.
  package static let velocity = Quantity("velocity", "units/s", -1e9...1e9)
  /// An angular velocity, in rad/s.
  package static let angularVelocity = Quantity("angular velocity", "rad/s", -1e9...1e9)
  /// A part of a force, in kg·units/s².
  package static let force = Quantity("force", "kg·units/s²", -1e21...1e21)
  /// A torque, in kg·units²/s².
  package static let torque = Quantity("torque", "kg·units²/s²", -1e30...1e30)
  /// A part of an impulse, in kg·units/s.
  package static let impulse = Quantity("impulse", "kg·units/s", -1e21...1e21)
  /// A part of a space's gravity, in units/s².
  package static let gravity = Quantity("gravity", "units/s²", -1e9...1e9)
  /// The fixed simulated time of one step, in seconds.
  package static let timeStep = Quantity("time step", "s", 1e-9...100)
  /// The solver's iterations in a step.
  package static let iterations = Quantity("iterations", "", 1...1000)
  /// The share of its velocity that a body keeps over a second.
  package static let damping = Quantity("damping", "per second", 0...1)
  /// The time after which a still body falls asleep, in seconds.
  package static let sleepTime = Quantity("sleep time threshold", "s", 1e-9...1e9)
  /// The speed below which a body counts as still, in units/s; 0 lets the library choose by gravity.
  package static let idleSpeed = Quantity("idle speed threshold", "units/s", 0...1e9)
  /// The overlap that the solver leaves alone, in units.
  package static let collisionSlop = Quantity("collision slop", "units", 0...1e6)
  /// The share of an overlap that is left after a second.
  package static let collisionBias = Quantity("collision bias", "per second", 0...0.999_999)
  /// The steps for which a contact that ended is remembered.
  package static let collisionPersistence = Quantity("collision persistence", "steps", 1...10)
  /// The relative change of gravity below which sleeping bodies stay asleep.
  package static let gravityDeadBand = Quantity("gravity dead band", "", 0...1)
  /// The speed above which no body leaves a step, in units/s.
  package static let speedLimit = Quantity("speed limit", "units/s", 1e-9...1e12)
  /// A shape's friction coefficient; that of a contact is the product of its two shapes'.
  package static let friction = Quantity("friction", "", 0...1e6)
  /// A shape's elasticity; that of a contact is the product of its two shapes'. Above 1 it adds energy.
  package static let elasticity = Quantity("elasticity", "", 0...1e6)
  /// The restitution of a contact. Above 1 it adds energy.
  package static let restitution = Quantity("restitution", "", 0...1e6)
  /// The length of a vector that is to be a contact's normal.
  package static let normalLength = Quantity("length of a contact's normal", "", 1e-9...1e9)
  /// A part of a shape's surface velocity, in units/s.
  package static let surfaceVelocity = Quantity("surface velocity", "units/s", -1e9...1e9)
  /// A circle's radius, in units.
  package static let circleRadius = Quantity("circle radius", "units", 1e-9...1e9)
  /// The radius that rounds a segment or the corners of a polygon, in units.
  package static let roundingRadius = Quantity("radius", "units", 0...1e9)
  /// The length of a segment, in units.
  package static let segmentLength = Quantity("segment length", "units", 1e-9...4e9)
  /// A side of a box, in units.
  package static let boxSide = Quantity("box side", "units", 1e-9...1e9)
  /// The width or height of a bounding box, in units.
  package static let boxExtent = Quantity("bounding box's width or height", "units", 0...4e9)
  /// How far from a point a query looks, in units.
  package static let queryDistance = Quantity(
    "distance",
    "units",
    -1e9...1e9,
    allowsInfinity: true
  )
  /// The number of a polygon's vertices.
  package static let vertexCount = Quantity("number of polygon vertices", "", 3...1000)
  /// The area that a polygon encloses, in units².
  package static let polygonArea = Quantity("polygon area", "units²", 1e-18...1e19)
}
