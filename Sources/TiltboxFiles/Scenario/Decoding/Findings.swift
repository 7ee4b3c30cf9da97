/// The mistakes found so far.
final class Findings {
  private var found: Set<Finding> = []
  private var excused: Set<String> = []
  private var excusedParts: [String] = []
  private var doubted: Set<String> = []

  var isEmpty: Bool { found.isEmpty }

  /// Notes a mistake, once.
  func report(_ message: String, at path: String, _ place: Place) {
    report(Finding(place: place, path: path, message))
  }

  /// Notes a mistake, once.
  func report(_ finding: Finding) {
    found.insert(finding)
    excuse(finding.path)
  }

  /// Keeps silent about what follows from a mistake that was reported: a field that is missing because its key is
  /// misspelt, say.
  func excuse(_ path: String) { excused.insert(path) }

  /// Keeps silent about everything in a part that could not be read as a whole.
  func excusePart(_ path: String) { excusedParts.append(path) }

  /// Notes that something which has a name could not be read rightly: what refers to it may seem wrong.
  func doubt(_ name: String) { doubted.insert(name) }

  /// Whether what is referred to by a name may be read wrongly.
  func doubts(_ name: String) -> Bool { doubted.contains(name) }

  /// Whether a mistake in a field would only follow from one that was reported.
  func excuses(_ path: String) -> Bool {
    excused.contains(path)
      || excusedParts.contains {
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
