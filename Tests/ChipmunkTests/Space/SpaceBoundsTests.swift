import Chipmunk
import Foundation
import TestSupport
import Testing

@Suite("Bounds")
struct SpaceBoundsTests {
  /// Numbers that are valid on their own, but that no solver can handle together.
  struct Extreme: Sendable, CustomTestStringConvertible {
    var name: String
    var timeStep = 1.0 / 120
    var gravity = 1000.0
    var masses = (1.0, 1.0)
    var moments = (1.0, 1.0)
    var speed = 100.0
    var elasticity = 0.5
    var size = 10.0
    var diverges = true
    var testDescription: String { name }
  }

  static let extremes: [Extreme] = [
    Extreme(
      name: "masses 1e-100 and 1e12",
      masses: (1e-100, 1e12),
      moments: (1e-100, 1e12),
      diverges: false
    ),
    Extreme(
      name: "those masses at velocity 1e9 and elasticity 1e6",
      masses: (1e-100, 1e12),
      moments: (1e-100, 1e30),
      speed: 1e9,
      elasticity: 1e6,
      size: 1e9
    ),
    Extreme(name: "moment 1e-100", moments: (1e-100, 1e-100)),
    Extreme(name: "moments infinite", moments: (.infinity, .infinity), diverges: false),
    Extreme(name: "velocity 1e9", speed: 1e9, diverges: false),
    Extreme(name: "gravity 1e9", gravity: 1e9, diverges: false),
    Extreme(name: "step 100 s", timeStep: 100, diverges: false),
    Extreme(name: "step 1e-9 s", timeStep: 1e-9, diverges: false),
    Extreme(
      name: "step 100 s, gravity and velocity 1e9",
      timeStep: 100,
      gravity: 1e9,
      speed: 1e9
    ),
    Extreme(name: "elasticity 1e6", elasticity: 1e6, diverges: false),
    Extreme(name: "size 1e9", size: 1e9, diverges: false),
    Extreme(name: "size 1e-9", size: 1e-9, diverges: false),
  ]

  @Test(
    "extreme numbers never abort: a step reports the divergence, and the space recovers",
    arguments: extremes
  )
  func extremesNeverAbort(extreme: Extreme) throws {
    let space = try scene(extreme)
    var divergences = 0
    for _ in 1...400 {
      do {
        try space.step()
        #expect(space.divergedBodies.isEmpty)
      } catch {
        #expect(error.code == .diverged)
        #expect(!space.divergedBodies.isEmpty)
        divergences += 1
        for body in space.divergedBodies {
          #expect(body.velocity == .zero && body.angularVelocity == 0)
          // Every setter can be called on it.
          try body.set(\.mass, to: 1)
          try body.set(\.position, to: .zero)
          try body.set(\.angle, to: 0)
        }
      }
      for state in space.states {
        #expect(state.position.isFinite && state.velocity.isFinite)
        #expect(state.angle.isFinite && state.angularVelocity.isFinite)
      }
    }
    #expect((divergences > 0) == extreme.diverges)
    try recovers(space)
  }

  @Test("a space in which bodies diverged is as good as new once they are removed")
  func recoversByRemoval() throws {
    let space = try scene(Self.extremes[1])
    let other = try Space()
    var moved: [Body] = []
    for _ in 1...50 {
      do {
        try space.step()
      } catch {
        for body in space.divergedBodies {
          try space.remove(body)
          moved.append(body)
        }
      }
    }
    #expect(!moved.isEmpty)
    try recovers(space)
    // They can continue in another space.
    for body in moved {
      try body.set(\.mass, to: 1)
      try body.set(\.moment, to: 1)
      try body.set(\.position, to: .zero)
      try body.removeShape(body.shapes[0])
      try other.add(body)
    }
    for _ in 1...60 { try other.step() }
  }

  @Test(
    "a body may change within the step in which it diverges, and after it has left the space"
  )
  func changes() throws {
    var random = SplitMix64(seed: 5)
    var infinities = 0
    for number in 0..<400 {
      let space = try crowd(&random)
      let handler = space.addHandler(for: .all)
      handler.postSolve = { [unowned space] contact in
        for body in [contact.bodyA, contact.bodyB] where body.type == .dynamic {
          if !body.angularVelocity.isFinite || !body.velocity.isFinite { infinities += 1 }
          switch number % 4 {
          case 0: try body.set(\.mass, to: 2)
          case 1: try space.afterStep { _ in try body.set(\.mass, to: 2) }
          case 2: try body.setType(.static)
          default: try space.remove(body)
          }
        }
      }
      for _ in 1...5 { _ = try? space.step() }
      for body in space.bodies + space.divergedBodies where body.type == .dynamic {
        #expect(body.velocity.isFinite && body.angularVelocity.isFinite)
        try body.set(\.mass, to: 3)
      }
    }
    #expect(infinities > 0)
  }

  @Test("infinite impulses are removed from the bodies, their contacts and the ground")
  func infiniteImpulses() throws {
    var random = SplitMix64(seed: 5)
    var infinities = 0
    for _ in 0..<300 {
      let space = try crowd(&random)
      let floor = space.bodies[0]
      for _ in 1...5 {
        do {
          try space.step()
        } catch {
          if error.value?.isFinite == false { infinities += 1 }
        }
        for event in space.contactEvents {
          #expect(event.point.isFinite && event.impulse.length.isFinite)
        }
        for body in space.divergedBodies + [floor, space.ground] {
          #expect(body.velocity == .zero && body.angularVelocity == 0)
        }
      }
      // Bodies and contacts are the same, and the physics makes sense from here on.
      for body in space.bodies where body.type == .dynamic {
        try body.set(\.mass, to: 1)
        try body.set(\.moment, to: 100)
        try body.set(\.velocity, to: .zero)
        try body.set(\.angularVelocity, to: 0)
        for shape in body.shapes { try shape.set(\.elasticity, to: 0) }
      }
      for _ in 1...60 { try space.step() }
      #expect(space.states.allSatisfy { $0.velocity.length < 1e3 })
    }
    #expect(infinities > 0)
  }

  @Test("the message names the body, the tick and the number")
  func message() throws {
    let space = try Space()
    try space.add(Body(mass: 1, moment: 1))
    let light = try Body(mass: 1e-100, moment: 1)
    try light.set(\.force, to: Vector(1e21, 0))
    try space.add(light)
    let error = #expect(throws: PhysicsError.self) { try space.step() }
    #expect(error?.description.hasPrefix("the speed of body 2 at tick 1 is ") == true)
    #expect(error?.unit == "units/s")
    // A force of 1e21 on 1e-100 kg for 1/120 s.
    #expect(error?.value.map { abs($0 * 120 / 1e121 - 1) < 1e-9 } == true)
    #expect(space.divergedBodies.map(ObjectIdentifier.init) == [ObjectIdentifier(light)])
    #expect(space.tick == 1)
    try space.step()
    #expect(space.divergedBodies.isEmpty)
  }

  @Test("no body leaves a step faster than the limit, and those it slowed down are named")
  func speedLimit() throws {
    let space = try Space()
    try space.set(\.speedLimit, to: 50)
    #expect(space.speedLimit == 50)
    let bodies = try [(30.0, 39.9), (30, 40.1), (-300, 400)].map { x, y in
      let body = try Body(mass: 1, moment: 1)
      try body.set(\.velocity, to: Vector(x, y))
      try space.add(body)
      return body
    }
    try space.step()
    #expect(
      space.limitedBodies.map(ObjectIdentifier.init)
        == bodies.dropFirst().map(ObjectIdentifier.init)
    )
    #expect(bodies[0].velocity == Vector(30, 39.9))
    #expect((bodies[2].velocity - Vector(-30, 40)).length < 1e-12)
    try space.set(\.speedLimit, to: nil)
    try bodies[0].set(\.velocity, to: Vector(1e6, 0))
    try space.step()
    #expect(space.limitedBodies.isEmpty && bodies[0].velocity.x == 1e6)
  }

  @Test("a speed limit keeps all bodies in a shaken box without continuous collision")
  func nothingLeaves() throws {
    var scene = Scene.crates
    var random = SplitMix64(seed: 11)
    for _ in 0..<150 {
      let (x, y) = (
        Double.random(in: -3e4...3e4, using: &random), Double.random(in: -3e4...3e4, using: &random)
      )
      scene.gravity += Array(repeating: Vector(x, y), count: 20)
    }
    let escapes = try [nil, 0.75 * 16 * 120].map { limit in
      let run = try Run(scene, engine: .chipmunk)
      try run.space.set(\.speedLimit, to: limit)
      var (isOut, isLimited) = (false, false)
      while try run.tick() {
        isLimited = isLimited || !run.space.limitedBodies.isEmpty
        isOut =
          isOut
          || run.space.states.contains { state in
            !(0...300).contains(state.position.x) || !(0...300).contains(state.position.y)
          }
      }
      #expect(isLimited == (limit != nil))
      return isOut
    }
    #expect(escapes == [true, false])
  }

  private func scene(_ extreme: Extreme) throws -> Space {
    let space = try Space(timeStep: extreme.timeStep)
    try space.setGravity(Vector(0, -extreme.gravity))
    let size = extreme.size
    try space.ground.addShape(
      .segment(from: Vector(-1e8, -size), to: Vector(1e8, -size)),
      friction: 1,
      elasticity: extreme.elasticity
    )
    for (index, (mass, moment)) in zip(
      [extreme.masses.0, extreme.masses.1],
      [extreme.moments.0, extreme.moments.1]
    ).enumerated() {
      let body = try Body(mass: mass, moment: moment)
      let form: Geometry = index == 0 ? .circle(radius: size) : .box(width: size, height: size)
      try body.addShape(form, friction: 1, elasticity: extreme.elasticity)
      try body.set(\.position, to: Vector(Double(index) * size / 4, 0))
      try body.set(\.velocity, to: Vector(index == 0 ? extreme.speed : -extreme.speed, 0))
      try space.add(body)
    }
    return space
  }

  /// Overlapping bodies with unrelated masses and moments.
  private func crowd(_ random: inout SplitMix64) throws -> Space {
    let space = try Space()
    try space.set(\.iterations, to: 100)
    let floor = Body.static()
    for _ in 1...3 { try floor.addShape(.box(width: 10, height: 9), friction: 1, elasticity: 1e6) }
    try space.add(floor)
    for index in 0..<8 {
      let body = try Body(
        mass: pow(10, .random(in: -100...12, using: &random)),
        moment: pow(10, .random(in: -100...30, using: &random))
      )
      let form: Geometry =
        index.isMultiple(of: 2) ? .circle(radius: 10) : .box(width: 10, height: 10)
      try body.addShape(form, friction: 1, elasticity: 1e6)
      try body.set(\.velocity, to: Vector(pow(10, .random(in: -9...9, using: &random)), 1))
      try space.add(body)
    }
    return space
  }

  /// Expects that a ball falls and lands in it as in any other space.
  private func recovers(_ space: Space) throws {
    for body in space.bodies { try space.remove(body) }
    for shape in space.ground.shapes { try space.ground.removeShape(shape) }
    let bare = try Space(timeStep: space.timeStep)
    for space in [space, bare] {
      try space.setGravity(Vector(0, -1000))
      try space.ground.addShape(.segment(from: Vector(-50, 0), to: Vector(50, 0)), elasticity: 0.5)
      let ball = try Body(mass: 1, moment: 1)
      try ball.addShape(.circle(radius: 5), elasticity: 0.5)
      try ball.set(\.position, to: Vector(0, 30))
      try space.add(ball)
      for _ in 1...100 { try space.step() }
    }
    #expect(space.states == bare.states)
  }
}
