internal import Tiltbox

/// A check of the files that a scenario names, whose problems are reported like its own.
package struct FileCheck {
  /// Whether to check the files of a scenario without other problems too; otherwise they are read when it runs.
  let isAlways: Bool
  /// The words for a file that cannot be opened.
  private let explain: (FileError) -> String

  package init(always isAlways: Bool, explain: @escaping (FileError) -> String) {
    (self.isAlways, self.explain) = (isAlways, explain)
  }

  /// Reads the tilt recording and the recordings whose digests the scenario expects, and reports what is wrong with them.
  func report(_ scenario: Scenario, _ places: DiagnosticPlaces, _ diagnostics: Diagnostics) {
    if case .file(let path, _, _) = scenario.tilt.source, path != "-" {
      report("tilt.file", places, diagnostics) { _ = try scenario.loadingTilt() }
    }
    for (index, expectation) in scenario.expectations.enumerated() {
      guard case .digest(let file) = expectation.condition else { continue }
      let field = "expect[\(index)].digest"
      report(field, places, diagnostics) {
        do { _ = try Scenario.RecordedEnding(ofRecording: file) } catch let error as FileError {
          throw error.of(field)
        }
      }
    }
  }

  private func report(
    _ field: String,
    _ places: DiagnosticPlaces,
    _ diagnostics: Diagnostics,
    _ read: () throws -> Void
  ) {
    guard !diagnostics.suppresses(field) else { return }
    do {
      try read()
    } catch let error as FileError {
      diagnostics.fileErrors.append(error)
      diagnostics.report(places.placed(Diagnostic(path: field, explain(error))))
    } catch {
      diagnostics.hasInvalidFiles = true
      let words = Self.options.reduce("\(error)") { $0.replacing($1.option, with: $1.field) }
      diagnostics.report(places.placed(Diagnostic(path: field, words)))
    }
  }

  /// The options of the command in messages about recordings, and the fields of a scenario that do the same.
  private static let options = [
    ("reaction --orientation ", "reaction, orientation: "), ("--tilt-convention ", "convention: "),
    ("--tilt-units ", "units: "),
    ("--tilt-rate ", "rate: "),
    ("--orientation ", "orientation: "),
  ].map { (option: $0, field: $1) }
}
