import Chipmunk
import Testing

@Suite("Groove joint")
struct GrooveJointTests {
  @Test("lets a body slide along its groove to the end, and not aside")
  func slide() throws {
    let rig = try Rig(gravity: Vector(0, -1000))
    let body = try rig.disc()
    let joint = try rig.add(
      GrooveJoint(rig.space.ground, body, from: Vector(-100, 100), to: Vector(100, -100))
    )
    var fastest = 0.0
    try rig.step(seconds: 3) {
      #expect(abs(body.position.x + body.position.y) < 1)
      fastest = max(fastest, body.velocity.length)
    }
    // From the middle to the end: 141 units at g·sin 45°.
    #expect(abs(fastest - (2 * 1000 * 100.0).squareRoot()) < 10)
    #expect((body.position - Vector(100, -100)).length < 1)
    #expect(abs(joint.lastImpulse - 1000 * rig.space.timeStep) < 0.01)
  }

  @Test("stops a body at both ends of its groove, at any speed", arguments: [300.0, -2300, 21_700])
  func ends(speed: Double) throws {
    let rig = try Rig()
    let body = try rig.disc()
    _ = try rig.add(
      GrooveJoint(rig.space.ground, body, from: Vector(-300, -400), to: Vector(300, 400))
    )
    let direction = Vector(0.6, 0.8)
    try body.set(\.velocity, to: direction * speed)
    var farthest = 0.0
    try rig.step(seconds: 2) { farthest = max(farthest, body.position.length) }
    #expect(abs(farthest - 500) < 1e-9)
    #expect((body.position - direction * (speed < 0 ? -500 : 500)).length < 1e-9)
    #expect(body.velocity.length < 1e-9)
  }

  @Test("has properties that are set")
  func properties() throws {
    let rig = try Rig()
    let joint = try GrooveJoint(
      rig.disc(),
      rig.disc(),
      from: Vector(1, 2),
      to: Vector(3, 4),
      anchorB: Vector(5, 6)
    )
    #expect(joint.grooveA == Vector(1, 2))
    #expect(joint.grooveB == Vector(3, 4))
    #expect(joint.anchorB == Vector(5, 6))
    try joint.set(\.grooveA, to: Vector(7, 8))
    try joint.set(\.grooveB, to: Vector(9, 10))
    try joint.set(\.anchorB, to: Vector(11, 12))
    #expect(joint.grooveA == Vector(7, 8))
    #expect(joint.grooveB == Vector(9, 10))
    #expect(joint.anchorB == Vector(11, 12))
  }

  @Test("slides along a changed groove")
  func turnedGroove() throws {
    let rig = try Rig(gravity: Vector(0, -1000))
    let body = try rig.disc()
    let joint = try rig.add(
      GrooveJoint(rig.space.ground, body, from: Vector(-100, 0), to: Vector(100, 0))
    )
    try joint.setGroove(from: Vector(0, 100), to: Vector(0, -100))
    try rig.step(seconds: 0.3) { #expect(abs(body.position.x) < 1e-6) }
    #expect(body.position.y < -40)
  }

  @Test("rejects a groove without length")
  func noLength() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    let point = Vector(20, 20)
    expect(.outOfRange, "groove's length is 0 units") {
      _ = try GrooveJoint(a, b, from: point, to: point)
    }
    let joint = try GrooveJoint(a, b, from: .zero, to: point)
    expect(.outOfRange) { try joint.set(\.grooveA, to: point) }
    expect(.outOfRange) { try joint.set(\.grooveB, to: .zero) }
    #expect(joint.grooveA == .zero)
  }

  @Test("rejects points that are not finite", arguments: hostile)
  func badPoints(value: Double) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    let (bad, good) = (Vector(0, value), Vector(10, 0))
    expect(.outOfRange) { _ = try GrooveJoint(a, b, from: bad, to: good) }
    expect(.outOfRange) { _ = try GrooveJoint(a, b, from: good, to: bad) }
    expect(.outOfRange) { _ = try GrooveJoint(a, b, from: .zero, to: good, anchorB: bad) }
    let joint = try GrooveJoint(a, b, from: .zero, to: good)
    expect(.outOfRange) { try joint.set(\.grooveA, to: bad) }
    expect(.outOfRange) { try joint.set(\.grooveB, to: bad) }
    expect(.outOfRange) { try joint.set(\.anchorB, to: bad) }
  }

  @Test("rejects a groove so far away that the solver's matrix has no inverse")
  func farGroove() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    let joint = try rig.add(GrooveJoint(a, b, from: .zero, to: Vector(10, 0)))
    expect(.unsolvable, "too far") { try joint.set(\.grooveB, to: Vector(1e9, 1e9)) }
    expect(.unsolvable, "too far") { try joint.set(\.anchorB, to: Vector(1e9, 1e9)) }
    try rig.step(10)
  }
}
