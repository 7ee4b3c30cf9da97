import Chipmunk
import Testing

@Suite("Jointed bodies")
struct JointedBodiesTests {
  /// A crate that hangs asleep from a static body.
  private func hanging(jointed: Bool = true) throws -> (Space, anchor: Body, crate: Body) {
    let space = try spaceWithFloor(sleepAfter: 0.3)
    let anchor = Body.static()
    try anchor.set(\.position, to: Vector(0, 400))
    try space.add(anchor)
    let crate = try addCrate(at: Vector(0, 300), to: space)
    try space.add(try PinJoint(anchor, crate))
    try space.steps(120)
    try #require(crate.isSleeping)
    return (space, anchor, crate)
  }

  @Test("wake when the body that they hang from changes its type", arguments: BodyType.allCases)
  func anchorType(type: BodyType) throws {
    let (space, anchor, crate) = try hanging()
    let isDynamic = type == .dynamic
    try anchor.setType(type, mass: isDynamic ? 1 : nil, moment: isDynamic ? 1 : nil)
    #expect(crate.isSleeping == (type == .static))
    try space.steps(60)
    #expect((crate.position.y < 250) == isDynamic)
  }

  @Test("wake when the body that they hang from is moved by hand")
  func anchorMoved() throws {
    let (space, anchor, crate) = try hanging()
    try anchor.set(\.position, to: Vector(100, 400))
    #expect(!crate.isSleeping)
    try space.steps(30)
    #expect(abs(crate.position.x) > 1)
    let (other, otherAnchor, otherCrate) = try hanging()
    try other.writeStates(
      other.bodies.map {
        BodyState(
          position: $0 === otherAnchor ? Vector(100, 400) : $0.position,
          angle: $0.angle,
          velocity: $0.velocity,
          angularVelocity: $0.angularVelocity
        )
      }
    )
    #expect(!otherCrate.isSleeping)
  }

  @Test("fall asleep together, but not if they hang from a kinematic body")
  func sleep() throws {
    let (space, anchor, crate) = try hanging()
    crate.wake()
    let lower = try addCrate(at: Vector(0, 200), to: space)
    try space.add(try PinJoint(crate, lower))
    try lower.sleep()
    #expect(crate.isSleeping && lower.isSleeping)
    #expect(crate.sleepingGroup.count == 2)
    try space.steps(30)
    #expect(crate.isSleeping)
    crate.wake()
    try anchor.setType(.kinematic)
    try lower.sleep()
    #expect(!crate.isSleeping && !lower.isSleeping)
    try space.steps(30)
  }

  @Test("keep a dynamic body at each joint, even within callbacks")
  func unsolvable() throws {
    let (space, anchor, crate) = try hanging()
    for type in [BodyType.static, .kinematic] {
      #expect { try crate.setType(type) } throws: { ($0 as? PhysicsError)?.code == .unsolvable }
    }
    try anchor.setType(.dynamic, mass: 1, moment: 1)
    crate.velocityFunction = { update in
      update.integrate()
      // Each alone is fine, but not both together.
      try anchor.setType(.static)
      try crate.setType(.static)
    }
    #expect { try space.steps(2) } throws: { ($0 as? PhysicsError)?.code == .unsolvable }
    crate.velocityFunction = nil
    try crate.setType(.dynamic)
    try space.steps(10)
  }
}
