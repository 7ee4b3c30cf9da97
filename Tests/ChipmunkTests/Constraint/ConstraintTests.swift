import Chipmunk
import Testing

@Suite("Constraint")
struct ConstraintTests {
  @Test("knows its two bodies, and they know it")
  func bodies() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    let constraints = try Rig.oneOfEach(a, b)
    #expect(constraints.allSatisfy { $0.bodyA === a && $0.bodyB === b && $0.space == nil })
    #expect(a.constraints.map(ObjectIdentifier.init) == constraints.map(ObjectIdentifier.init))
    #expect(b.constraints.count == 10)
  }

  @Test("is removed from its bodies when it is released")
  func forgotten() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    var first: Constraint? = try PivotJoint(a, b, at: .zero)
    let second = try PivotJoint(a, b, at: .zero)
    #expect(a.constraints.count == 2)
    #expect(first != nil)
    first = nil
    #expect(a.constraints.count == 1)
    #expect(b.constraints.first === second)
    for _ in 0..<1000 { _ = try PivotJoint(a, b, at: .zero) }
    #expect(a.constraints.count == 1)
  }

  @Test("holds its bodies")
  func holdsBodies() throws {
    weak var body: Body?
    var joint: Constraint?
    do {
      let strong = try Body(mass: 1, moment: 1)
      body = strong
      joint = try PivotJoint(strong, Body.static(), at: .zero)
    }
    #expect(body != nil)
    #expect(joint != nil)
    joint = nil
    #expect(body == nil)
  }

  @Test("rejects the same body twice", arguments: 0..<10)
  func sameBody(kind: Int) throws {
    let body = try Body(mass: 1, moment: 1)
    let makers: [() throws -> Constraint] = [
      { try PinJoint(body, body, anchorB: Vector(1, 0)) },
      { try SlideJoint(body, body, max: 1) },
      { try PivotJoint(body, body, at: .zero) },
      { try GrooveJoint(body, body, from: .zero, to: Vector(1, 0)) },
      { try DampedSpring(body, body, restLength: 1, stiffness: 1, damping: 1) },
      { try DampedRotarySpring(body, body, stiffness: 1, damping: 1) },
      { try RotaryLimitJoint(body, body, min: 0, max: 1) },
      { try RatchetJoint(body, body, ratchet: 1) },
      { try GearJoint(body, body, ratio: 1) },
      { try SimpleMotor(body, body, rate: 1) },
    ]
    expect(.unsolvable, "the same") { _ = try makers[kind]() }
  }
}
