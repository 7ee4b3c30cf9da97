public import ArgumentParser
internal import Synchronization
public import Tiltbox
public import TiltboxDrawing
public import TiltboxFiles
internal import TiltboxPlatform
package import TiltboxSweep

// Enumerations of the library as option values.
extension OverloadPolicy: ExpressibleByArgument {}
extension Orientation: ExpressibleByArgument {}
extension RecordingFormat: ExpressibleByArgument {}
extension ResultsFormat: ExpressibleByArgument {}
extension SyncPolicy: ExpressibleByArgument {}
extension Theme: ExpressibleByArgument {}
extension TiltConvention: ExpressibleByArgument {}
extension TiltInterpolation: ExpressibleByArgument {}
extension TiltUnits: ExpressibleByArgument {}

extension Option where Value: ExpressibleByArgument {
  /// An option with a default number; a negative number is a value too, not another option.
  init(wrappedValue: Value, number valueName: String, help: String) {
    let help = ArgumentHelp(help, valueName: valueName)
    self.init(wrappedValue: wrappedValue, parsing: .unconditional, help: help)
  }

  /// The same for a number without a name of its own in the help.
  init(wrappedValue: Value, number help: ArgumentHelp) {
    self.init(wrappedValue: wrappedValue, parsing: .unconditional, help: help)
  }
}

extension Option {
  /// An option with a number, a list or a formula, which may begin with a minus sign.
  init<T: ExpressibleByArgument>(number valueName: String, help: String) where Value == T? {
    self.init(parsing: .unconditional, help: ArgumentHelp(help, valueName: valueName))
  }

  /// An option with a value that has a name in the help, which tells whether a shell completes file names.
  init<T: ExpressibleByArgument>(
    value valueName: String,
    help: String
  ) where Value == T? {
    let kinds: [String: CompletionKind] = [
      "FILE": .file(), "FILE|-": .file(), "FOLDER": .directory, "folder": .directory,
    ]
    let help = ArgumentHelp(help, valueName: valueName)
    self.init(help: help, completion: kinds[valueName])
  }

  /// An option that may be given several times; `name` is nil for the name of the property.
  init<T: ExpressibleByArgument>(
    wrappedValue: [T],
    name: String? = nil,
    value valueName: String,
    help: String
  ) where Value == [T] {
    let name = name.map { NameSpecification.customLong($0) } ?? .long
    let help = ArgumentHelp(help, valueName: valueName)
    self.init(wrappedValue: wrappedValue, name: name, help: help)
  }

  /// The option `-o` or `--output` of files.
  init(wrappedValue: [String], outputs help: String) where Value == [String] {
    let name: NameSpecification = [.customShort("o"), .customLong("output")]
    let help = ArgumentHelp(help, valueName: "FILE")
    self.init(wrappedValue: wrappedValue, name: name, help: help, completion: .file())
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// Makes the format that the ending of a file names; nil if there is none.
  init?(endingOf file: String) {
    guard let format = Self.allCases.first(where: { file.hasSuffix(".\($0.rawValue)") }) else {
      return nil
    }
    self = format
  }
}

extension CompletionKind {
  /// Scenario files.
  static let scenario = CompletionKind.file(extensions: ["yaml", "yml", "json"])
}

/// The name that means standard input or standard output instead of a file.
let standardStreamName = "-"

/// Reads a file or standard input to its end, or until a stop signal arrives.
///
/// Throws `FileError`.
func readInput(_ path: String, atMost limit: Int = mostBytesOfFile) throws(FileError) -> [UInt8] {
  if path == standardStreamName, isatty(STDIN_FILENO) == 1 {
    printError("tiltbox: reading standard input; end it with Ctrl-D")
  }
  return path == standardStreamName
    ? try readStandardInput(atMost: limit) { StopSignal.isReceived }
    : try readFile(path, atMost: limit) { StopSignal.isReceived }
}

/// Throws a `ValidationError` if standard input stands for two of the files.
func checkStandardInput(_ files: [String]) throws {
  guard files.count(where: { $0 == standardStreamName }) > 1 else { return }
  throw ValidationError("standard input can be read but once; name another file beside it")
}

/// Returns the name of a file in messages.
func shownName(of path: String) -> String { path == standardStreamName ? "standard input" : path }

/// Opens a recording, a journal or a scenario. Standard input and pipes are read into memory first, since they can be
/// read only once.
///
/// Throws the errors of `TrajectoryReaders.open`.
func openTrajectory(_ path: String, overrides: [String] = []) throws -> any TrajectoryReader {
  guard path == standardStreamName || isPipe(path) else {
    return try TrajectoryReaders.open(path, overrides: overrides, warn: printOnce)
  }
  let (bytes, name) = (try readInput(path), shownName(of: path))
  return try TrajectoryReaders.open(bytes, name: name, overrides: overrides, warn: printOnce)
}

private let reportedWarnings = Mutex<Set<Diagnostic>>([])

/// Writes a warning about a scenario to standard error the first time it occurs.
func printOnce(_ warning: Diagnostic) { reportOnce(warning) { printError($0) } }

/// Reports a warning about a scenario the first time it occurs: a service reads its scenarios again and again.
func reportOnce(_ warning: Diagnostic, _ report: (String) -> Void) {
  if reportedWarnings.withLock({ $0.insert(warning).inserted }) { report("\(warning)") }
}

/// Performs a command's work with trajectories, then warns on standard error about damage of the recordings among them.
/// If lines were lost, the command exits with the status of a damaged file, although its work is done.
///
/// Throws the errors of the work, or ``ExitStatus/badData``.
func reportingDamage(of trajectories: any TrajectoryReader..., work: () throws -> Void) throws {
  defer {
    let diagnostics = trajectories.compactMap { ($0 as? RecordingReader)?.diagnostic }
    let texts = diagnostics.map { Diagnostic(source: $0.source, $0.message).description }
    for text in Set(texts).sorted() { printError("tiltbox: warning: \(text)") }
  }
  try work()
  if trajectories.contains(where: { $0.isDamaged }) { throw ExitStatus.badData }
}

extension TrajectoryReader {
  /// Whether this is a recording that has lost lines, as far as it has been read.
  var isDamaged: Bool { (self as? RecordingReader)?.diagnostic?.severity == .error }
}

/// Returns the first of several options that is given.
func firstGiven(_ options: [(flag: String, isGiven: Bool)]) -> String? {
  options.first(where: \.isGiven)?.flag
}

/// How many threads a tick may use.
struct ThreadOptions: ParsableArguments {
  @Option(
    number: "N",
    help: """
      Threads for the steps of one scenario, at most: large scenes use them. The number changes no result. (default: one \
      for each processor)
      """
  )
  var threads: Int?

  func validate() throws {
    if let threads { try check(threads, 1...64, "--threads") }
  }

  /// The number for one of several scenarios that run at a time.
  func limit(beside jobs: Int = 1) -> Int {
    threads ?? min(max(Workers.cores / max(jobs, 1), 1), 64)
  }
}

/// Returns a variable of the environment; nil if it is not set.
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Finds a program in the folders of `PATH`; nil if none has it.
func programPath(_ name: String) -> String? {
  let folders = (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
  return folders.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
}
