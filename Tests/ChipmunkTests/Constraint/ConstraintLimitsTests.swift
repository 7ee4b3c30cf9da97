import Chipmunk
import Foundation
import Testing

@Suite("Limits of a constraint")
struct ConstraintLimitsTests {
  @Test("are the C library's by default")
  func defaults() throws {
    let (a, b) = (try Body(mass: 10, moment: 10), try Body(mass: 10, moment: 10))
    for constraint in try Rig.oneOfEach(a, b) {
      #expect(constraint.maxForce == .infinity)
      // The C library takes 0.1 as a float.
      #expect(abs(constraint.errorBias - pow(0.9, 60)) < 1e-8)
      #expect(constraint.maxBias == .infinity)
      #expect(constraint.collidesBodies)
      #expect(constraint.lastImpulse == 0)
    }
  }

  @Test("can be set")
  func set() throws {
    let (a, b) = (try Body(mass: 10, moment: 10), try Body(mass: 10, moment: 10))
    for constraint in try Rig.oneOfEach(a, b) {
      try constraint.set(\.maxForce, to: 10)
      try constraint.set(\.errorBias, to: 0.3)
      try constraint.set(\.maxBias, to: 20)
      constraint.collidesBodies = false
      #expect(constraint.maxForce == 10)
      #expect(constraint.errorBias == 0.3)
      #expect(constraint.maxBias == 20)
      #expect(!constraint.collidesBodies)
      try constraint.set(\.maxForce, to: .infinity)
      try constraint.set(\.maxBias, to: .infinity)
    }
  }

  @Test("reject values that would abort or explode", arguments: [.nan, -1, -.infinity, 1e308])
  func refused(value: Double) throws {
    let (a, b) = (try Body(mass: 10, moment: 10), try Body(mass: 10, moment: 10))
    let joint = try PivotJoint(a, b, at: .zero)
    expect(.outOfRange, "maximum force") { try joint.set(\.maxForce, to: value) }
    expect(.outOfRange, "error bias") { try joint.set(\.errorBias, to: value) }
    expect(.outOfRange, "maximum bias") { try joint.set(\.maxBias, to: value) }
    #expect(joint.maxForce == .infinity)
    #expect(joint.maxBias == .infinity)
  }

  @Test("reject an error bias above 1", arguments: [1.5, 2, 1e10, .infinity])
  func errorBias(value: Double) throws {
    let (a, b) = (try Body(mass: 10, moment: 10), try Body(mass: 10, moment: 10))
    let joint = try PivotJoint(a, b, at: .zero)
    expect(.outOfRange, "error bias") { try joint.set(\.errorBias, to: value) }
  }

  @Test(
    "let a weak joint give way, and a joint without force do nothing",
    arguments: Engine.allCases
  )
  func maxForce(engine: Engine) throws {
    let rig = try Rig(gravity: Vector(0, -1000), engine: engine)
    let (held, falling) = (try rig.disc(), try rig.disc())
    let strong = try rig.add(PivotJoint(rig.space.ground, held, at: .zero))
    let weak = try rig.add(PivotJoint(rig.space.ground, falling, at: .zero))
    try strong.set(\.maxForce, to: 1001)
    try weak.set(\.maxForce, to: 0)
    try rig.step(120)
    #expect(abs(held.position.y) < 0.1)
    // Symplectic Euler: in 480 substeps, which accelerate it first, or in 120 steps, which move it first.
    let squares = engine == .tiltbox ? 480.0 * 481 / 230_400 : 120 * 119 / 14_400
    #expect(abs(falling.position.y + 1000 * squares / 2) < 1e-6)
    #expect(weak.lastImpulse == 0)
  }

  @Test("correct an error at once, never, or no faster than a speed", arguments: Engine.allCases)
  func bias(engine: Engine) throws {
    let rig = try Rig(engine: engine)
    let bodies = try (0..<3).map { _ in try rig.disc(at: Vector(12, 0)) }
    let joints = try bodies.map {
      try rig.add(PivotJoint(rig.space.ground, $0, anchorA: .zero, anchorB: .zero))
    }
    try joints[0].set(\.errorBias, to: 0)
    try joints[1].set(\.errorBias, to: 1)
    try joints[2].set(\.maxBias, to: 6)
    try rig.step(2)
    // Substeps correct an error as fast as they can without a jerk.
    if engine == .chipmunk { #expect(abs(bodies[0].position.x) < 1e-9) }
    #expect(bodies[1].position.x == 12)
    try rig.step(119)
    #expect(abs(bodies[0].position.x) < 1e-9)
    #expect(bodies[1].position.x == 12)
    switch engine {
    case .tiltbox: #expect((5.95...7).contains(bodies[2].position.x))
    case .chipmunk: #expect(abs(bodies[2].position.x - 6) < 1e-6)
    }
  }

  @Test("keep the two bodies from colliding if set so")
  func collidesBodies() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc(at: Vector(5, 0)))
    try a.addShape(.circle(radius: 10))
    try b.addShape(.circle(radius: 10))
    let spring = try rig.add(DampedSpring(a, b, restLength: 5, stiffness: 0, damping: 0))
    spring.collidesBodies = false
    try rig.step(10)
    #expect(b.position == Vector(5, 0))
    spring.collidesBodies = true
    try rig.step(10)
    #expect(b.position.x > 5)
  }

  @Test("come with the impulse of the last step")
  func impulse() throws {
    // 10 kg · 10 units/s² · 1 s
    let rig = try Rig(timeStep: 1, gravity: Vector(0, 10))
    let weight = try rig.disc(at: .zero, mass: 10)
    let joint = try rig.add(PivotJoint(rig.space.ground, weight, at: .zero))
    try rig.step()
    #expect(abs(joint.lastImpulse - 100) < 1e-9)
  }
}
