/// What a recording lacks, though what it has can be used.
public struct RecordingFlaw: Hashable, Sendable, CustomStringConvertible {
  /// Whether lines were lost. A recording without a summary may be one of a run that still goes on.
  public let isDamage: Bool
  /// File, line, what is missing, and what to do.
  public let description: String

  static func torn(_ unit: String, _ place: String, bytes: Int, after tick: Int?) -> RecordingFlaw {
    RecordingFlaw(
      isDamage: true,
      description: "\(place): the last \(unit) was torn, as by a crash: its \(bytes) bytes "
        + "do not count\(end(tick)); record the run again if the rest is needed"
    )
  }

  static func unfinished(_ place: String, after tick: Int?) -> RecordingFlaw {
    RecordingFlaw(
      isDamage: false,
      description: "\(place): the recording ends without a summary: its run was cut off "
        + "or is not over\(end(tick))"
    )
  }

  static func incomplete(_ place: String, counted: Int, found: Int) -> RecordingFlaw {
    RecordingFlaw(
      isDamage: true,
      description: "\(place): the summary counts \(counted) frames, and the recording "
        + "has \(found): lines were lost or added; record the run again"
    )
  }

  private static func end(_ tick: Int?) -> String {
    tick.map { "; the last frame is that of tick \($0)" } ?? ""
  }
}

/// Why a recording cannot be read: file, line, reason and remedy.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// File, line and reason.
  public let description: String

  init(_ description: String) { self.description = description }
}
