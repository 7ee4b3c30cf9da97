import Chipmunk
import Testing

@Suite("Contact views")
struct ContactTests {
  @Test("show where, how deep and how hard a crate rests")
  func resting() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 15.95), to: space)
    var isFirst: [Bool] = []
    let handler = space.addHandler(for: .pair(0, 0))
    handler.preSolve = { contact in
      isFirst.append(contact.isFirst)
      #expect(contact.impulse == .zero)
      #expect(contact.energy == 0)
      return true
    }
    var impulse = Vector.zero
    var points: [ContactPoint] = []
    handler.postSolve = { contact in
      impulse = contact.impulse
      points = Array(contact.points)
    }
    try space.steps(600)
    #expect(isFirst.first == true)
    #expect(isFirst.filter { $0 }.count == 1)
    // The weight of 10 kg over one step.
    #expect(abs(impulse.y - 10 * 1000 / 120) < 0.01)
    #expect(abs(impulse.x) < 0.01)
    try #require(points.count == 2)
    #expect(Set(points.map { ($0.onB.x * 10).rounded() / 10 }) == [-16, 16])
    for point in points {
      #expect((0...0.02).contains(point.depth))
      #expect(abs((point.onA.y - point.onB.y) - point.depth) < 1e-9)
      #expect(point.onA.y == 0)
    }
    #expect(crate.position.y < 16)
  }

  @Test("show the second body's impulse, seen from either side")
  func impulseOfEitherSide() throws {
    let space = try Space()
    let left = try addBall(at: Vector(-30, 0), to: space, type: 1)
    let right = try addBall(at: Vector(0, 0), to: space, type: 2)
    for ball in [left, right] { try ball.shapes[0].set(\.elasticity, to: 1) }
    try left.set(\.velocity, to: Vector(120, 0))
    var impulses: [Vector] = []
    for target in [CollisionHandler.Target.pair(1, 2), .pair(2, 1)] {
      space.addHandler(for: target).postSolve = { impulses.append($0.impulse) }
    }
    try space.steps(30)
    try #require(impulses.count >= 2)
    // The left body transfers all of its momentum to the right one.
    #expect((impulses[0] - Vector(120, 0)).length < 1e-9)
    #expect((impulses[1] - Vector(-120, 0)).length < 1e-9)
    #expect(abs(right.velocity.x - 120) < 1e-9)
  }

  @Test("show the energy that a bounce takes away", arguments: [0, 0.25, 0.5, 0.9, 1])
  func energy(restitution: Double) throws {
    let space = try Space()
    let ball = try addBall(at: Vector(0, 30), to: space)
    try ball.shapes[0].set(\.elasticity, to: restitution)
    try space.ground.addShape(.segment(from: Vector(-99, 0), to: Vector(99, 0)), elasticity: 1)
    try ball.set(\.velocity, to: Vector(0, -120))
    let before = ball.kineticEnergy
    var lost = 0.0
    space.addHandler(for: .all).postSolve = { lost += $0.energy }
    try space.steps(60)
    #expect(abs(before - ball.kineticEnergy - lost) < 1e-9 * before)
    #expect(abs(lost - before * (1 - restitution * restitution)) < 1e-9 * before)
  }

  @Test("can be neither exchanged nor copied")
  func lent() throws {
    let errors = try compilerErrors(in: [
      "func exchange(_ h: CollisionHandler, _ by: @escaping (inout Contact) -> Bool) {",
      "  h.begin = { by(&$0) }",
      "  h.preSolve = { $0.isFirst }",
      "}",
      "func list(_ contacts: [Contact]) {}",
    ])
    #expect(errors[1].contains { $0.contains("cannot pass immutable value as inout argument") })
    #expect(errors[2].isEmpty)
    #expect(errors[4].contains { $0.contains("does not conform to protocol 'Copyable'") })
  }

  @Test("change the friction of one step: set in each, the crate slides")
  func friction() throws {
    func speed(_ change: ((borrowing Contact) throws -> Bool)?) throws -> Double {
      let space = try spaceWithFloor()
      let crate = try addCrate(at: Vector(0, 16), to: space)
      try crate.set(\.velocity, to: Vector(100, 0))
      space.addHandler(for: .all).preSolve = change
      try space.steps(60)
      return crate.velocity.x
    }
    #expect(try abs(speed(nil)) < 1)
    let always = try speed { contact in
      #expect(contact.friction == 0.25)
      try contact.space.attempt { _ in contact.friction = 0 }
      #expect(contact.friction == 0)
      return true
    }
    #expect(abs(always - 100) < 1e-6)
    let once = try speed { contact in
      if contact.isFirst { try contact.space.attempt { _ in contact.friction = 0 } }
      return true
    }
    #expect(abs(once) < 1)
  }

  @Test("change the restitution of the step in which a ball lands")
  func restitution() throws {
    let space = try spaceWithFloor()
    let ball = try addBall(at: Vector(0, 100), to: space)
    space.addHandler(for: .all).preSolve = { contact in
      try contact.space.attempt { _ in contact.restitution = 1 }
      return true
    }
    try space.steps(90)
    #expect(ball.position.y > 60)
  }

  @Test("make the floor a conveyor; only the part along the surface counts")
  func surfaceVelocity() throws {
    for isFloorFirst in [true, false] {
      let space = try spaceWithFloor()
      try space.ground.shapes[0].set(\.collisionType, to: 1)
      let crate = try addCrate(at: Vector(0, 16), to: space, type: 2)
      let target = isFloorFirst ? CollisionHandler.Target.pair(1, 2) : .pair(2, 1)
      space.addHandler(for: target).preSolve = { contact in
        // Of the second surface over the first, as a difference of the shapes' surface velocities.
        try contact.space.attempt { _ in
          contact.surfaceVelocity = Vector(isFloorFirst ? -50 : 50, 700)
        }
        #expect(abs(contact.surfaceVelocity.y) < 1e-9)
        return true
      }
      let plain = try spaceWithFloor()
      try plain.ground.shapes[0].set(\.surfaceVelocity, to: Vector(50, 700))
      let other = try addCrate(at: Vector(0, 16), to: plain)
      try space.steps(120)
      try plain.steps(120)
      #expect(crate.state == other.state)
      #expect(abs(abs(crate.velocity.x) - 50) < 0.1)
    }
  }

  @Test(
    "reject numbers that would break the solver",
    arguments: [Double.nan, .infinity, -.infinity, -1, 1e300]
  )
  func hostileNumbers(number: Double) throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 16), to: space)
    var refused = 0
    space.addHandler(for: .all).preSolve = { contact in
      do { try contact.space.attempt { _ in contact.friction = number } } catch { refused += 1 }
      do { try contact.space.attempt { _ in contact.restitution = number } } catch { refused += 1 }
      do { try contact.space.attempt { _ in contact.surfaceVelocity = Vector(0, number) } } catch {
        refused += 1
      }
      #expect(contact.friction == 0.25)
      #expect(contact.restitution == 0)
      return true
    }
    try space.steps(60)
    #expect(refused >= (number == -1 ? 2 : 3) * 50)
    #expect(abs(crate.position.y - 16) < 0.2)
  }

  @Test("reject changes once they are solved")
  func tooLate() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 16), to: space)
    var energies: [Double] = []
    space.addHandler(for: .all).postSolve = { contact in
      energies.append(contact.energy)
      try contact.space.attempt { _ in contact.restitution = 1 }
      try contact.space.attempt { _ in contact.friction = 0 }
      try contact.space.attempt { _ in contact.surfaceVelocity = Vector(5, 0) }
      contact.ignoreUntilSeparation()
      energies.append(contact.energy)
    }
    try space.steps(60)
    #expect(energies.count > 50)
    for index in stride(from: 0, to: energies.count, by: 2) {
      #expect(energies[index] == energies[index + 1])
    }
  }
}
