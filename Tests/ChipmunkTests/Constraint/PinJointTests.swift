import Chipmunk
import Foundation
import Testing

@Suite("Pin joint")
struct PinJointTests {
  @Test("swings as a pendulum does", arguments: [1.0 / 60, 1.0 / 120, 1.0 / 240])
  func pendulum(timeStep: Double) throws {
    let rig = try Rig(timeStep: timeStep, gravity: Vector(0, -1000))
    let amplitude = 5 * Double.pi / 180
    let bob = try rig.disc(at: Vector(200 * sin(amplitude), -200 * cos(amplitude)))
    _ = try rig.add(PinJoint(rig.space.ground, bob))
    let exact = 2 * Double.pi * (200.0 / 1000).squareRoot() * (1 + amplitude * amplitude / 16)
    let period = try rig.period(over: 5) { bob.position.x }
    // hazards: -0.008 %, -0.0012 %, +0.0001 %
    #expect(abs(period / exact - 1) < 2e-4)
    #expect(abs(bob.position.length - 200) < 0.5)
  }

  @Test("is as long as the distance of its ends, and keeps its length when they are set")
  func distance() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    let pin = try rig.add(PinJoint(a, b, anchorB: Vector(10, 0)))
    #expect(pin.distance == 10)
    try pin.set(\.anchorA, to: Vector(5, 6))
    try pin.set(\.anchorB, to: Vector(7, 8))
    #expect(pin.anchorA == Vector(5, 6))
    #expect(pin.anchorB == Vector(7, 8))
    #expect(pin.distance == 10)
    try pin.set(\.distance, to: 20)
    try rig.step(seconds: 5)
    let ends = a.worldPoint(ofLocal: pin.anchorA) - b.worldPoint(ofLocal: pin.anchorB)
    #expect(abs(ends.length - 20) < 0.1)
  }

  @Test("rejects two ends at one place, and says which place and what to use instead")
  func zeroLength() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(at: Vector(3, 4)), try rig.disc(at: Vector(3, 4)))
    expect(
      .outOfRange,
      "distance between the pin joint's anchors is 0 units; both are at (3, 4): move one of them, or use a pivot"
    ) { _ = try PinJoint(a, b) }
  }

  @Test("rejects a length that is not finite and positive", arguments: hostile + [0, -5])
  func badDistance(value: Double) throws {
    let rig = try Rig()
    let pin = try PinJoint(rig.space.ground, rig.disc(), anchorA: Vector(10, 0))
    expect(.outOfRange, "pin joint's distance") { try pin.set(\.distance, to: value) }
    #expect(pin.distance == 10)
  }

  @Test("rejects an anchor that is not finite", arguments: hostile)
  func badAnchor(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc(at: Vector(10, 0)))
    expect(.outOfRange) { _ = try PinJoint(a, b, anchorA: Vector(value, 0)) }
    expect(.outOfRange) { _ = try PinJoint(a, b, anchorB: Vector(0, value)) }
    let pin = try PinJoint(a, b)
    expect(.outOfRange) { try pin.set(\.anchorA, to: Vector(0, value)) }
    expect(.outOfRange) { try pin.set(\.anchorB, to: Vector(value, 0)) }
    #expect(pin.anchorA == .zero)
    #expect(pin.anchorB == .zero)
  }
}
