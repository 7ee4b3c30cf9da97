import Chipmunk
import Foundation
import Testing

@Suite("Damped spring")
struct DampedSpringTests {
  @Test(
    "swings at the frequency of its mass and stiffness",
    arguments: [60.0, 120, 240],
    Engine.allCases
  )
  func frequency(rate: Double, engine: Engine) throws {
    let rig = try Rig(timeStep: 1 / rate, engine: engine)
    let body = try rig.disc(at: Vector(110, 0))
    _ = try rig.add(
      DampedSpring(rig.space.ground, body, restLength: 100, stiffness: 400, damping: 0)
    )
    let period = try rig.period(over: 20) { body.position.x - 100 }
    let exact = 2 * Double.pi / 20
    // The library's own frequency is (2/dt)·asin(ω·dt/2), with ω = 20.
    let stepped = Double.pi / (asin(20 / rate / 2) * rate)
    switch engine {
    case .tiltbox: #expect(abs(period / exact - 1) < abs(stepped / exact - 1))
    case .chipmunk: #expect(abs(period / stepped - 1) < 1e-4)
    }
  }

  @Test("is damped as the formula says", arguments: zip(Engine.allCases, [2000.0, 1000]))
  func damping(engine: Engine, rate: Double) throws {
    let rig = try Rig(timeStep: 1 / rate, engine: engine)
    let body = try rig.disc(at: Vector(110, 0))
    _ = try rig.add(
      DampedSpring(rig.space.ground, body, restLength: 100, stiffness: 400, damping: 2)
    )
    let period = try rig.period(over: 1) { body.position.x - 100 }
    var peaks: [Double] = []
    for _ in 0..<3 {
      var peak = 0.0
      try rig.step(seconds: period) { peak = max(peak, body.position.x - 100) }
      peaks.append(peak)
    }
    // Decay exp(-c·t / 2m) over one period.
    let decay = exp(-period)
    #expect(abs(peaks[1] / peaks[0] / decay - 1) < 0.01)
    #expect(abs(peaks[2] / peaks[1] / decay - 1) < 0.01)
  }

  @Test("is held by the force of a closure, which the library calls once a step")
  func customForce() throws {
    let rig = try Rig(timeStep: 1, engine: .chipmunk)
    let (a, b) = (
      try rig.disc(mass: 10, moment: 10), try rig.disc(at: Vector(0, 100), mass: 20, moment: 20)
    )
    let spring = try rig.add(DampedSpring(a, b, restLength: 0, stiffness: 1, damping: 0))
    var calls: [Double] = []
    spring.force = { [weak spring] sender, length in
      #expect(sender === spring)
      calls.append(length)
      return 1
    }
    try rig.step()
    #expect(calls == [100])
    #expect(spring.lastImpulse == 1)
    spring.force = nil
    try rig.step()
    #expect(calls == [100])
    #expect(abs(spring.lastImpulse - -100.15) < 1e-9)
  }

  @Test("is held by the force of a closure in each substep, with the default engine")
  func customForceOfSubsteps() throws {
    let rig = try Rig(timeStep: 1)
    let (a, b) = (
      try rig.disc(mass: 10, moment: 10), try rig.disc(at: Vector(0, 100), mass: 20, moment: 20)
    )
    let spring = try rig.add(DampedSpring(a, b, restLength: 0, stiffness: 1, damping: 0))
    var calls: [Double] = []
    spring.force = { _, length in
      calls.append(length)
      return 1
    }
    try rig.step()
    #expect(calls.first == 100)
    #expect(calls.allSatisfy { abs($0 - 100) < 0.1 })
    #expect(abs(spring.lastImpulse - 1) < 1e-12)
    #expect((b.velocity - Vector(0, 1.0 / 20)).length < 1e-12)
    #expect((a.velocity + Vector(0, 1.0 / 10)).length < 1e-12)
  }

  @Test("gives no force if its closure returns an invalid one", arguments: hostile)
  func badForce(value: Double) throws {
    let rig = try Rig()
    let body = try rig.disc(at: Vector(50, 0))
    let spring = try rig.add(
      DampedSpring(rig.space.ground, body, restLength: 0, stiffness: 1, damping: 0)
    )
    spring.force = { _, _ in value }
    expect(.outOfRange, "force") { try rig.space.step() }
    #expect(rig.space.tick == 1)
    #expect(body.velocity == .zero)
  }

  @Test("has properties that are set")
  func properties() throws {
    let rig = try Rig()
    let spring = try DampedSpring(
      rig.disc(),
      rig.disc(),
      anchorA: Vector(1, 2),
      anchorB: Vector(3, 4),
      restLength: 5,
      stiffness: 6,
      damping: 7
    )
    #expect(spring.anchorA == Vector(1, 2))
    #expect(spring.anchorB == Vector(3, 4))
    #expect([spring.restLength, spring.stiffness, spring.damping] == [5, 6, 7])
    try spring.set(\.anchorA, to: Vector(5, 6))
    try spring.set(\.anchorB, to: Vector(7, 8))
    try spring.set(\.restLength, to: 9)
    try spring.set(\.stiffness, to: 10)
    try spring.set(\.damping, to: 11)
    #expect(spring.anchorA == Vector(5, 6))
    #expect(spring.anchorB == Vector(7, 8))
    #expect([spring.restLength, spring.stiffness, spring.damping] == [9, 10, 11])
  }

  @Test("rejects numbers that are not finite, or negative", arguments: hostile + [-10, -1000])
  func badNumbers(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    func spring(_ length: Double, _ stiffness: Double, _ damping: Double) throws -> DampedSpring {
      try DampedSpring(a, b, restLength: length, stiffness: stiffness, damping: damping)
    }
    expect(.outOfRange, "rest length") { _ = try spring(value, 1, 1) }
    expect(.outOfRange, "spring stiffness") { _ = try spring(1, value, 1) }
    expect(.outOfRange, "spring damping") { _ = try spring(1, 1, value) }
    let good = try spring(1, 2, 3)
    expect(.outOfRange) { try good.set(\.restLength, to: value) }
    expect(.outOfRange) { try good.set(\.stiffness, to: value) }
    expect(.outOfRange) { try good.set(\.damping, to: value) }
    #expect([good.restLength, good.stiffness, good.damping] == [1, 2, 3])
  }

  @Test(
    "is stable with the library just below its greatest stiffness, and diverges above",
    arguments: [0, 20, 200]
  )
  func stability(damping: Double) throws {
    let limit = try Rig(engine: .chipmunk).greatestStiffness(damping: damping)
    if damping == 0 { #expect(abs(limit - 57_600) < 1e-6) }
    try Rig(engine: .chipmunk).swing(stiffness: 0.99 * limit, damping: damping)
    expect(.diverged, "a spring of stiffness") {
      try Rig(engine: .chipmunk).swing(stiffness: 1.05 * limit, damping: damping)
    }
  }

  @Test(
    "that is far too stiff for the library is reported; the default engine holds it",
    arguments: [1e6, 1e10, 1e21]
  )
  func farTooStiff(stiffness: Double) throws {
    let number = "\(stiffness)".replacing(".0", with: "")
    expect(.diverged, "constraint 0 is a spring of stiffness \(number), above") {
      try Rig(engine: .chipmunk).swing(stiffness: stiffness, damping: 0)
    }
    try Rig().swing(stiffness: stiffness, damping: 0)
  }

  @Test("is limited by a maximum force in the default engine alone", arguments: Engine.allCases)
  func limited(engine: Engine) throws {
    let rig = try Rig(engine: engine)
    let spring = try rig.spring(400, 0)
    spring.maxForce = 3
    try rig.step()
    let force = abs(spring.lastImpulse) / rig.space.timeStep
    #expect(abs(force - (engine == .tiltbox ? 3 : 400)) < 1e-9)
  }

  @Test("that is stiff is not blamed when another body diverges with the default engine")
  func blameless() throws {
    let rig = try Rig()
    _ = try rig.spring(1e10, 0)
    let light = try rig.disc(at: Vector(500, 0))
    try light.set(\.mass, to: 1e-100)
    try light.set(\.force, to: Vector(1e21, 0))
    let error = #expect(throws: PhysicsError.self) { try rig.space.step() }
    #expect(error?.code == .diverged)
    #expect(error?.remedy.contains("spring") == false)
  }

  @Test("with both ends at one place, or with extreme damping, does no harm")
  func extremes() throws {
    let rig = try Rig(gravity: Vector(0, -100))
    let body = try rig.disc()
    let spring = try rig.add(
      DampedSpring(rig.space.ground, body, restLength: 10, stiffness: 100, damping: 1e21)
    )
    try rig.step(seconds: 1)
    #expect(body.position.isFinite)
    #expect(spring.lastImpulse.isFinite)
  }
}

extension Rig {
  fileprivate func spring(_ stiffness: Double, _ damping: Double) throws -> DampedSpring {
    try add(
      DampedSpring(
        space.ground,
        disc(at: Vector(1, 0)),
        restLength: 0,
        stiffness: stiffness,
        damping: damping
      )
    )
  }

  fileprivate func greatestStiffness(damping: Double) throws -> Double {
    try spring(1, damping).greatestStableStiffness(timeStep: space.timeStep)
  }

  /// Swings a mass of 1 kg through the spring's other end.
  fileprivate func swing(stiffness: Double, damping: Double) throws {
    let spring = try spring(stiffness, damping)
    try step(2000)
    #expect(spring.bodyB.position.length < 100)
  }
}
