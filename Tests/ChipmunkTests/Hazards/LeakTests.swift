import Chipmunk
import TestSupport
import Testing

@Suite("Released objects")
struct LeakTests {
  /// An object to observe, which must be freed.
  private struct Watched {
    let kind: String
    weak var object: AnyObject?

    init(_ object: AnyObject) {
      kind = "\(type(of: object))"
      self.object = object
    }
  }

  /// An object that closures retain.
  private final class Token {}

  @Test("leave nothing of two thousand spaces, whatever slept, was joined or had handlers")
  func everyClass() throws {
    var random = SplitMix64(seed: 11)
    var owners: [AnyObject] = []
    var watched: [Watched] = []
    for number in 0..<2000 {
      let parts = try world(number, &random)
      watched += parts.map(Watched.init)
      // Retained objects retain others, so release all of them in random order.
      owners += parts.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      if number.isMultiple(of: 50) {
        owners.shuffle(using: &random)
        owners.removeLast(owners.count / 2)
      }
    }
    owners.shuffle(using: &random)
    while owners.popLast() != nil {}
    let made = Dictionary(grouping: watched, by: \.kind).mapValues(\.count)
    #expect(made.count == 15 && made.values.allSatisfy { $0 >= 2000 }, "\(made)")
    let left = watched.filter { $0.object != nil }
    #expect(left.isEmpty, "\(Dictionary(grouping: left, by: \.kind).mapValues(\.count))")
  }

  /// A space with one of each kind of constraint, a handler, functions, a sleeper, a twin by checkpoint
  /// now and then, and what was removed from it; and all that is in it.
  private func world(_ number: Int, _ random: inout SplitMix64) throws -> [AnyObject] {
    let space = try spaceWithFloor(sleepAfter: 100)
    let token = Token()
    let (a, b) = try (
      addBall(at: Vector(0, 9), to: space), addBall(at: Vector(15, 9.5), to: space)
    )
    let sleeper = try addBall(at: Vector(200, 9.9), to: space)
    let constraints = try Rig.oneOfEach(a, b)
    for constraint in constraints.shuffled(using: &random) { try space.add(constraint) }
    constraints[number % 10].preSolve = { _ in withExtendedLifetime(token) {} }
    (constraints[4] as? DampedSpring)?.force = { _, _ in withExtendedLifetime(token) { 0 } }
    let handler = space.addHandler(for: .all)
    handler.preSolve = { _ in withExtendedLifetime(token) { true } }
    handler.separate = { _ in withExtendedLifetime(token) {} }
    a.velocityFunction = { update in
      update.integrate()
      withExtendedLifetime(token) {}
    }
    try space.steps(2)
    try sleeper.sleep()
    try space.step()
    switch number % 8 {
    case 0: try space.remove(a)
    case 1: try space.remove(handler)
    case 2: try space.remove(constraints[number / 8 % 10])
    case 3: try b.removeShape(b.shapes[0])
    case 4: try space.remove(sleeper)
    case 5: try space.afterStep { _ in withExtendedLifetime(token) {} }
    case 6:
      for constraint in constraints { (constraint.preSolve, constraint.postSolve) = (nil, nil) }
      (constraints[4] as? DampedSpring)?.force = nil
      a.velocityFunction = nil
      try Space(restoring: space.checkpoint()).step()
    default: try b.setType(.static)
    }
    let bodies = [a, b, sleeper, space.ground]
    return [space, handler, token] + bodies + bodies.flatMap(\.shapes) + constraints
  }
}
