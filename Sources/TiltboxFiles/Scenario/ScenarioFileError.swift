public import Tiltbox

/// The problems with a scenario file, found in one pass.
public struct ScenarioFileError: Error, Hashable, Sendable {
  /// The problems in the order of the file, followed by those of the overrides; at least one, and at most 100. A problem
  /// that several elements of a list have stands once, with a count.
  public let diagnostics: [Diagnostic]
  /// The number of further problems.
  public let omittedCount: Int

  /// The maximum number of problems in an error.
  static let mostDiagnostics = 100

  /// The errors of files that could not be opened, if there are no other problems.
  package let fileErrors: [FileError]
  /// Whether a file that the scenario names has invalid contents.
  private let hasInvalidFiles: Bool

  init(
    diagnostics: [Diagnostic],
    omittedCount: Int = 0,
    fileErrors: [FileError] = [],
    hasInvalidFiles: Bool = false
  ) {
    (self.diagnostics, self.omittedCount) = (diagnostics, omittedCount)
    (self.fileErrors, self.hasInvalidFiles) = (fileErrors, hasInvalidFiles)
  }

  /// Whether the file is valid, and only overrides are wrong.
  package var isAboutOverridesAlone: Bool {
    !hasInvalidFiles
      && diagnostics.allSatisfy { if case .override? = $0.place { true } else { false } }
  }
}

extension ScenarioFileError: CustomStringConvertible {
  /// The problems, one per line; then, if there are more, their number.
  public var description: String {
    let lines = diagnostics.map(\.description).joined(separator: "\n")
    return omittedCount == 0 ? lines : "\(lines)\nand \(omittedCount) more"
  }
}
