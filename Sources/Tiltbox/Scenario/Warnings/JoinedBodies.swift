import Chipmunk

/// Finds the bodies that are parts of one mechanism, and may overlap.
struct JoinedBodies {
  private struct Pair: Hashable {
    let a, b: Int
  }

  /// Each body's parent in its mechanism; empty if nothing is joined.
  private var parents: [Int] = []
  /// Joints with bodies that never move, which do not connect the bodies that they hold into a mechanism.
  private var held: Set<Pair> = []

  init(_ scenario: Scenario) {
    guard !scenario.constraints.isEmpty else { return }
    parents = Array(scenario.bodies.indices)
    let indices = Dictionary(scenario.bodies.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for constraint in scenario.constraints {
      guard let a = indices[constraint.a], let b = indices[constraint.b] else { continue }
      if scenario.bodies[a].type == .static || scenario.bodies[b].type == .static {
        held.insert(Pair(a: min(a, b), b: max(a, b)))
      } else {
        let (one, other) = (root(of: a), root(of: b))
        parents[max(one, other)] = min(one, other)
      }
    }
    for index in parents.indices { parents[index] = root(of: index) }
  }

  func contains(_ a: Int, _ b: Int) -> Bool {
    guard !parents.isEmpty else { return false }
    return parents[a] == parents[b] || held.contains(Pair(a: min(a, b), b: max(a, b)))
  }

  private mutating func root(of index: Int) -> Int {
    var root = index
    while parents[root] != root {
      parents[root] = parents[parents[root]]
      root = parents[root]
    }
    return root
  }
}
