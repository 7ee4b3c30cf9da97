extension Scenario {
  /// The contents of the files that a scenario names, as read by `loadingFiles()` of the module `TiltboxFiles`.
  package struct FileContents: Hashable, Sendable {
    /// The recordings of tilt.
    package var tracks: [TiltDescription.Source: TiltTrack] = [:]
    /// The endings of the recordings whose digests are expected, by path.
    package var endings: [String: RecordedEnding] = [:]

    /// Makes empty contents.
    package init() {}
  }

  /// The end of a recording.
  package struct RecordedEnding: Hashable, Sendable {
    /// The last tick.
    package let ticks: Int
    /// The fingerprint of the trajectory.
    package let digest: Digest

    /// Makes an ending.
    package init(ticks: Int, digest: Digest) {
      self.ticks = ticks
      self.digest = digest
    }
  }
}

extension Scenario {
  /// The source of the scenario's own tilt at tick 0, and its duration in seconds, if it has an end.
  ///
  /// Throws ``Diagnostic`` for a file that was not read.
  package func tiltSource() throws(Diagnostic) -> (source: any TiltSource, duration: Double?) {
    switch tilt.source {
    case .constant(let tilt): return (ConstantTilt(tilt), nil)
    case .file(let path, _, let interpolation):
      guard let track = files.tracks[tilt.source] else { throw .unread(path, at: "tilt.file") }
      return (TrackTilt(track, interpolation: interpolation), track.times.last)
    }
  }
}

extension Diagnostic {
  /// The problem for a file that was not read before the run.
  static func unread(_ file: String, at path: String) -> Diagnostic {
    Diagnostic(
      path: path,
      "\(file) was not read; call loadingFiles() of TiltboxFiles before the run"
    )
  }
}
