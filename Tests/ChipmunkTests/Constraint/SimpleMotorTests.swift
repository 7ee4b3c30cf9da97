import Chipmunk
import Testing

@Suite("Simple motor")
struct SimpleMotorTests {
  @Test("turns the second body against the first one at its rate")
  func rate() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc(moment: 150))
    let motor = try rig.add(SimpleMotor(a, b, rate: 4))
    try rig.step()
    #expect(abs(b.angularVelocity - 1) < 1e-9)
    #expect(abs(a.angularVelocity - -3) < 1e-9)
    try motor.set(\.rate, to: -8)
    try rig.step()
    #expect(motor.rate == -8)
    #expect(abs(b.angularVelocity - a.angularVelocity - -8) < 1e-9)
  }

  @Test("is no stronger than its greatest force")
  func maxForce() throws {
    let rig = try Rig()
    let wheel = try rig.disc(moment: 50)
    let motor = try rig.add(SimpleMotor(rig.space.ground, wheel, rate: 10))
    try motor.set(\.maxForce, to: 100)
    // 100 / 50 = 2 rad/s²
    try rig.step(seconds: 1)
    #expect(abs(wheel.angularVelocity - 2) < 1e-9)
    #expect(abs(motor.lastImpulse - 100 * rig.space.timeStep) < 1e-9)
    // It has its rate after 5 s, and keeps it.
    try rig.step(seconds: 5)
    #expect(abs(wheel.angularVelocity - 10) < 1e-9)
  }

  @Test("rejects a rate that is not finite", arguments: hostile)
  func badRate(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange) { _ = try SimpleMotor(a, b, rate: value) }
    let motor = try SimpleMotor(a, b, rate: 1)
    expect(.outOfRange) { try motor.set(\.rate, to: value) }
    #expect(motor.rate == 1)
  }
}
