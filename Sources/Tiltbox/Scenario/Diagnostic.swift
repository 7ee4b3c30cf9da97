/// Something wrong with an input, such as a scenario or a recording: where it is, what it is, and the remedy.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The consequence of what is wrong.
  public enum Severity: Hashable, Sendable {
    /// The input cannot be used, or a part of it is lost.
    case error
    /// The input can be used, but is probably not as intended.
    case warning
  }

  /// The place of a value in an input. Places in the file come before overrides.
  public enum SourceLocation: Hashable, Comparable, Sendable {
    /// A line and a column of the file, both counted from 1; columns count Unicode scalars.
    case file(line: Int, column: Int)
    /// An override, by its number in the list of overrides, counted from 0.
    case override(Int)
  }

  /// Whether the input can be used.
  public var severity: Severity
  /// The file, as named by the caller; for a place in an override, the override as written: `world.gravity=500`; for a
  /// recording, the file with the line or the byte. Nil for a scenario that is not from a file.
  public var source: String?
  /// The place in the source, if it is known.
  public var place: SourceLocation?
  /// The path of the field, such as `bodies[2].mass`, whose body may be repeated in the file; empty if the diagnostic
  /// concerns no single field. A shape's is `bodies[2].shapes[0].geometry`, `.radius`, `.center` or `.friction`.
  public var path: String
  /// The problem, with the value and its unit, and the remedy.
  public var message: String

  /// Makes a diagnostic.
  public init(
    severity: Severity = .error,
    source: String? = nil,
    place: SourceLocation? = nil,
    path: String = "",
    _ message: String
  ) {
    (self.severity, self.source, self.place) = (severity, source, place)
    (self.path, self.message) = (path, message)
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: path: message`, or `--set path=value: path: message`, without the parts that are not known; a
  /// warning has `warning: ` before the path.
  public var description: String {
    [origin, severity == .warning ? "warning" : nil, text].compactMap(\.self)
      .joined(separator: ": ")
  }

  /// `file:line:column`, or `--set path=value`.
  private var origin: String? {
    guard let source, let place else { return source }
    return switch place {
    case .file(let line, let column): "\(source):\(line):\(column)"
    case .override: "--set \(source)"
    }
  }

  /// The path, if there is one, and the message.
  package var text: String { path.isEmpty ? message : "\(path): \(message)" }
}

extension Diagnostic.SourceLocation {
  /// The beginning of a file.
  package static let start = Self.file(line: 1, column: 1)
}
