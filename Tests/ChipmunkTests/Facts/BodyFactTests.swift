import Chipmunk
import Testing

@Suite("Facts: a body")
struct BodyFactTests {
  @Test("at (3, 4) is at the origin of its own coordinates, and turns vectors as it is turned")
  func coordinates() throws {
    let body = Body.kinematic()
    #expect(body.worldPoint(ofLocal: Vector(1, 2)) == Vector(1, 2))
    try body.set(\.position, to: Vector(3, 4))
    #expect(body.worldPoint(ofLocal: Vector(1, 2)) == Vector(4, 6))
    #expect(body.localPoint(ofWorld: Vector(1, 2)) == Vector(-2, -2))
    #expect(body.worldVector(ofLocal: Vector(1, 2)) == Vector(1, 2))
    try body.set(\.angle, to: .pi / 2)
    #expect(near(body.worldVector(ofLocal: Vector(1, 2)), Vector(-2, 1)))
    #expect(near(body.localVector(ofWorld: Vector(-2, 1)), Vector(1, 2)))
  }

  @Test("that turns moves each of its points perpendicularly to the radius")
  func velocityOfPoints() throws {
    let body = try Body(mass: 1, moment: 2)
    #expect(body.velocity(atWorld: Vector(1, 1)) == .zero)
    #expect(body.velocity(atLocal: Vector(1, 1)) == .zero)
    try body.set(\.position, to: Vector(1, 2))
    try body.set(\.angularVelocity, to: 1.2)
    #expect(body.velocity(atWorld: Vector(1, 1)) == Vector(1.2, 0))
    #expect(body.velocity(atLocal: Vector(1, 1)) == Vector(-1.2, 1.2))
    try body.set(\.centerOfGravity, to: Vector(1, 1))
    try body.set(\.velocity, to: Vector(5, 6))
    #expect(near(body.velocity(atLocal: Vector(1, 1)), Vector(5, 6)))
    #expect(near(body.velocity(atLocal: .zero), Vector(5 + 1.2, 6 - 1.2)))
  }

  @Test("is turned by a force with its lever arm about the centre")
  func force() throws {
    let body = try Body(mass: 1, moment: 2)
    try body.set(\.position, to: Vector(3, 4))
    try body.attemptForce(Vector(10, 0), at: Vector(0, 10))
    #expect(body.force == Vector(10, 0))
    #expect(body.torque == -60)
    try body.set(\.torque, to: 0)
    try body.attemptForce(Vector(10, 0), at: body.worldPoint(ofLocal: Vector(0, 10)))
    #expect(body.force == Vector(20, 0))
    #expect(body.torque == -100)
  }

  @Test("gets its velocity from an impulse by the mass, and its rotation by the moment")
  func impulse() throws {
    let body = try Body(mass: 1, moment: 2)
    try body.set(\.position, to: Vector(3, 4))
    try body.attemptImpulse(Vector(10, 0), at: Vector(0, 10))
    #expect(body.velocity == Vector(10, 0))
    #expect(body.angularVelocity == -30)
    try body.set(\.angularVelocity, to: 0)
    try body.attemptImpulse(Vector(10, 0), at: body.worldPoint(ofLocal: Vector(0, 10)))
    #expect(body.angularVelocity == -50)
  }

  @Test("of 1 kg at 10 units/s has an energy of 50")
  func energy() throws {
    let body = try Body(mass: 1, moment: 10)
    #expect(body.kineticEnergy == 0)
    try body.attemptImpulse(Vector(10, 0), at: .zero)
    #expect(body.kineticEnergy == 50)
  }

  @Test("sleeps only in a space, and can be removed from it asleep")
  func sleep() throws {
    let space = try Space()
    try space.set(\.sleepTimeThreshold, to: 0.01)
    let body = try Body(mass: 1, moment: 1)
    #expect { try body.sleep() } throws: { code(of: $0) == .notInSpace }
    try space.add(body)
    try body.sleep()
    #expect(body.isSleeping)
    body.wake()
    #expect(!body.isSleeping)
    try body.sleep()
    try space.remove(body)
    body.wake()
    #expect(!body.isSleeping)
  }

  @Test("sleeps with another one only in its space, and wakes with it")
  func sleepTogether() throws {
    let space = try Space()
    try space.set(\.sleepTimeThreshold, to: 0.01)
    let bodies = try [Body(mass: 1, moment: 1), Body(mass: 2, moment: 2)]
    try space.add(bodies[1])
    try bodies[1].sleep()
    #expect { try bodies[0].sleep(with: bodies[1]) } throws: { code(of: $0) == .notInSpace }
    try space.add(bodies[0])
    try bodies[0].sleep(with: bodies[1])
    #expect(bodies.allSatisfy { $0.isSleeping })
    bodies[1].wake()
    #expect(bodies.allSatisfy { !$0.isSleeping })
  }

  @Test("never has a mass of 0 or infinity, or a moment of 0; an infinite moment is valid")
  func masses() throws {
    let body = try Body(mass: 2, moment: 3)
    for mass in [0, .infinity] {
      #expect { try body.set(\.mass, to: mass) } throws: { code(of: $0) == .outOfRange }
    }
    #expect { try body.set(\.moment, to: 0) } throws: { code(of: $0) == .outOfRange }
    try body.set(\.moment, to: .infinity)
    #expect(body.mass == 2)
    #expect(body.moment == .infinity)
  }

  @Test("with mass from shapes needs one with mass before it can be in a space")
  func massOfShapes() throws {
    let space = try Space(timeStep: 1)
    let body = Body.dynamic()
    let disc = try body.addShape(.circle(radius: 10, center: Vector(2, 3)))
    #expect { try space.add(body) } throws: { code(of: $0) == .noMass }
    try disc.set(\.mass, to: 3)
    try space.add(body)
    #expect(body.mass == 3)
    try disc.set(\.mass, to: 4)
    #expect(body.mass == 4)
    #expect(near(body.centerOfGravity, Vector(2, 3)))
    #expect(body.moment == 200)
    try space.step()
  }

  @Test("moves as before when its functions are removed", arguments: Engine.allCases)
  func functions(engine: Engine) throws {
    let space = try Space(timeStep: 1, engine: engine)
    try space.setGravity(Vector(1, 0))
    let body = try Body(mass: 1, moment: 1)
    try space.add(body)
    body.positionFunction = { $0.position = $0.position + Vector(0, $0.timeStep) }
    body.velocityFunction = { $0.velocity = $0.velocity + $0.gravity * (5 * $0.timeStep) }
    try space.steps(12)
    #expect(body.position == Vector(0, 12))
    #expect(body.velocity == Vector(60, 0))
    body.positionFunction = nil
    body.velocityFunction = nil
    try space.step()
    // The library moves a body before it accelerates it.
    #expect(body.position == Vector(engine == .tiltbox ? 60.5 : 60, 12))
    #expect(body.velocity == Vector(61, 0))
  }
}
