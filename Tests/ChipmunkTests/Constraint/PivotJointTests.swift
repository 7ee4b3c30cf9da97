import Chipmunk
import Foundation
import Testing

@Suite("Pivot joint")
struct PivotJointTests {
  @Test("swings a rod as a physical pendulum")
  func rod() throws {
    let rig = try Rig(timeStep: 1.0 / 240, gravity: Vector(0, -1000))
    let amplitude = 5 * Double.pi / 180
    // A rod of length 120 that hangs by its end.
    let rod = try rig.disc(
      at: Vector(60 * sin(amplitude), -60 * cos(amplitude)),
      moment: 1 * 120 * 120 / 12
    )
    try rod.set(\.angle, to: amplitude)
    let hinge = try rig.add(PivotJoint(rig.space.ground, rod, at: .zero))
    let exact = 2 * Double.pi * (2.0 / 3 * 120 / 1000).squareRoot()
    let period = try rig.period(over: 5) { rod.angle }
    #expect(abs(period / (exact * (1 + amplitude * amplitude / 16)) - 1) < 5e-4)
    #expect(rod.worldPoint(ofLocal: hinge.anchorB).length < 0.1)
  }

  @Test("finds its anchors from a world point")
  func anchors() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(at: Vector(5, 7)), try rig.disc())
    let joint = try PivotJoint(a, b, at: Vector(1, 2))
    #expect(joint.anchorA == Vector(-4, -5))
    #expect(joint.anchorB == Vector(1, 2))
    try joint.set(\.anchorA, to: Vector(5, 6))
    try joint.set(\.anchorB, to: Vector(7, 8))
    #expect(joint.anchorA == Vector(5, 6))
    #expect(joint.anchorB == Vector(7, 8))
  }

  @Test("rejects a point that is not finite", arguments: hostile + [1e10])
  func badAnchors(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange) { _ = try PivotJoint(a, b, at: Vector(0, value)) }
    expect(.outOfRange) { _ = try PivotJoint(a, b, anchorA: Vector(value, 0), anchorB: .zero) }
    let joint = try PivotJoint(a, b, at: .zero)
    expect(.outOfRange) { try joint.set(\.anchorA, to: Vector(0, value)) }
    expect(.outOfRange) { try joint.set(\.anchorB, to: Vector(value, 0)) }
  }

  // The C library aborts: "Unsolvable constraint. Failed condition: det != 0.0".
  @Test("rejects an anchor so far away that the solver's matrix has no inverse")
  func farAnchor() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    let far = try PivotJoint(a, b, anchorA: Vector(1e9, 1e9), anchorB: .zero)
    expect(.unsolvable, "too far") { try rig.space.add(far) }
    let near = try rig.add(PivotJoint(a, b, at: .zero))
    expect(.unsolvable, "too far") { try near.set(\.anchorB, to: Vector(1e9, 1e9)) }
    #expect(near.anchorB == .zero)
    try near.set(\.anchorB, to: Vector(1000, 1000))
    expect(.unsolvable, "too far") { try b.set(\.moment, to: 1e-12) }
    #expect(b.moment == 50)
    try rig.step(10)
  }
}
