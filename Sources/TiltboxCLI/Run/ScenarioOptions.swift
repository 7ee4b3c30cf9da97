internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles

/// The changes to a scenario.
struct Overrides: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Change a field: world.gravity=500, bodies.ball.mass=2 by id, or bodies[0].mass=2 by number from 0, after repeat.",
      valueName: "path=value"
    )
  )
  var list: [String] = []

  func validate() throws {
    guard let text = list.first(where: { !$0.contains("=") }) else { return }
    var words = text.split(separator: " ", maxSplits: 1).map(String.init)
    let next = CommandLine.arguments.drop { $0 != text }.dropFirst().first
    if words.count == 1, let next, !next.isEmpty, !next.hasPrefix("-") { words.append(next) }
    var path = words.first ?? "…"
    if path.hasSuffix(":") { path.removeLast() }
    let value = words.count == 2 ? words[1] : "…"
    throw ValidationError("--set \(text): expected path=value; write --set \(path)=\(value)")
  }
}

/// The scenario of a command, and the changes to it.
struct ScenarioOptions: ParsableArguments {
  @Argument(
    help: "The scenario file, or - for standard input; without one, the classic five crates.",
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var scenario: String?

  @OptionGroup var changes: Overrides

  /// Reads the scenario; writes warnings about likely mistakes to standard error.
  ///
  /// Throws `FileError` or `ScenarioFileError`.
  func load() throws -> Scenario { try Self.load(scenario, overrides: changes.list) }

  /// Reads the scenario of a file, of standard input (`-`), or the classic one if no file is given.
  ///
  /// Throws `FileError` or `ScenarioFileError`.
  static func load(
    _ scenario: String?,
    overrides: [String],
    warn: @escaping (Diagnostic) -> Void = printOnce
  ) throws -> Scenario {
    guard let scenario else {
      return try Scenario(
        utf8: Array(Scenario.classicText.utf8),
        file: "classic",
        overrides: overrides,
        warn: warn
      )
    }
    return try Scenario(
      utf8: readInput(scenario, atMost: SourceText.mostBytes),
      file: shownName(of: scenario),
      overrides: overrides,
      warn: warn,
      files: FileCheck(always: false)
    )
  }
}
