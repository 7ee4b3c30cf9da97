import Chipmunk
import Testing

@Suite("Composite")
struct CompositeTests {
  struct Parts: Composite {
    var bodies: [Body]
    var constraints: [Constraint] = []
  }

  private func ground() throws -> Rig {
    let rig = try Rig(gravity: Vector(0, -1000))
    try rig.space.ground.addShape(
      .segment(from: Vector(-10_000, 0), to: Vector(10_000, 0), radius: 5),
      friction: 1
    )
    return rig
  }

  @Test("that is a crate falls, rests, and is removed in one call")
  func crate() throws {
    let rig = try ground()
    let crate = try Crate(side: 32, mass: 100, at: Vector(0, 100))
    try rig.space.add(crate)
    try rig.step(seconds: 3)
    #expect(abs(crate.body.position.y - 21) < 0.2)
    try rig.space.remove(crate)
    #expect(rig.space.bodies.isEmpty)
    #expect(crate.body.space == nil)
  }

  @Test("that is a chain hangs together")
  func chain() throws {
    let rig = try ground()
    let chain = try Chain(from: Vector(0, 300), on: rig.space.ground, links: 10, length: 20)
    try rig.space.add(chain)
    try chain.bodies[9].set(\.velocity, to: Vector(100, 0))
    try rig.step(seconds: 2) {
      let end = chain.bodies[9].worldPoint(ofLocal: Vector(0, -10))
      #expect((end - Vector(0, 300)).length < 202)
    }
    try rig.space.remove(chain)
    #expect(rig.space.bodies.isEmpty)
    #expect(rig.space.constraints.isEmpty)
  }

  @Test("that is a car drives on its springs")
  func car() throws {
    let rig = try ground()
    let car = try Car(at: Vector(0, 60))
    try rig.space.add(car)
    #expect(rig.space.bodies.count == 3)
    #expect(rig.space.constraints.count == 5)
    try rig.step(seconds: 3)
    // 10 rad/s on wheels of radius 12
    #expect(car.chassis.position.x > 200)
    #expect(abs(car.chassis.velocity.x - 120) < 6)
    #expect(abs(car.chassis.angle) < 0.2)
    try rig.space.remove(car)
    #expect(rig.space.constraints.isEmpty)
  }

  @Test("that is a ragdoll falls and stays in one piece, with its limbs within their limits")
  func ragdoll() throws {
    let rig = try ground()
    let doll = try Ragdoll(at: Vector(0, 200))
    try rig.space.add(doll)
    try rig.step(seconds: 4)
    #expect(doll.bodies.allSatisfy { ($0.position - doll.bodies[0].position).length < 50 })
    for limb in doll.bodies.dropFirst() {
      #expect(abs(limb.angle - doll.bodies[0].angle) < 1.1)
    }
  }

  @Test("is added whole or not at all")
  func allOrNothing() throws {
    let rig = try Rig()
    let (a, b) = (try Body(mass: 1, moment: 1), try Body(mass: 1, moment: 1))
    let outside = try Body(mass: 1, moment: 1)
    let good = try PivotJoint(a, b, at: .zero)
    let inside = try rig.disc()
    let wall = Body.static()
    let stuck = try PivotJoint(rig.space.ground, wall, at: .zero)
    let refused: [(PhysicsError.Code, Parts)] = [
      (.alreadyInSpace, Parts(bodies: [a, b, inside])),
      (.alreadyInSpace, Parts(bodies: [a, b, a])),
      (.alreadyInSpace, Parts(bodies: [a, b, rig.space.ground])),
      (.alreadyInSpace, Parts(bodies: [a, b], constraints: [good, good])),
      (.notInSpace, Parts(bodies: [a], constraints: [good])),
      (
        .notInSpace,
        Parts(bodies: [a, b], constraints: [good, try PivotJoint(b, outside, at: .zero)])
      ),
      (.unsolvable, Parts(bodies: [a, b, wall], constraints: [good, stuck])),
    ]
    for (code, parts) in refused {
      expect(code) { try rig.space.add(parts) }
      #expect(rig.space.bodies.count == 1)
      #expect(rig.space.constraints.isEmpty)
      #expect(a.space == nil && good.space == nil)
    }
    try rig.space.add(Parts(bodies: [a, b], constraints: [good]))
    try rig.step()
  }

  @Test("is removed whole or not at all")
  func removeAllOrNothing() throws {
    let rig = try Rig()
    let car = try Car(at: .zero)
    try rig.space.add(car)
    try rig.space.remove(car.motor)
    expect(.notInSpace) { try rig.space.remove(car) }
    #expect(rig.space.bodies.count == 3)
    #expect(rig.space.constraints.count == 4)
    expect(.ground) { try rig.space.remove(Parts(bodies: [car.chassis, rig.space.ground])) }
    #expect(rig.space.bodies.count == 3)
    try rig.step()
  }

  @Test("takes along what others have attached to its bodies")
  func attached() throws {
    let rig = try Rig()
    let car = try Car(at: .zero)
    try rig.space.add(car)
    let tow = try rig.add(SlideJoint(rig.disc(at: Vector(-100, 0)), car.chassis, max: 80))
    try rig.space.remove(car)
    #expect(tow.space == nil)
    #expect(rig.space.bodies.count == 1)
    try rig.step()
  }

  @Test("is added and removed within a step, at its end")
  func duringStep() throws {
    let rig = try Rig(gravity: Vector(0, -1000))
    let chain = try Chain(from: .zero, on: rig.space.ground, links: 3, length: 20)
    let crate = try Crate(side: 10, mass: 1, at: Vector(100, 0))
    try rig.space.add(crate)
    let trigger = try rig.add(PivotJoint(rig.space.ground, rig.disc(at: Vector(0, 100)), at: .zero))
    trigger.preSolve = { [unowned space = rig.space] _ in
      try space.add(chain)
      try space.remove(crate)
      try space.remove(chain)
      try space.add(chain)
    }
    try rig.step()
    trigger.preSolve = nil
    #expect(rig.space.bodies.count == 4)
    #expect(chain.bodies[0].velocity == .zero)
    try rig.step()
    #expect(chain.bodies[0].velocity.y != 0)
  }
}
