import Chipmunk
import Foundation
import Testing

@Suite("Damped rotary spring")
struct DampedRotarySpringTests {
  @Test("swings at the frequency of its moment and stiffness", arguments: Engine.allCases)
  func frequency(engine: Engine) throws {
    let rig = try Rig(engine: engine)
    let body = try rig.disc(moment: 50)
    try body.set(\.angle, to: 0.5)
    _ = try rig.add(
      DampedRotarySpring(rig.space.ground, body, stiffness: 50 * 400, damping: 0)
    )
    let period = try rig.period(over: 20) { body.angle }
    let (exact, stepped) = (2 * Double.pi / 20, Double.pi / (asin(20.0 / 240) * 120))
    switch engine {
    case .tiltbox: #expect(abs(period / exact - 1) < abs(stepped / exact - 1))
    case .chipmunk: #expect(abs(period / stepped - 1) < 1e-4)
    }
  }

  @Test("rests where the first body's angle less the second one's is the rest angle")
  func rest() throws {
    let rig = try Rig()
    let body = try rig.disc()
    _ = try rig.add(
      DampedRotarySpring(rig.space.ground, body, restAngle: 0.7, stiffness: 5000, damping: 500)
    )
    try rig.step(seconds: 5)
    #expect(abs(body.angle - -0.7) < 1e-6)
  }

  @Test("is turned by the torque of a closure, which the library calls once a step")
  func customTorque() throws {
    let rig = try Rig(timeStep: 1, engine: .chipmunk)
    let (a, b) = (try rig.disc(mass: 10, moment: 10), try rig.disc(mass: 20, moment: 20))
    try b.set(\.angle, to: 2)
    let spring = try rig.add(DampedRotarySpring(a, b, stiffness: 10, damping: 0))
    var calls: [Double] = []
    spring.torque = { [weak spring] sender, angle in
      #expect(sender === spring)
      calls.append(angle)
      return 1
    }
    try rig.step()
    #expect(calls == [-2])
    #expect(spring.lastImpulse == 1)
    spring.torque = nil
    try rig.step()
    #expect(calls == [-2])
    #expect(abs(spring.lastImpulse - -21.5) < 1e-9)
  }

  @Test("gives no torque if its closure returns an invalid one", arguments: hostile)
  func badTorque(value: Double) throws {
    let rig = try Rig()
    let body = try rig.disc()
    let spring = try rig.add(
      DampedRotarySpring(rig.space.ground, body, stiffness: 1, damping: 0)
    )
    spring.torque = { _, _ in value }
    expect(.outOfRange, "torque") { try rig.space.step() }
    #expect(body.angularVelocity == 0)
  }

  @Test("has properties that are set")
  func properties() throws {
    let rig = try Rig()
    let spring = try DampedRotarySpring(
      rig.disc(),
      rig.disc(),
      restAngle: 1,
      stiffness: 2,
      damping: 3
    )
    #expect([spring.restAngle, spring.stiffness, spring.damping] == [1, 2, 3])
    try spring.set(\.restAngle, to: 4)
    try spring.set(\.stiffness, to: 5)
    try spring.set(\.damping, to: 6)
    #expect([spring.restAngle, spring.stiffness, spring.damping] == [4, 5, 6])
  }

  @Test("rejects numbers that are not finite", arguments: hostile)
  func badNumbers(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange, "angle") {
      _ = try DampedRotarySpring(a, b, restAngle: value, stiffness: 1, damping: 1)
    }
    let spring = try DampedRotarySpring(a, b, stiffness: 1, damping: 1)
    expect(.outOfRange) { try spring.set(\.restAngle, to: value) }
  }

  @Test(
    "rejects a stiffness or a damping that is not finite, or negative",
    arguments: hostile + [-1000]
  )
  func badStiffness(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange, "stiffness") {
      _ = try DampedRotarySpring(a, b, stiffness: value, damping: 1)
    }
    expect(.outOfRange, "damping") {
      _ = try DampedRotarySpring(a, b, stiffness: 1, damping: value)
    }
    let spring = try DampedRotarySpring(a, b, stiffness: 1, damping: 1)
    expect(.outOfRange) { try spring.set(\.stiffness, to: value) }
    expect(.outOfRange) { try spring.set(\.damping, to: value) }
    #expect([spring.stiffness, spring.damping] == [1, 1])
  }

  @Test("diverges with the library above its greatest stiffness, and the error names it")
  func tooStiff() throws {
    let rig = try Rig(engine: .chipmunk)
    let body = try rig.disc()
    try body.set(\.angle, to: 0.1)
    let spring = try rig.add(DampedRotarySpring(rig.space.ground, body, stiffness: 1, damping: 0))
    let limit = spring.greatestStableStiffness(timeStep: rig.space.timeStep)
    #expect(abs(limit - 4 * 50 * 120 * 120) < 1e-3)
    try spring.set(\.stiffness, to: 0.99 * limit)
    try rig.step(2000)
    #expect(abs(body.angle) < 2)
    try spring.set(\.stiffness, to: 1e8)
    expect(.diverged, "a spring of stiffness 100000000") { try rig.step(2000) }
  }

  @Test("rejects bodies that cannot turn")
  func noMoment() throws {
    let rig = try Rig()
    let body = try rig.disc(moment: .infinity)
    let spring = try DampedRotarySpring(rig.space.ground, body, stiffness: 1, damping: 1)
    expect(.unsolvable, "neither body of the constraint can turn") {
      try rig.space.add(spring)
    }
  }
}
