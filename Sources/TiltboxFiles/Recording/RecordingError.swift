internal import Tiltbox

// Gaps and damage in recordings whose other parts can be used. A recording without a summary may belong to a run that is
// still going on, which is a warning.
extension Diagnostic {
  static func torn(_ unit: String, _ place: String, bytes: Int, after tick: Int?) -> Diagnostic {
    Diagnostic(
      source: place,
      "the last \(unit) was torn, as by a crash: its \(bytes) bytes "
        + "do not count\(end(tick)); record the run again if the rest is needed"
    )
  }

  static func unfinished(_ place: String, after tick: Int?) -> Diagnostic {
    Diagnostic(
      severity: .warning,
      source: place,
      "the recording ends without a summary: its run was cut off or is not over\(end(tick))"
    )
  }

  static func incomplete(_ place: String, counted: Int, found: Int) -> Diagnostic {
    Diagnostic(
      source: place,
      "the summary counts \(counted) frames, and the recording "
        + "has \(found): lines were lost or added; record the run again"
    )
  }

  static func altered(_ place: String, stated: Digest, found: Digest) -> Diagnostic {
    Diagnostic(
      source: place,
      "the summary states the digest \(stated), and the frames have "
        + "\(found): numbers were changed; record the run again"
    )
  }

  private static func end(_ tick: Int?) -> String {
    tick.map { "; the last frame is that of tick \($0)" } ?? ""
  }
}

/// A recording that cannot be read.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, line, reason and remedy.
  public let description: String

  package init(_ description: String) { self.description = description }
}
