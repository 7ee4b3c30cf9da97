public import Tiltbox

/// Opens trajectories of every kind.
public enum TrajectoryReaders {
  /// Opens the trajectory in a file: a recording as JSON lines or MCAP; a journal, which is
  /// replayed; or a scenario, which runs for its duration, or ten seconds if it has none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - overrides: Fields of a scenario to set, as `path=value`; an error for other files.
  ///   - warn: Receives a warning for each likely mistake in a scenario; nil to look for none.
  /// - Returns: The trajectory, at its first tick.
  /// - Throws: `FileError`, ``JournalError``, ``RecordingError``, ``ScenarioFileError``, `TiltFileError`.
  public static func open(
    _ path: String,
    overrides: [String] = [],
    warn: ((Diagnostic) -> Void)? = nil
  ) throws -> any TrajectoryReader {
    var lines = try FileLines(path)
    switch try kind(of: &lines) {
    case .recording:
      try refuse(overrides)
      return try RecordingReader(path)
    case .journal:
      try refuse(overrides)
      return try trajectory(of: Replay(JournalReader(path)))
    default:
      return try scenarioTrajectory(
        readFile(path, atMost: SourceText.mostBytes),
        path,
        overrides,
        warn
      )
    }
  }

  /// Opens a trajectory in memory, for example from a pipe, which can be read only once: a recording
  /// or a scenario.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - name: The name of the bytes in errors.
  ///   - overrides: Fields of a scenario to set, as `path=value`; an error for other files.
  ///   - warn: Receives a warning for each likely mistake in a scenario; nil to look for none.
  /// - Returns: The trajectory, at its first tick.
  /// - Throws: ``RecordingError``, also for a journal; ``ScenarioFileError``, `FileError`, `TiltFileError`.
  public static func open(
    _ bytes: [UInt8],
    name: String,
    overrides: [String] = [],
    warn: ((Diagnostic) -> Void)? = nil
  ) throws -> any TrajectoryReader {
    var lines = FileLines(of: bytes)
    switch try kind(of: &lines) {
    case .recording:
      try refuse(overrides)
      return try RecordingReader(FileLines(of: bytes), name: name)
    case .journal:
      throw RecordingError("\(name): a journal is read here and there; give it as a plain file")
    default: return try scenarioTrajectory(bytes, name, overrides, warn)
    }
  }

  private static func scenarioTrajectory(
    _ bytes: [UInt8],
    _ name: String,
    _ overrides: [String],
    _ warn: ((Diagnostic) -> Void)?
  ) throws -> any TrajectoryReader {
    guard bytes.count <= SourceText.mostBytes else {
      throw FileError.tooLong(name, limit: SourceText.mostBytes)
    }
    if let damage = WrittenFile.damage(ofRecording: bytes) {
      throw RecordingError("\(name):1: \(damage); record the run again")
    }
    if [".jsonl", ".mcap", ".journal"].contains(where: name.hasSuffix) {
      if bytes.isEmpty {
        throw RecordingError("\(name): the recording is empty: its run has written nothing")
      }
      if !bytes.contains(UInt8(ascii: "\n")) {
        throw RecordingError("\(name):1: the recording ends within its first line; record it again")
      }
    }
    return try trajectory(of: Scenario(utf8: bytes, file: name, overrides: overrides, warn: warn))
  }

  /// Returns the trajectory of a scenario over its duration; without one, over the duration of its tilt, or 10 s.
  ///
  /// Throws `FileError`, `TiltFileError`, `Diagnostic`.
  public static func trajectory(of scenario: Scenario) throws -> any TrajectoryReader {
    let tilt = try scenario.loadingTilt().tiltSource()
    let simulation = try Simulation(scenario, tilt: NoTilt())
    let last = scenario.lastTick(fallback: tilt.duration ?? 10)
    let trajectory = SimulationReader(simulation, through: last, describe: \.json)
    try simulation.follow(tilt.source)
    return trajectory
  }

  /// Throws if there are overrides: a finished run cannot be changed.
  private static func refuse(_ overrides: [String]) throws(ScenarioFileError) {
    let message = "what was recorded stays as it was; name a scenario, or drop it"
    guard !overrides.isEmpty else { return }
    throw ScenarioFileError(
      diagnostics: overrides.enumerated().map { number, override in
        Diagnostic(source: override, place: .override(number), message)
      }
    )
  }

  private static func trajectory(of replay: Replay) throws -> any TrajectoryReader {
    let trajectory = SimulationReader(replay.simulation, describe: \.json) {
      guard replay.hasMore else { return false }
      try replay.advance()
      return true
    }
    try replay.applyRequests()
    return trajectory
  }

  /// Returns the kind of a file by its first line; nil if the command did not write it.
  private static func kind(of lines: inout FileLines) throws(FileError) -> WrittenFile? {
    guard case .line(let line) = try lines.next() else { return nil }
    return WrittenFile(firstLine: line)
  }
}
