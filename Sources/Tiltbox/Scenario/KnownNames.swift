/// The names in one of a scenario's lists. Finding one takes constant time.
package struct KnownNames {
  package let names: [String]
  private let indices: [String: Int]

  package init(_ names: [String]) {
    self.names = names
    indices = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The index of the first element with a name.
  package subscript(name: String) -> Int? { indices[name] }
}

/// The names to which a scenario's parts refer, each list made when it is needed.
struct ScenarioNames {
  private let scenario: Scenario?

  lazy var bodies = KnownNames(scenario?.bodies.map(\.id) ?? [])
  lazy var constraints = KnownNames(scenario?.constraints.map(\.id) ?? [])
  lazy var values = KnownNames(scenario?.values.map(\.id) ?? [])
  lazy var layers = KnownNames(scenario?.layers.map(\.id) ?? [])
  /// The bodies that animations hold at first.
  lazy var held = Set(scenario?.handovers.map(\.body) ?? [])
  /// What a body may touch: bodies and walls, in the order in which messages list them.
  lazy var partners = partners(of: scenario)
  lazy var hasDynamicBody = scenario?.bodies.contains { $0.type == .dynamic } ?? false

  init(_ scenario: Scenario?) { self.scenario = scenario }

  private func partners(of scenario: Scenario?) -> KnownNames {
    let bodies = scenario?.bodies.map(\.id) ?? []
    let walls = scenario?.walls == nil ? [] : ["walls"] + WorldBuilder.wallNames.values.sorted()
    return KnownNames(bodies.prefix(8) + walls + bodies.dropFirst(8))
  }
}
