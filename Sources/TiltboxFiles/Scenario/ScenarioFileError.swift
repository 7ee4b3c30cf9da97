/// Everything that is wrong with a scenario file, found in one reading.
public struct ScenarioFileError: Error, Hashable, Sendable {
  /// The mistakes in the order in which they stand in the file, then those of the overrides; at least one.
  public let diagnostics: [ScenarioDiagnostic]

  /// Whether the file is right, and only what was to be set in it is not.
  package var isAboutOverridesAlone: Bool {
    diagnostics.allSatisfy { diagnostic in
      if case .override = diagnostic.place { true } else { false }
    }
  }
}

extension ScenarioFileError: CustomStringConvertible {
  /// The mistakes, one a line.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// A mistake or a warning about a scenario file: where it stands, which field it concerns, what is wrong and what to do.
public struct ScenarioDiagnostic: Hashable, Sendable {
  /// Where a mistake stands.
  public enum Place: Hashable, Sendable {
    /// A line and a column of the file, both counted from 1; a column is a Unicode scalar.
    case file(line: Int, column: Int)
    /// An override, as it was written: `world.gravity=500`.
    case override(String)
  }

  /// The file, as the caller named it.
  public let file: String
  /// Where the mistake stands.
  public let place: Place
  /// The field as the file has it, as in `bodies[2].mass`, whose body may be repeated; empty where the text itself is at
  /// fault.
  public let path: String
  /// What is wrong, with the value and its unit, and what to do.
  public let message: String
  /// Whether the scenario runs all the same, and is hardly meant so.
  public var isWarning = false
}

extension ScenarioDiagnostic: CustomStringConvertible {
  /// `file:line:column: path: message`, or `--set path=value: path: message`; with `warning: ` before the path of one.
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
