import Chipmunk
import Testing

@Suite("Gear joint")
struct GearJointTests {
  @Test("keeps the angular velocities of two bodies in its ratio", arguments: [2.0, -2, 0.25, 7])
  func ratio(ratio: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc(moment: 80))
    _ = try rig.add(GearJoint(a, b, ratio: ratio))
    try a.set(\.angularVelocity, to: 3)
    try rig.step(seconds: 2)
    #expect(abs(a.angularVelocity - ratio * b.angularVelocity) < 1e-6)
    #expect(abs(a.angle - ratio * b.angle) < 0.01)
    #expect(abs(a.angularVelocity) > 0.01)
  }

  @Test("turns bodies to its phase")
  func phase() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    let gear = try rig.add(GearJoint(a, b, ratio: 2))
    try gear.set(\.phase, to: 0.3)
    try rig.step(seconds: 5)
    #expect(abs(2 * b.angle - a.angle - 0.3) < 1e-6)
  }

  @Test("follows a changed ratio")
  func newRatio() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    let gear = try rig.add(GearJoint(a, b, ratio: 2))
    try gear.set(\.ratio, to: 5)
    #expect(gear.ratio == 5)
    try a.set(\.angularVelocity, to: 3)
    try rig.step(seconds: 2)
    #expect(abs(a.angularVelocity - 5 * b.angularVelocity) < 1e-6)
    // The gear transfers angular momentum between the wheels, times the ratio: 5·ω₁ + ω₂ is constant.
    #expect(abs(b.angularVelocity - 15.0 / 26) < 1e-6)
  }

  @Test("rejects a ratio of zero", arguments: hostile + [0, 1e-300])
  func badRatio(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange, "gear ratio") { _ = try GearJoint(a, b, ratio: value) }
    let gear = try GearJoint(a, b, ratio: 1)
    expect(.outOfRange) { try gear.set(\.ratio, to: value) }
    #expect(gear.ratio == 1)
  }

  @Test("rejects a phase that is not finite", arguments: hostile)
  func badPhase(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange) { _ = try GearJoint(a, b, phase: value, ratio: 1) }
    let gear = try GearJoint(a, b, phase: 0.5, ratio: 1)
    expect(.outOfRange) { try gear.set(\.phase, to: value) }
    #expect(gear.phase == 0.5)
  }
}
