import Chipmunk
import Testing

@Suite("Ratchet joint")
struct RatchetJointTests {
  @Test(
    "turns freely one way, and is caught at the last click the other way",
    arguments: [0.5, -0.5]
  )
  func ratchet(click: Double) throws {
    let rig = try Rig()
    let body = try rig.disc()
    let joint = try rig.add(RatchetJoint(rig.space.ground, body, ratchet: click))
    let forward = click > 0 ? 2.0 : -2
    try body.set(\.angularVelocity, to: forward)
    // At 1.7 rad it has passed three clicks of 0.5.
    try rig.step(seconds: 0.85) { #expect(body.angularVelocity == forward) }
    try body.set(\.angularVelocity, to: -forward)
    try rig.step(seconds: 2)
    #expect(abs(joint.angle - 3 * click) < 1e-12)
    #expect(abs(body.angle - 3 * click) < 0.01)
  }

  @Test("has properties that are set")
  func properties() throws {
    let rig = try Rig()
    let joint = try RatchetJoint(rig.disc(), rig.disc(), phase: 1, ratchet: 2)
    #expect([joint.angle, joint.phase, joint.ratchet] == [0, 1, 2])
    try joint.set(\.angle, to: 3)
    try joint.set(\.phase, to: 4)
    try joint.set(\.ratchet, to: 5)
    #expect([joint.angle, joint.phase, joint.ratchet] == [3, 4, 5])
  }

  @Test("rejects a click of zero", arguments: hostile + [0, 1e-300, -1e-300])
  func badRatchet(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange, "ratchet's click") { _ = try RatchetJoint(a, b, ratchet: value) }
    let joint = try RatchetJoint(a, b, ratchet: 1)
    expect(.outOfRange) { try joint.set(\.ratchet, to: value) }
    #expect(joint.ratchet == 1)
  }

  @Test("rejects an angle that is not finite", arguments: hostile)
  func badAngles(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange) { _ = try RatchetJoint(a, b, phase: value, ratchet: 1) }
    let joint = try RatchetJoint(a, b, ratchet: 1)
    expect(.outOfRange) { try joint.set(\.phase, to: value) }
    expect(.outOfRange) { try joint.set(\.angle, to: value) }
  }
}
