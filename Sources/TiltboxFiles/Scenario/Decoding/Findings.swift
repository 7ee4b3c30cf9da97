/// The mistakes found so far.
final class Findings {
  private var found: Set<Finding> = []
  /// What was said of each place of the file, in which many copies of a body can stand.
  private var said: [Place: Set<String>] = [:]
  private var suppressed: Set<String> = []
  private var suppressedParts: [String] = []
  private var unreliable: Set<String> = []

  var isEmpty: Bool { found.isEmpty }

  /// Notes a mistake, once.
  func report(_ message: String, at path: String, _ place: Place) {
    report(Finding(place: place, path: path, message))
  }

  /// Notes a mistake, once.
  func report(_ finding: Finding) {
    if case .override = finding.place {
      found.insert(finding)
    } else if said[finding.place, default: []].insert(finding.message).inserted {
      found.insert(finding)
    }
    suppress(finding.path)
  }

  /// Suppresses mistakes that only follow from one that was reported, such as a missing field whose key is misspelt.
  func suppress(_ path: String) { suppressed.insert(path) }

  /// Suppresses all mistakes in a part that could not be read as a whole.
  func suppressPart(_ path: String) { suppressedParts.append(path) }

  /// Marks something by its name whose reading failed, so that references to it are not reported.
  func markUnreliable(_ name: String) { unreliable.insert(name) }

  /// Whether the reading of what has this name failed.
  func isUnreliable(_ name: String) -> Bool { unreliable.contains(name) }

  /// Whether mistakes in a field are suppressed.
  func suppresses(_ path: String) -> Bool {
    suppressed.contains(path)
      || suppressedParts.contains {
        path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") || path == $0
      }
  }

  /// The mistakes in the order of the file, then of the overrides.
  func diagnostics(file: String, overrides: [String]) -> [ScenarioDiagnostic] {
    found.sorted { ($0.place, $0.path, $0.message) < ($1.place, $1.path, $1.message) }.map {
      let place: ScenarioDiagnostic.Place =
        switch $0.place {
        case .file(let line, let column): .file(line: line, column: column)
        case .override(let index): .override(overrides[index])
        }
      return ScenarioDiagnostic(file: file, place: place, path: $0.path, message: $0.message)
    }
  }
}
