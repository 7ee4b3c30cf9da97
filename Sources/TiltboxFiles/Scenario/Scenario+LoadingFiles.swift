public import Tiltbox

extension Scenario {
  /// Reads a scenario file, but not the files that it names; see ``loadingFiles()``.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - overrides: Fields to set before decoding, as `path=value`.
  ///   - warn: Receives a warning for each likely mistake; nil to look for none.
  /// - Throws: `FileError` or ``ScenarioFileError``.
  public init(
    contentsOf path: String,
    overrides: [String] = [],
    warn: ((Diagnostic) -> Void)? = nil
  ) throws {
    try self.init(
      utf8: readFile(path, atMost: SourceText.mostBytes),
      file: path,
      overrides: overrides,
      warn: warn
    )
  }

  /// Returns the scenario with the content of its files: the tilt recording, and the endings of the recordings whose
  /// digests it expects. A simulation itself reads no files.
  ///
  /// - Returns: The same scenario, with its ``Scenario/files``.
  /// - Throws: `FileError`, ``TiltFileError`` or `Diagnostic` for a file that cannot be read.
  public func loadingFiles() throws -> Scenario {
    var scenario = try loadingTilt()
    scenario.files.endings = try endings()
    return scenario
  }

  /// Returns the scenario with its tilt recording.
  ///
  /// Throws `FileError` or ``TiltFileError``.
  package func loadingTilt() throws -> Scenario {
    var scenario = self
    if case .file(let path, let options, _) = tilt.source, files.tracks[tilt.source] == nil {
      do {
        scenario.files.tracks[tilt.source] = try TiltTrack(
          contentsOf: readFile(path),
          name: path,
          options: options,
          orientation: tilt.orientation
        )
      } catch let error as FileError { throw error.of("tilt.file") }
    }
    return scenario
  }

  /// Reads the endings of the recordings whose digests the scenario expects.
  ///
  /// Throws `FileError` or `Diagnostic`.
  package func endings() throws -> [String: RecordedEnding] {
    var endings = files.endings
    for (index, expectation) in expectations.enumerated() {
      guard case .digest(let file) = expectation.condition else { continue }
      do { endings[file] = try RecordedEnding(ofRecording: file) } catch let error as FileError {
        throw error.of("expect[\(index)].digest")
      }
    }
    return endings
  }
}

extension ExpectationMonitor {
  /// Creates a monitor of the scenario's expectations; reads the recordings that they name.
  ///
  /// Throws `FileError` or `Diagnostic`.
  package convenience init(readingFilesOf simulation: Simulation) throws {
    try self.init(observing: simulation, endings: simulation.scenario.endings())
  }
}
