internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles

/// The changes to a scenario.
struct Overrides: ParsableArguments {
  @Option(
    name: "set",
    value: "path=value",
    help:
      "Change a field: world.gravity=500, bodies.ball.mass=2 by id, or bodies[0].mass=2 by number from 0, after repeat."
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
    completion: .scenario
  )
  var scenario: String?

  @OptionGroup var changes: Overrides

  /// Reads the scenario for a run of some duration, in seconds; nil for a run without an end. Writes warnings about likely
  /// mistakes to standard error.
  ///
  /// Throws `FileError` or `ScenarioFileError`.
  func load(for duration: (Scenario) -> Double?) throws -> Scenario {
    try Self.load(scenario, overrides: changes.list, for: duration)
  }

  /// Reads the scenario of a file, of standard input (`-`), or the classic one if no file is given. Warns of mistakes in a
  /// run of some duration, in seconds; nil for a run without an end.
  ///
  /// Throws `FileError` or `ScenarioFileError`.
  static func load(
    _ scenario: String?,
    overrides: [String],
    for duration: (Scenario) -> Double? = { $0.fastDuration },
    warn: @escaping (Diagnostic) -> Void = printOnce
  ) throws -> Scenario {
    let (text, name) = try text(of: scenario)
    let files = scenario == nil ? nil : FileCheck(always: false)
    return try Scenario(utf8: text, file: name, overrides, files, for: duration, warn: warn)
  }

  /// Reads the text of a scenario file, or returns the classic one if no file is given; with the name for messages.
  static func text(of scenario: String?) throws(FileError) -> (text: [UInt8], name: String) {
    guard let scenario else { return (Array(Scenario.classicText.utf8), "classic") }
    return (try readInput(scenario, atMost: SourceText.mostBytes), shownName(of: scenario))
  }
}

/// The target and the format of a recording.
struct OutputOptions: ParsableArguments {
  @Option(
    help: """
      The format of the recording: \(RecordingFormat.allCases.map(\.rawValue).joined(separator: ", ")). \
      (default: by the extension of FILE, .jsonl, .csv, .mcap or .txt, else jsonl; on a terminal that does not show the box, text)
      """
  )
  var format: RecordingFormat?

  @Option(outputs: "Write to a file instead of standard output; - means standard output.")
  var outputs: [String] = []

  private var output: String? { outputs.last }

  /// The file to write to; nil for standard output.
  var file: String? { output == standardStreamName ? nil : output }

  func validate() throws {
    guard outputs.count <= 1 else {
      let others = outputs[1...].joined(separator: " ")
      throw ValidationError("-o: a run writes one recording; drop \(others)")
    }
    if recordingFormat == nil, let file, RenderJob.Format(endingOf: file) != nil {
      throw ValidationError(
        "-o \(file): a run writes a recording; name it .jsonl, .csv or .mcap, and draw it with tiltbox render"
      )
    }
    if recordingFormat == .mcap, file == nil, OutputFile.standardOutputIsTerminal {
      throw ValidationError(
        "--format mcap is binary, and standard output is a terminal; write to a file with -o run.mcap, or to a pipe"
      )
    }
  }

  /// Throws a `ValidationError` if the file is an input of the command, or if its ending belongs to no recording.
  func check(isNone inputs: [OutputTarget.Input]) throws {
    let target = OutputTarget("-o", output)
    try target?.check(isNone: inputs)
    let endings = RecordingFormat.allCases.compactMap(\.ending)
    try target?.check(endings: endings, hasFormat: format != nil)
  }

  /// The format given by `--format` or by the file's extension; nil if neither names one.
  private var recordingFormat: RecordingFormat? {
    guard format == nil, let file else { return format }
    return RecordingFormat.allCases.first { format in
      format.ending.map { file.hasSuffix(".\($0)") } == true
    }
  }

  /// Opens the output, for a run that waits for its reader or one that skips frames.
  ///
  /// Throws `OutputError`.
  func recorder(waitsForReader: Bool = true) throws(OutputError) -> Recorder {
    let isReadByPeople = file == nil && OutputFile.standardOutputIsTerminal
    let outputFile: OutputFile =
      if let file { try OutputFile(creating: file) } else { .standardOutput() }
    outputFile.shouldGiveUp = { StopSignal.isReceived }
    let format = recordingFormat ?? (isReadByPeople ? .text : .jsonl)
    return Recorder(format, to: outputFile, waitsForReader: waitsForReader)
  }
}
