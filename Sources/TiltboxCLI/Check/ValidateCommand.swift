internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles

/// `tiltbox validate`: reports all mistakes in scenario files.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check scenario files and report all mistakes.",
    usage: "tiltbox validate [<files> ...] [<options>]",
    discussion: """
      Each mistake is a line on standard error with file, line, column, the path of the field and the remedy. \
      The files that a scenario names are checked too. Equal mistakes are one line with a count, and after 100 lines \
      only the number of further mistakes follows. If all files are valid, nothing is printed.

      With --expand, the scenario of one valid file is printed with its formulas evaluated and its copies, ropes, \
      blobs and wheels written out. It is a scenario file with the same run; it names files relative to the current \
      folder.

      With --fix, the fields of earlier versions in the files are replaced or dropped first; each change is a line on \
      standard error. All else in the files stays, comments included.

      Examples:
        tiltbox validate Examples/*.yaml
        tiltbox validate crates.yaml --set bodies.crate-1.mass=2
        tiltbox validate --expand crates.yaml
        tiltbox validate --fix old.yaml
        tiltbox validate --schema > scenario.schema.json

      Exit status: 0 all files are valid; 64 usage error or invalid --set; 65 a file is invalid; 66 a file is \
      missing; 74 reading failed. The highest status counts.
      """
  )

  @Argument(help: "Scenario files; - is standard input.", completion: .scenario)
  var files: [String] = []

  @OptionGroup var changes: Overrides

  @Flag(help: "Print the scenario with formulas evaluated and shorthands written out.")
  var expand = false

  @Flag(help: "Rewrite the fields of earlier versions in the files.")
  var fix = false

  @Flag(help: "Print the JSON Schema of scenario files, for editors.")
  var schema = false

  @Flag(help: "Print every field of scenario files in Markdown.")
  var fields = false

  func validate() throws {
    if schema || fields, !files.isEmpty || schema && fields || expand || fix {
      let others =
        !files.isEmpty
        ? files.joined(separator: " ") : expand ? "--expand" : fix ? "--fix" : "--fields"
      throw ValidationError("--\(schema ? "schema" : "fields") prints alone; drop \(others)")
    }
    if files.isEmpty, !schema, !fields {
      throw ValidationError("Name a scenario file, or - for standard input.")
    }
    try checkStandardInput(files)
    if fix, files.contains(standardStreamName) {
      throw ValidationError("--fix rewrites files; name them instead of -")
    }
    if expand, files.count > 1 {
      let others = files[1...].joined(separator: " ")
      throw ValidationError("--expand prints one scenario; drop \(others)")
    }
  }

  func run() throws {
    if schema { try reportingFailure { try writeOutput(ScenarioSchema.json(), to: nil) } }
    if fields { try reportingFailure { try writeOutput(ScenarioReference.markdown(), to: nil) } }
    let worst = files.map { status(of: $0).rawValue }.max() ?? 0
    if worst != 0 { throw ExitCode(worst) }
  }

  private func status(of file: String) -> ExitCode {
    do {
      try check(file)
      return .success
    } catch {
      let isPlaced = error is ScenarioFileError
      isPlaced ? printError("\(error)") : printError(explained(error), from: shownName(of: file))
      return ExitStatus.of(error)
    }
  }

  /// Loads a scenario and the files that it names: its tilt recording and the recordings that its run should repeat.
  private func check(_ file: String) throws {
    let (name, files) = (shownName(of: file), FileCheck(always: true))
    let scenario = try Scenario(
      utf8: bytes(of: file),
      file: name,
      changes.list,
      files,
      warn: printOnce
    )
    if expand { try writeOutput(scenario.yaml, to: nil) }
  }

  private func bytes(of file: String) throws -> [UInt8] {
    let bytes = try readInput(file, atMost: SourceText.mostBytes)
    return fix ? try upgraded(bytes, of: file) : bytes
  }

  /// Rewrites the fields of earlier versions in a file, all or nothing. Returns its new bytes.
  private func upgraded(_ bytes: [UInt8], of file: String) throws -> [UInt8] {
    let upgrade: ScenarioUpgrade
    // If this is no scenario, the check that follows says why.
    do { upgrade = try ScenarioUpgrade(SourceText.decode(bytes)) } catch { return bytes }
    guard !upgrade.changes.isEmpty else { return bytes }
    try writeOutput(upgrade.text, to: file)
    for var change in upgrade.changes {
      change.source = shownName(of: file)
      printError("\(change)")
    }
    return Array(upgrade.text.utf8)
  }
}
