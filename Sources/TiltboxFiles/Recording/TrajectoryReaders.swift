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
      let bytes = try readFile(path, atMost: SourceText.mostBytes)
      return try scenarioTrajectory(bytes, path, overrides, warn)
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
      throw RecordingError(
        "\(name.escapedName): a journal is read here and there; give it as a plain file"
      )
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
      throw RecordingError("\(name.escapedName):1: \(damage); record the run again")
    }
    if [".jsonl", ".mcap", ".journal"].contains(where: name.hasSuffix) {
      if bytes.isEmpty {
        throw RecordingError(
          "\(name.escapedName): the recording is empty: its run has written nothing"
        )
      }
      if !bytes.contains(UInt8(ascii: "\n")) {
        throw RecordingError(
          "\(name.escapedName):1: the recording ends within its first line; record it again"
        )
      }
    }
    return try trajectory(
      of: Scenario(utf8: bytes, file: name, overrides, nil, for: \.fastDuration, warn: warn)
    )
  }

  /// Returns the trajectory of a scenario over its duration; without one, over the duration of its tilt, or 10 s.
  ///
  /// Throws `FileError`, `TiltFileError`, `Diagnostic`.
  public static func trajectory(of scenario: Scenario) throws -> any TrajectoryReader {
    let tilt = try scenario.loadingTilt().tiltSource()
    let simulation = try Simulation(scenario, tilt: NoTilt())
    let last = scenario.lastTick(fallback: tilt.duration ?? Scenario.defaultDuration)
    let trajectory = SimulationReader(simulation, through: last, describe: \.json)
    try simulation.follow(tilt.source)
    return trajectory
  }

  /// Throws if there are overrides: a finished run cannot be changed.
  private static func refuse(_ overrides: [String]) throws(ScenarioFileError) {
    let message = "what was recorded stays as it was; name a scenario, or drop it"
    guard !overrides.isEmpty else { return }
    let diagnostics = overrides.enumerated().map { number, override in
      Diagnostic(source: override, place: .override(number), message)
    }
    throw ScenarioFileError(diagnostics: diagnostics)
  }

  private static func trajectory(of replay: Replay) throws -> any TrajectoryReader {
    let trajectory = SimulationReader(replay.simulation, describe: \.json) {
      try replay.applyRequests()
      guard replay.hasMore else { return false }
      try replay.simulation.advance()
      try replay.applyRequests(beforeFrame: true)
      return true
    }
    try replay.applyRequests(beforeFrame: true)
    return trajectory
  }

  /// Returns the kind of a file by its first line; nil if the command did not write it.
  private static func kind(of lines: inout FileLines) throws(FileError) -> WrittenFile? {
    guard case .line(let line) = try lines.next() else { return nil }
    return WrittenFile(firstLine: line)
  }
}

/// A part of a recording in any format.
enum RecordedPiece {
  /// A line of JSON; in an MCAP file, one that is neither a frame nor an event.
  case line([UInt8])
  case frame(Frame)
  case event(Event, time: Double)
  /// The end of the file, after the given number of bytes of an unfinished line or record.
  case rest(Int)
}

/// The pieces of a recording as JSON lines or MCAP; the first bytes determine the format.
struct RecordingSource: ~Copyable {
  /// The name in messages.
  private let path: String
  private var file: FileLines
  private var lineNumber = 0
  private var mcap: MCAPReader?
  /// The piece that was read to determine the format.
  private var first: FileLines.Piece?

  /// Reads the first line of an unread file.
  ///
  /// Throws `FileError`.
  init(_ file: consuming FileLines, name path: String) throws(FileError) {
    self.path = path.escapedName
    self.file = file
    first = try self.file.next()
    guard first == .line(MCAPFormat.firstLine) else { return }
    (first, mcap) = (nil, MCAPReader(self.path))
  }

  /// The unit that may be torn at the end of the file.
  var unit: String { mcap == nil ? "line" : "record" }

  /// The place of the newest piece, for messages.
  var place: String { mcap.map { "\(path): byte \($0.place)" } ?? "\(path):\(lineNumber)" }

  /// The place of the torn line or record.
  var tornPlace: String { mcap == nil ? "\(path):\(lineNumber + 1)" : place }

  /// The error for a recording whose first piece is not a line.
  var missingHeader: RecordingError {
    guard mcap != nil else { return RecordingError("\(path): the recording is empty") }
    return RecordingError(
      "\(path): there is no recording of tiltbox in this MCAP file, or none that has its beginning; give a file that "
        + "tiltbox run or render has written whole"
    )
  }

  /// Returns the next piece. At the end it is the rest of the file, at each call.
  ///
  /// Throws `FileError` or ``RecordingError``.
  mutating func next() throws -> RecordedPiece {
    if mcap != nil { return try mcap?.piece(from: &file) ?? .rest(0) }
    let piece = try first ?? file.next()
    first = nil
    switch piece {
    case .line(let line):
      lineNumber += 1
      return .line(line)
    case .rest(let count): return .rest(count)
    }
  }
}
