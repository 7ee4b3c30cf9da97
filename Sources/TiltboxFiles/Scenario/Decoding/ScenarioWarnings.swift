internal import Tiltbox

extension Scenario {
  /// Returns the warnings about a scenario with their places in its tree; merges those of one kind at the first place.
  func warnings(
    of root: Node,
    _ copies: Copies,
    file: String,
    overrides: [String]
  ) -> [Diagnostic] {
    let list = root["bodies"]?.sequence ?? []
    let unplaced = list.indices.filter { list[$0]["at"] == nil && list[$0]["frame"] == nil }
    var kinds: [ScenarioWarning.Kind: [ScenarioWarning]] = [:]
    let worldFields = Set(root["world"]?.mapping?.map(\.key) ?? [])
    for warning in warnings(unplaced: Set(unplaced), worldFields: worldFields)
    where !root.states(warning) {
      kinds[warning.kind, default: []].append(warning)
    }
    let places = DiagnosticPlaces(root: root)
    let diagnostics = Diagnostics()
    for warnings in kinds.values {
      let words = warnings[0].message + Self.likewise(warnings.dropFirst().map(\.owner))
      let warning = Diagnostic(severity: .warning, path: warnings[0].path, words)
      diagnostics.report(places.placed(warning))
    }
    return diagnostics.error(file: file, overrides: overrides).diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      if let copy = copies.copy(at: diagnostic.path) { diagnostic.path = copy.path }
      return diagnostic
    }
  }

  /// `; the same goes for crate-2, crate-3 and 7 more`.
  private static func likewise(_ owners: [String]) -> String {
    guard let last = owners.last else { return "" }
    let count = owners.count
    let words =
      count > 4
      ? owners[..<3].joined(separator: ", ") + " and \(count - 3) more"
      : (count > 1 ? owners.dropLast().joined(separator: ", ") + " and " : "") + last
    return "; the same goes for \(words)"
  }
}

extension Node {
  /// Whether the number in a warning was written with its unit, or as a formula.
  fileprivate func states(_ warning: ScenarioWarning) -> Bool {
    guard [.largeAngle, .largeTilt, .longStep, .negativeGravity].contains(warning.kind),
      let path = PathComponent.components(of: warning.path),
      let node = self[path] ?? self[path.dropLast()]
    else { return false }
    return (node.sequence ?? [node]).compactMap(\.scalar).contains {
      $0.formula != nil || $0.quantity != nil
    }
  }
}
