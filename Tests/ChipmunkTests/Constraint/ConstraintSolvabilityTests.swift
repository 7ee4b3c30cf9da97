import Chipmunk
import Testing

@Suite("Solvability of a constraint")
struct ConstraintSolvabilityTests {
  @Test("needs a body that can move, whatever the kind", arguments: 0..<10)
  func nothingMoves(kind: Int) throws {
    let rig = try Rig()
    let bodies = [Body.static(), Body.kinematic(), Body.kinematic(), rig.space.ground]
    for body in bodies.dropLast() { try rig.space.add(body) }
    for a in bodies {
      for b in bodies where a !== b {
        try rig.space.remove(bodies[0])
        try bodies[0].set(\.position, to: Vector(20, 0))
        try rig.space.add(bodies[0])
        let constraint = try Rig.oneOfEach(a, b)[kind]
        expect(.unsolvable) { try rig.space.add(constraint) }
        #expect(constraint.space == nil)
      }
    }
    #expect(rig.space.constraints.isEmpty)
    try rig.step(10)
  }

  @Test("holds for a dynamic body and any other one", arguments: 0..<10)
  func oneMoves(kind: Int) throws {
    let rig = try Rig(gravity: Vector(0, -100))
    for other in [Body.static(), Body.kinematic(), try Body(mass: 1, moment: 1)] {
      try rig.space.add(other)
      try other.set(\.position, to: Vector(0, 20))
      _ = try rig.add(try Rig.oneOfEach(rig.disc(), other)[kind])
      _ = try rig.add(try Rig.oneOfEach(other, rig.disc())[kind])
    }
    try rig.step(200)
    #expect(rig.space.bodies.allSatisfy { $0.position.isFinite })
  }

  // The C library computes 1 / 0, and aborts a step later.
  @Test("needs a body that can turn, for constraints of angles", arguments: 5..<10)
  func nothingTurns(kind: Int) throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(moment: .infinity), try rig.disc(moment: .infinity))
    let constraint = try Rig.oneOfEach(a, b)[kind]
    expect(.unsolvable, "can turn") { try rig.space.add(constraint) }
    try b.set(\.moment, to: 5)
    try rig.space.add(constraint)
    expect(.unsolvable, "can turn") { try b.set(\.moment, to: .infinity) }
    #expect(b.moment == 5)
    try rig.step(10)
    try rig.space.remove(constraint)
    try b.set(\.moment, to: .infinity)
    #expect(b.moment == .infinity)
  }

  @Test("is checked again after deferred changes at a step's end")
  func waiting() throws {
    let rig = try Rig()
    try rig.space.set(\.sleepTimeThreshold, to: 0.1)
    let (a, b) = (try rig.disc(), try rig.disc(at: Vector(100, 100)))
    let joint = try rig.add(PivotJoint(a, b, at: Vector(100, 0)))
    let awake = try rig.disc(at: Vector(1000, 0))
    let waker = try rig.add(PivotJoint(rig.space.ground, awake, at: awake.position))
    try rig.step(seconds: 1) { try awake.set(\.velocity, to: Vector(100, 0)) }
    try #require(a.isSleeping && b.isSleeping)
    // Each alone is fine: a large mass with this moment, or a small moment with this mass.
    waker.preSolve = { _ in
      try a.set(\.mass, to: 1e9)
      try b.set(\.mass, to: 1e9)
      try b.set(\.moment, to: 1e-3)
    }
    try rig.space.step()
    waker.preSolve = nil
    let before = rig.space.tick
    expect(.unsolvable, "too far") { try rig.space.step() }
    expect(.unsolvable, "too far") { try rig.space.step() }
    #expect(rig.space.tick == before)
    try rig.space.remove(joint)
    try rig.step(10)
  }

  @Test("is checked for a new centre of gravity, from which anchors may be too far")
  func centerOfGravity() throws {
    for makeJoint: (Body, Body) throws -> Constraint in [
      { try PivotJoint($0, $1, at: Vector(0, 0)) },
      { try GrooveJoint($0, $1, from: Vector(-5, 0), to: Vector(5, 0)) },
    ] {
      let rig = try Rig(gravity: Vector(0, -100))
      let body = try rig.disc()
      let joint = try rig.add(makeJoint(body, rig.space.ground))
      expect(.unsolvable, "too far") { try body.set(\.centerOfGravity, to: Vector(1e9, 0)) }
      #expect(body.centerOfGravity == .zero)
      try rig.step(10)
      try rig.space.remove(joint)
      try body.set(\.centerOfGravity, to: Vector(1e9, 0))
      expect(.unsolvable, "too far") { try rig.space.add(joint) }
    }
  }

  @Test("is checked for a centre of gravity that a shape's mass moves")
  func centerOfShapes() throws {
    let rig = try Rig()
    let body = Body.dynamic()
    try body.addShape(.circle(radius: 1e-3), mass: 1e-3)
    let far = try body.addShape(.circle(radius: 1e-3, center: Vector(1e9, 0)))
    try rig.space.add(body)
    _ = try rig.add(PivotJoint(body, rig.space.ground, at: .zero))
    // All of the mass would be at that point, so a force there could hardly turn the body.
    expect(.unsolvable, "too far") { try far.set(\.mass, to: 1e11) }
    #expect(body.centerOfGravity == .zero && body.mass == 1e-3)
    try rig.step(10)
  }
}
