import Chipmunk

/// The pairs of bodies that constraints join directly.
struct JoinedBodies {
  /// The constraints between two bodies.
  struct Joints {
    /// The index of the first one.
    let first: Int
    /// Whether the two bodies collide: a single constraint can prevent it.
    var collide: Bool
  }

  private struct Pair: Hashable {
    let a, b: Int

    init(_ one: Int, _ other: Int) { (a, b) = (min(one, other), max(one, other)) }
  }

  private var joints: [Pair: Joints] = [:]

  init(_ scenario: Scenario) {
    guard !scenario.constraints.isEmpty else { return }
    let indices = Dictionary(scenario.bodies.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for (index, constraint) in scenario.constraints.enumerated() {
      guard let a = indices[constraint.a], let b = indices[constraint.b] else { continue }
      joints[Pair(a, b), default: Joints(first: index, collide: true)].collide =
        constraint.collidesBodies && joints[Pair(a, b)]?.collide != false
    }
  }

  /// The constraints between two bodies; nil if there are none.
  func joints(between a: Int, _ b: Int) -> Joints? { joints[Pair(a, b)] }
}
