public import Tiltbox

/// Runs of every kind, as they can be compared.
public enum Courses {
  /// The course of what a file holds: a recording as JSON lines, a journal, which is replayed, or a scenario, which is
  /// run for its duration, or ten seconds if it has none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - overrides: Fields of a scenario to set, as `path=value`.
  /// - Returns: The course, at its first tick.
  /// - Throws: `FileError`, ``JournalError``, ``RecordingError``, ``ScenarioFileError``, `TiltFileError`.
  public static func open(_ path: String, overrides: [String] = []) throws -> any Course {
    switch try kind(of: path) {
    case "header": return try RecordingCourse(path)
    case "journal": return try course(of: Replay(JournalReader(path)))
    default:
      return try course(
        of: Scenario(utf8: readFile(path), file: path, overrides: overrides)
      )
    }
  }

  /// The course of a scenario that is run for its duration, or ten seconds if it has none.
  ///
  /// Throws `FileError`, `TiltFileError`, `ScenarioProblem`.
  public static func course(of scenario: Scenario) throws -> any Course {
    let simulation = try Simulation(scenario, tilt: NoTilt())
    let last = scenario.lastTick ?? Int((10 / scenario.world.step).rounded(.up))
    let course = SimulationCourse(simulation, describe: \.json) {
      guard simulation.tick < last else { return false }
      try simulation.advance()
      return true
    }
    try simulation.follow(scenario.tilt.source.open())
    return course
  }

  private static func course(of replay: Replay) throws -> any Course {
    let course = SimulationCourse(replay.simulation, describe: \.json) {
      guard replay.hasMore else { return false }
      try replay.advance()
      return true
    }
    try replay.applyCommands()
    return course
  }

  /// What the first line says that the file is; nil for a scenario.
  private static func kind(of path: String) throws(FileError) -> String? {
    var lines = try FileLines(path)
    guard case .line(let line) = try lines.next(), let node = try? JSONReader.read(line[...]) else {
      return nil
    }
    return node["kind"]?.scalar?.text
  }
}
