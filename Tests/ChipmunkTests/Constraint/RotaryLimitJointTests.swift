import Chipmunk
import Testing

@Suite("Rotary limit joint")
struct RotaryLimitJointTests {
  @Test("stops a turning body at the ends of its range", arguments: [3.0, -3])
  func limit(speed: Double) throws {
    let rig = try Rig()
    let body = try rig.disc()
    let joint = try rig.add(RotaryLimitJoint(rig.space.ground, body, min: -1, max: 0.5))
    try body.set(\.angularVelocity, to: speed)
    try rig.step(10)
    #expect(body.angularVelocity == speed)
    #expect(joint.lastImpulse == 0)
    var farthest = 0.0
    try rig.step(seconds: 2) { farthest = max(farthest, abs(body.angle)) }
    #expect(abs(body.angle - (speed > 0 ? 0.5 : -1)) < 1e-9)
    #expect(farthest < abs(body.angle) + 1e-9)
  }

  @Test("gives way little to a strong motor")
  func motor() throws {
    let rig = try Rig()
    let body = try rig.disc()
    _ = try rig.add(RotaryLimitJoint(rig.space.ground, body, min: -1, max: 0.5))
    let motor = try rig.add(SimpleMotor(rig.space.ground, body, rate: 20))
    try motor.set(\.maxForce, to: 7400 * body.moment)
    try rig.step(seconds: 2)
    // A spring of 2π·0.25/h with four substeps.
    let frequency = 2 * Double.pi * 0.25 * 4 / rig.space.timeStep
    #expect(abs(body.angle - 0.5 - 7400 / (frequency * frequency)) < 1e-6)
    #expect(abs(body.angularVelocity) < 1e-6)
  }

  @Test("has properties that are set")
  func properties() throws {
    let rig = try Rig()
    let joint = try RotaryLimitJoint(rig.disc(), rig.disc(), min: 1, max: 2)
    #expect([joint.min, joint.max] == [1, 2])
    try joint.set(\.max, to: 5)
    try joint.set(\.min, to: 4)
    #expect([joint.min, joint.max] == [4, 5])
    try joint.setLimits(min: -3, max: -2)
    #expect([joint.min, joint.max] == [-3, -2])
  }

  @Test(
    "rejects a range that is not finite or in order",
    arguments: [(1, 0), (1, -5), (.nan, 1), (0, .infinity)]
  )
  func badRange(min: Double, max: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange, "angle") { _ = try RotaryLimitJoint(a, b, min: min, max: max) }
    let joint = try RotaryLimitJoint(a, b, min: -1, max: 0.5)
    expect(.outOfRange) { try joint.setLimits(min: min, max: max) }
    expect(.outOfRange) { try joint.set(\.min, to: 1) }
    expect(.outOfRange) { try joint.set(\.max, to: -2) }
    #expect([joint.min, joint.max] == [-1, 0.5])
  }
}
