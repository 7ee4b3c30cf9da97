import Chipmunk
import Testing

@Suite("Sines and cosines in a space with a grid")
struct TurnTests {
  private static let angles = (1...300).map { Double($0) * 0.37 - 50 }

  /// The body's own x axis: the cosine and sine of its rotation.
  private func axis(_ body: Body) -> Vector { body.worldVector(ofLocal: Vector(1, 0)) }

  private func point(in space: Space) throws -> Body {
    let body = try Body(mass: 1, moment: 1)
    try space.add(body)
    return body
  }

  @Test("are those of Vector, whatever turns a body")
  func everyWay() throws {
    for angle in Self.angles {
      let space = try Space()
      let early = try Body(mass: 1, moment: 1)
      try early.set(\.angle, to: angle)
      try space.add(early)
      let bodies = try (0..<4).map { _ in try point(in: space) }
      try bodies[0].set(\.angle, to: angle)
      try bodies[0].set(\.position, to: Vector(3, 4))
      try bodies[1].setState(BodyState(angle: angle))
      try bodies[2].set(\.angularVelocity, to: 120 * angle)
      let changed = try point(in: space)
      try changed.setType(.static)
      try changed.set(\.angle, to: angle)
      try changed.setType(.dynamic)
      bodies[3].positionFunction = { $0.angle = angle }
      try space.step()
      let ground = Body.static()
      try space.add(ground)
      try ground.set(\.angle, to: angle)
      let restored = try Space(restoring: space.checkpoint())
      for body in [early, changed] + bodies + [ground] + restored.bodies {
        #expect(axis(body) == .unit(angle: body.angle), "\(body.angle)")
      }
      #expect(bodies[2].angle != 0 && bodies[3].angle == angle && restored.bodies.count == 7)
    }
  }

  @Test("are those of Vector for a body that turns for a while and is swept")
  func turning() throws {
    let space = try spaceWithFloor()
    try space.setGravity(Vector(0, -1000))
    let crate = try addCrate(at: Vector(0, 300), to: space)
    try crate.set(\.angularVelocity, to: 7)
    try crate.set(\.velocity, to: Vector(100, -9000))
    for _ in 0..<300 {
      try space.step()
      #expect(axis(crate) == .unit(angle: crate.angle))
    }
  }

  @Test("are those of Vector for a body that turns there and back within a step")
  func thereAndBack() throws {
    let space = try Space()
    try space.set(\.substeps, to: 2)
    let body = try point(in: space)
    try body.set(\.angle, to: 0.5)
    var spin = -120.0
    body.velocityFunction = { update in
      spin = -spin
      update.angularVelocity = spin
    }
    try space.step()
    #expect(abs(body.angle - 0.5) < 1e-9)
    #expect(axis(body) == .unit(angle: body.angle))
  }

  @Test("of a snapshot are those from before")
  func snapshot() throws {
    let space = try Space()
    let body = try point(in: space)
    try body.set(\.angularVelocity, to: 1)
    for _ in 0..<100 {
      let snapshot = Snapshot()
      try space.snapshot(into: snapshot)
      let before = axis(body)
      try space.step()
      try space.restore(snapshot)
      #expect(axis(body) == before && before == .unit(angle: body.angle))
      try space.step()
    }
  }
}
