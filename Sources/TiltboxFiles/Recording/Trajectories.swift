public import Tiltbox

/// Runs of every kind, as they can be compared.
public enum Courses {
  /// The course of what a file holds: a recording as JSON lines or MCAP, a journal, which is replayed, or a scenario, which is
  /// run for its duration, or ten seconds if it has none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - overrides: Fields of a scenario to set, as `path=value`; of anything else they are refused.
  ///   - warn: Is called for each thing that a scenario says and hardly means; nil to look for none.
  /// - Returns: The course, at its first tick.
  /// - Throws: `FileError`, ``JournalError``, ``RecordingError``, ``ScenarioFileError``, `TiltFileError`.
  public static func open(
    _ path: String,
    overrides: [String] = [],
    warn: ((ScenarioDiagnostic) -> Void)? = nil
  ) throws -> any Course {
    var lines = try FileLines(path)
    switch try kind(of: &lines) {
    case .recording:
      try refuse(overrides, of: path)
      return try RecordingCourse(path)
    case .journal:
      try refuse(overrides, of: path)
      return try course(of: Replay(JournalReader(path)))
    default:
      return try scenarioCourse(readFile(path, atMost: SourceText.mostBytes), path, overrides, warn)
    }
  }

  /// The course of what some bytes hold, as of a pipe, which can be read but once: a recording or a scenario.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - name: What they are called in errors.
  ///   - overrides: Fields of a scenario to set, as `path=value`; of anything else they are refused.
  ///   - warn: Is called for each thing that a scenario says and hardly means; nil to look for none.
  /// - Returns: The course, at its first tick.
  /// - Throws: ``RecordingError``, of a journal too, ``ScenarioFileError``, `FileError`, `TiltFileError`.
  public static func open(
    _ bytes: [UInt8],
    name: String,
    overrides: [String] = [],
    warn: ((ScenarioDiagnostic) -> Void)? = nil
  ) throws -> any Course {
    var lines = FileLines(of: bytes)
    switch try kind(of: &lines) {
    case .recording:
      try refuse(overrides, of: name)
      return try RecordingCourse(FileLines(of: bytes), name: name)
    case .journal:
      throw RecordingError("\(name): a journal is read here and there; give it as a plain file")
    default: return try scenarioCourse(bytes, name, overrides, warn)
    }
  }

  private static func scenarioCourse(
    _ bytes: [UInt8],
    _ name: String,
    _ overrides: [String],
    _ warn: ((ScenarioDiagnostic) -> Void)?
  ) throws -> any Course {
    guard bytes.count <= SourceText.mostBytes else { throw FileError.tooLong(name) }
    if let flaw = WrittenFile.flaw(ofRecording: bytes) {
      throw RecordingError("\(name):1: \(flaw); record the run again")
    }
    return try course(of: Scenario(utf8: bytes, file: name, overrides: overrides, warn: warn))
  }

  /// The course of a scenario that is run for as long as it says; if it does not say, for as long as its tilt lasts, or
  /// 10 s.
  ///
  /// Throws `FileError`, `TiltFileError`, `ScenarioProblem`.
  public static func course(of scenario: Scenario) throws -> any Course {
    let tilt = try scenario.loadingTilt().tiltSource()
    let simulation = try Simulation(scenario, tilt: NoTilt())
    let last = scenario.lastTick(fallback: tilt.duration ?? 10)
    let course = SimulationCourse(simulation, describe: \.json) {
      guard simulation.tick < last else { return false }
      try simulation.advance()
      return true
    }
    try simulation.follow(tilt.source)
    return course
  }

  /// Fields of what was run already cannot be set.
  private static func refuse(_ overrides: [String], of file: String) throws(ScenarioFileError) {
    let message = "what was recorded stays as it was; name a scenario, or drop it"
    guard !overrides.isEmpty else { return }
    throw ScenarioFileError(
      diagnostics: overrides.map {
        ScenarioDiagnostic(file: file, place: .override($0), path: "", message: message)
      }
    )
  }

  private static func course(of replay: Replay) throws -> any Course {
    let course = SimulationCourse(replay.simulation, describe: \.json) {
      guard replay.hasMore else { return false }
      try replay.advance()
      return true
    }
    try replay.applyRequests()
    return course
  }

  /// What the first line says that the file is; nil for what the command has not written.
  private static func kind(of lines: inout FileLines) throws(FileError) -> WrittenFile? {
    guard case .line(let line) = try lines.next() else { return nil }
    return WrittenFile(firstLine: line)
  }
}
