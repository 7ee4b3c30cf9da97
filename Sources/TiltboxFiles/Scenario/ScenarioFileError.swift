/// The problems with a scenario file, found in one pass.
public struct ScenarioFileError: Error, Hashable, Sendable {
  /// The problems in the order of the file, followed by those of the overrides; at least one, and at most 100. A problem
  /// that several elements of a list have stands once, with a count.
  public let diagnostics: [ScenarioDiagnostic]
  /// The number of further problems.
  public let omittedCount: Int

  /// The maximum number of problems in an error.
  static let mostDiagnostics = 100

  /// The errors of files that could not be opened, if there are no other problems.
  package let fileErrors: [FileError]
  /// Whether a file that the scenario names has invalid contents.
  private let hasInvalidFiles: Bool

  init(
    diagnostics: [ScenarioDiagnostic],
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
      && diagnostics.allSatisfy { diagnostic in
        if case .override = diagnostic.place { true } else { false }
      }
  }
}

extension ScenarioFileError: CustomStringConvertible {
  /// The problems, one per line; then, if there are more, their number.
  public var description: String {
    let lines = diagnostics.map(\.description).joined(separator: "\n")
    return omittedCount == 0 ? lines : "\(lines)\nand \(omittedCount) more"
  }
}

/// An error or a warning about a scenario file: its place, the field, the problem and the remedy.
public struct ScenarioDiagnostic: Hashable, Sendable {
  /// The place of a problem.
  public enum SourceLocation: Hashable, Sendable {
    /// A line and a column of the file, both counted from 1; columns count Unicode scalars.
    case file(line: Int, column: Int)
    /// An override, as written: `world.gravity=500`.
    case override(String)
  }

  /// The file, as named by the caller.
  public let file: String
  /// The place of the problem.
  public let place: SourceLocation
  /// The path of the field in the file, such as `bodies[2].mass`, whose body may be repeated; empty if the problem
  /// concerns the text itself.
  public let path: String
  /// The problem, with the value and its unit, and the remedy.
  public let message: String
  /// Whether this is a warning: the scenario can run, but probably not as intended.
  public var isWarning = false
}

extension ScenarioDiagnostic: CustomStringConvertible {
  /// `file:line:column: path: message`, or `--set path=value: path: message`; a warning has `warning: ` before the
  /// path.
  public var description: String {
    let origin =
      switch place {
      case .file(let line, let column): "\(file):\(line):\(column)"
      case .override(let text): "--set \(text)"
      }
    let kind = isWarning ? "warning: " : ""
    return "\(origin): \(kind)" + (path.isEmpty ? message : "\(path): \(message)")
  }
}
