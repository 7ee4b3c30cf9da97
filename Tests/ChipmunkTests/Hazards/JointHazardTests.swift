import Chipmunk
import Testing

/// Settings for which the C library's constraints abort a step later, or diverge.
@Suite("Hazards of constraints")
struct JointHazardTests {
  /// A body 20 units from the origin, joined to the ground by a constraint with a number to set.
  private static func joint<Kind: Constraint>(
    _ name: String,
    _ numbers: [Double],
    _ code: PhysicsError.Code? = .outOfRange,
    _ make: @escaping @Sendable (Body, Body) throws -> Kind,
    _ set: @escaping @Sendable (Kind, Double) throws -> Void
  ) -> [Hazard] {
    numbers.map { number in
      Hazard(name: "\(name) = \(number)", code: code) { world in
        let joint = try make(world.space.ground, world.crate)
        if code == nil { try world.space.add(joint) }
        try set(joint, number)
      }
    }
  }

  private static let pivot: @Sendable (Body, Body) throws -> PivotJoint = {
    try PivotJoint($0, $1, at: .zero)
  }
  private static let pin: @Sendable (Body, Body) throws -> PinJoint = { try PinJoint($0, $1) }
  private static let slide: @Sendable (Body, Body) throws -> SlideJoint = {
    try SlideJoint($0, $1, min: 10, max: 30)
  }
  private static let spring: @Sendable (Body, Body) throws -> DampedSpring = {
    try DampedSpring($0, $1, restLength: 10, stiffness: 100, damping: 1)
  }
  private static let rotary: @Sendable (Body, Body) throws -> DampedRotarySpring = {
    try DampedRotarySpring($0, $1, stiffness: 100, damping: 1)
  }
  private static let gear: @Sendable (Body, Body) throws -> GearJoint = {
    try GearJoint($0, $1, ratio: 2)
  }
  private static let ratchet: @Sendable (Body, Body) throws -> RatchetJoint = {
    try RatchetJoint($0, $1, ratchet: 0.5)
  }
  private static let motor: @Sendable (Body, Body) throws -> SimpleMotor = {
    try SimpleMotor($0, $1, rate: 1)
  }
  private static let limit: @Sendable (Body, Body) throws -> RotaryLimitJoint = {
    try RotaryLimitJoint($0, $1, min: 1, max: 2)
  }

  static let common: [Hazard] =
    joint("greatest force", [.nan, -1], .outOfRange, pivot) { try $0.set(\.maxForce, to: $1) }
    + joint("greatest force", [0, .infinity], nil, pivot) { try $0.set(\.maxForce, to: $1) }
    + joint("error bias", [.nan, -1, 2, 1e10, .infinity], .outOfRange, pivot) {
      try $0.set(\.errorBias, to: $1)
    } + joint("error bias", [0, 1], nil, pivot) { try $0.set(\.errorBias, to: $1) }
    + joint("greatest bias", [.nan, -1], .outOfRange, pivot) { try $0.set(\.maxBias, to: $1) }
    + joint("greatest bias", [0, .infinity], nil, pivot) { try $0.set(\.maxBias, to: $1) }

  static let lengths: [Hazard] =
    joint("a pivot's anchor", [.nan, .infinity, 1e308, 1e10], .outOfRange, pivot) {
      try $0.set(\.anchorA, to: Vector($1, 0))
    }
    + Hazard.refused("a pin of no length", .outOfRange) {
      _ = try PinJoint($0.space.ground, $0.crate, anchorA: Vector(0, 20))
    }
    + joint("a pin's anchor", [.nan], .outOfRange, pin) { try $0.set(\.anchorB, to: Vector(0, $1)) }
    + joint("a pin's length", [0, -5, .nan, .infinity], .outOfRange, pin) {
      try $0.set(\.distance, to: $1)
    } + joint("a slide's maximum", [5, -5, .nan], .outOfRange, slide) { try $0.set(\.max, to: $1) }
    + joint("a slide's maximum", [.infinity], nil, slide) { try $0.set(\.max, to: $1) }
    + joint("a slide's minimum", [.nan, -5, 100], .outOfRange, slide) { try $0.set(\.min, to: $1) }
    + Hazard.refused("a groove of no length", .outOfRange) {
      _ = try GrooveJoint($0.space.ground, $0.crate, from: Vector(20, 0), to: Vector(20, 0))
    }
    + Hazard.refused("a groove of no length at the origin", .outOfRange) {
      _ = try GrooveJoint($0.space.ground, $0.crate, from: .zero, to: .zero)
    }
    + Hazard.each("a groove's end", [.nan, .infinity]) {
      _ = try GrooveJoint($0.space.ground, $0.crate, from: .zero, to: Vector($1, 0))
    }

  static let springs: [Hazard] =
    joint("stiffness", [-10, -1000, .nan, .infinity], .outOfRange, spring) {
      try $0.set(\.stiffness, to: $1)
    }
    // A spring that is too stiff for the time step diverges, and the step throws.
    + joint("stiffness", [0, 1e6, 1e10], nil, spring) { try $0.set(\.stiffness, to: $1) }
    + joint("damping", [-1, -1000, .nan, .infinity], .outOfRange, spring) {
      try $0.set(\.damping, to: $1)
    }
    + joint("damping", [1e10], nil, spring) { try $0.set(\.damping, to: $1) }
    + joint("rest length", [-10, .nan, .infinity], .outOfRange, spring) {
      try $0.set(\.restLength, to: $1)
    }
    + joint("ends at one place", [0], nil, spring) { joint, _ in
      try joint.set(\.anchorA, to: joint.bodyB.position)
    }
    + joint("rotary stiffness", [-100, -100_000, .nan, .infinity], .outOfRange, rotary) {
      try $0.set(\.stiffness, to: $1)
    } + joint("rotary stiffness", [1e8], nil, rotary) { try $0.set(\.stiffness, to: $1) }
    + joint("rotary damping", [-1000, .nan, .infinity], .outOfRange, rotary) {
      try $0.set(\.damping, to: $1)
    }
    + joint("a force of the caller's own", [.nan, .infinity, -.infinity, 1e308], nil, spring) {
      joint,
      force in joint.force = { _, _ in force }
    }

  static let angles: [Hazard] =
    joint("an angle's maximum below the minimum", [0, -5, .nan], .outOfRange, limit) {
      try $0.set(\.max, to: $1)
    }
    + joint("an angle's maximum", [.infinity], .outOfRange, limit) { try $0.set(\.max, to: $1) }
    + joint("a ratchet's click", [0, .nan, .infinity], .outOfRange, ratchet) {
      try $0.set(\.ratchet, to: $1)
    } + joint("a ratchet's click", [-1], nil, ratchet) { try $0.set(\.ratchet, to: $1) }
    + joint("a ratchet's phase", [.nan, .infinity], .outOfRange, ratchet) {
      try $0.set(\.phase, to: $1)
    }
    + joint("a gear's ratio", [0, .nan, .infinity, 1e-300], .outOfRange, gear) {
      try $0.set(\.ratio, to: $1)
    } + joint("a gear's ratio", [-2], nil, gear) { try $0.set(\.ratio, to: $1) }
    + joint("a gear's phase", [.nan, .infinity], .outOfRange, gear) { try $0.set(\.phase, to: $1) }
    + joint("a motor's rate", [.nan, .infinity, 1e308], .outOfRange, motor) {
      try $0.set(\.rate, to: $1)
    }

  static let lives: [Hazard] =
    Hazard.refused("the same body twice", .unsolvable) {
      _ = try PivotJoint($0.crate, $0.crate, at: .zero)
    }
    + Hazard.refused("bodies that are in no space", .notInSpace) {
      let bodies = try (Body(mass: 1, moment: 1), Body(mass: 1, moment: 1))
      try $0.space.add(PivotJoint(bodies.0, bodies.1, at: .zero))
    }
    + Hazard.refused("one body that is in no space", .notInSpace) {
      try $0.space.set(\.sleepTimeThreshold, to: nil)
      try $0.space.add(PivotJoint($0.crate, Body(mass: 1, moment: 1), at: .zero))
    }
    + Hazard.refused("a body of another space", .notInSpace) {
      let other = try HazardWorld()
      try $0.space.add(PivotJoint($0.crate, other.crate, at: .zero))
    }
    + Hazard.refused("two bodies that nothing moves", .unsolvable) { _ in
      let still = Body.static()
      try still.set(\.position, to: Vector(500, 0))
      let space = try Space()
      try space.add(still)
      try space.add(PivotJoint(space.ground, still, at: .zero))
    }
    + Hazard.refused("one that was removed already", .notInSpace) {
      try $0.space.remove(PivotJoint($0.crate, $0.other, at: .zero))
    }

  @Test("of all kinds", arguments: common)
  func ofAll(hazard: Hazard) throws { try hazard.check() }

  @Test("of lengths", arguments: lengths)
  func ofLengths(hazard: Hazard) throws { try hazard.check() }

  @Test("of springs", arguments: springs)
  func ofSprings(hazard: Hazard) throws { try hazard.check() }

  @Test("of angles", arguments: angles)
  func ofAngles(hazard: Hazard) throws { try hazard.check() }

  @Test("of bodies that cannot be held", arguments: lives)
  func ofLives(hazard: Hazard) throws { try hazard.check() }

  @Test("with the same body twice are rejected for every kind", arguments: 0..<10)
  func sameBody(kind: Int) throws {
    let body = try Rig().disc()
    let error = #expect(throws: PhysicsError.self) { try Rig.oneOfEach(body, body)[kind] }
    #expect(error?.code == .unsolvable || error?.code == .outOfRange)
  }

  @Test("of a body that is removed: the constraint retains it, and can be added with it again")
  func bodyGoes() throws {
    let world = try HazardWorld()
    var hook: Body? = Body.kinematic()
    try world.space.add(#require(hook))
    var joint: PivotJoint? = try PivotJoint(#require(hook), world.crate, at: Vector(0, 20))
    try world.space.add(#require(joint))
    try world.space.remove(#require(hook))
    #expect(joint?.space == nil)
    hook = nil
    #expect(joint?.bodyA.type == .kinematic)
    try world.space.steps(10)
    try world.space.add(#require(joint).bodyA)
    try world.space.add(#require(joint))
    joint = nil
    #expect(world.space.constraints.count == 1)
    try world.space.steps(60)
    #expect((world.crate.position - Vector(0, 20)).length < 0.5)
  }
}
