import Chipmunk
import Testing

@Suite("Slide joint")
struct SlideJointTests {
  @Test("lets a body fall to the end of its rope, and holds it there")
  func rope() throws {
    let rig = try Rig(gravity: Vector(0, -1000))
    let weight = try rig.disc(at: Vector(0, -10))
    let rope = try rig.add(SlideJoint(rig.space.ground, weight, max: 100))
    // 90 units of fall take sqrt(2 · 90 / 1000) = 0.424 s: until then the rope does nothing.
    try rig.step(seconds: 0.4) { #expect(rope.lastImpulse == 0) }
    try rig.step(seconds: 2)
    #expect(abs(weight.position.length - 100) < 0.5)
    #expect(abs(rope.lastImpulse - 1000 * rig.space.timeStep) < 1e-3)
  }

  @Test("keeps bodies at least its shortest length apart")
  func nearest() throws {
    let rig = try Rig()
    let body = try rig.disc(at: Vector(100, 0))
    _ = try rig.add(SlideJoint(rig.space.ground, body, min: 30, max: .infinity))
    try body.set(\.velocity, to: Vector(-100, 0))
    var nearest = Double.infinity
    try rig.step(seconds: 2) { nearest = min(nearest, body.position.x) }
    #expect(abs(nearest - 30) < 1e-9)
    #expect(abs(body.position.x - 30) < 1e-9)
  }

  @Test("has properties that are set")
  func properties() throws {
    let rig = try Rig()
    let joint = try SlideJoint(
      rig.disc(),
      rig.disc(),
      anchorA: Vector(1, 2),
      anchorB: Vector(3, 4),
      min: 5,
      max: 6
    )
    #expect(joint.anchorA == Vector(1, 2))
    #expect(joint.anchorB == Vector(3, 4))
    try joint.set(\.anchorA, to: Vector(5, 6))
    try joint.set(\.anchorB, to: Vector(7, 8))
    try joint.setLimits(min: 10, max: 20)
    try joint.set(\.min, to: 11)
    try joint.set(\.max, to: 19)
    #expect(joint.anchorA == Vector(5, 6))
    #expect(joint.anchorB == Vector(7, 8))
    #expect(joint.min == 11)
    #expect(joint.max == 19)
  }

  @Test(
    "rejects a range that is not finite or in order",
    arguments: [(10, 5), (10, -5), (-5, 30), (100, 30), (.infinity, .infinity)]
  )
  func badRange(min: Double, max: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange, "slide joint's distance") { _ = try SlideJoint(a, b, min: min, max: max) }
    let joint = try SlideJoint(a, b, min: 6, max: 9)
    expect(.outOfRange) { try joint.setLimits(min: min, max: max) }
    expect(.outOfRange) { try joint.set(\.min, to: 9.5) }
    expect(.outOfRange) { try joint.set(\.max, to: 5) }
    #expect(joint.min == 6)
    #expect(joint.max == 9)
  }

  @Test("rejects numbers that are not finite", arguments: [.nan, -.infinity, 1e308, -1e308])
  func badNumbers(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    expect(.outOfRange) { _ = try SlideJoint(a, b, min: value, max: .infinity) }
    expect(.outOfRange) { _ = try SlideJoint(a, b, max: value) }
    expect(.outOfRange) { _ = try SlideJoint(a, b, anchorA: Vector(value, 0), max: 1) }
    let joint = try SlideJoint(a, b, max: 1)
    expect(.outOfRange) { try joint.set(\.min, to: value) }
    expect(.outOfRange) { try joint.set(\.max, to: value) }
    expect(.outOfRange) { try joint.set(\.anchorA, to: Vector(value, 0)) }
    expect(.outOfRange) { try joint.set(\.anchorB, to: Vector(0, value)) }
  }
}
