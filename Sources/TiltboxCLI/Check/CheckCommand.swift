internal import ArgumentParser
internal import Synchronization
internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles

/// `tiltbox check`: runs scenarios as tests.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Run scenarios as tests: report whether their expectations are met.",
    usage: "tiltbox check <files> ... [<options>]",
    discussion: """
      Standard output gets a line for each file and a summary; standard error gets each failed expectation with \
      the frames around it.

        tiltbox check Examples/*.yaml
        tiltbox check crates.yaml --set world.step=1/240
        tiltbox check tests/*.yaml --junit report.xml   for continuous integration
        tiltbox check tests/*.yaml --pictures drawn     failures as filmstrips

      Exit status: 0 all expectations are met; 1 one is not; 64 usage error or invalid --set; 65 a file is invalid; \
      66 a file is missing; 74 reading or writing failed. The highest status counts.
      """
  )

  @Argument(help: "Scenario files; - is standard input.", completion: .scenario)
  var files: [String]

  @OptionGroup var changes: Overrides

  @Option(value: "FILE", help: "Write a JUnit XML report; - means standard output.")
  var junit: String?

  @Option(
    value: "FOLDER",
    help: "Draw the moments around what was not met, as SVG files in a folder."
  )
  var pictures: String?

  @Option(number: "N", help: "Scenarios to run at a time.")
  var jobs = Workers.cores

  @OptionGroup var threads: ThreadOptions

  func validate() throws {
    try check(jobs, 1...1024, "--jobs")
    try checkStandardInput(files)
    let report = OutputTarget("--junit", junit)
    try report?.check(isNone: files.map { ($0, "a scenario") })
    try report?.check(endings: ["xml"])
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure {
      try OutputTarget("--junit", junit)?.checkAccess()
      if let pictures { try makeFolder(pictures) }
      let outcomes = checkAll()
      try StopSignal.check()
      for outcome in outcomes { outcome.printDetails() }
      let lines = outcomes.map { $0.line + "\n" }.joined()
      let report = lines + CheckOutcome.summary(of: outcomes)
      if junit == standardStreamName {
        printError(report)
      } else {
        try writeOutput(report.escapedForTerminal + "\n", to: nil)
      }
      if let junit { try writeOutput(JUnitReport.xml(of: outcomes), to: junit) }
      let worst = outcomes.map(\.status.rawValue).max() ?? 0
      if worst != 0 { throw ExitCode(worst) }
    }
  }

  /// Returns the outcomes in the order of the files.
  private func checkAll() -> [CheckOutcome] {
    let (files, overrides) = (files, changes.list)
    let pictures = pictures.map { folder in
      CheckOutcome.pictureNames(of: files).map { "\(folder)/\($0)" }
    }
    let next = Atomic(0)
    let outcomes = Mutex([CheckOutcome?](repeating: nil, count: files.count))
    let jobs = min(jobs, files.count)
    let threads = threads.limit(beside: jobs)
    Workers.run(jobs) {
      while !StopSignal.isReceived {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < files.count else { return }
        let outcome = CheckOutcome(
          checking: files[index],
          overrides: overrides,
          threads: threads,
          pictures: pictures?[index]
        )
        outcomes.withLock { $0[index] = outcome }
      }
    }
    return outcomes.withLock { $0.compactMap(\.self) }
  }
}

/// The outcome of one scenario file.
struct CheckOutcome: Sendable {
  let file: String
  private(set) var results: [ExpectationResult] = []
  /// Warnings about likely mistakes in the file.
  let warnings: [Diagnostic]
  /// The bodies that diverged and were removed.
  private(set) var quarantined: [Event] = []
  /// The file with the picture of each result; nil if the expectation is met. Empty if no pictures are wanted.
  private var pictures: [String?] = []
  /// The error that kept the run from ending, or nil.
  private(set) var error: String?
  let status: ExitCode
  /// The elapsed time, in seconds.
  let seconds: Double

  /// Reads a file and runs it. The files of its pictures begin with a path, if pictures are wanted.
  init(checking file: String, overrides: [String], threads: Int, pictures path: String?) {
    self.file = shownName(of: file)
    let start = ContinuousClock.now
    var warnings: [Diagnostic] = []
    do {
      let warn = { warnings.append($0) }
      let scenario = try ScenarioOptions.load(file, overrides: overrides, warn: warn).loadingFiles()
      let check = try ScenarioCheck(scenario, threads: threads) { StopSignal.isReceived }
      if let path { pictures = try Self.draw(check.results, of: scenario, to: path) }
      (results, quarantined) = (check.results, check.quarantined)
      status = check.passes ? .success : ExitStatus.expectationFailed
    } catch let problem {
      error = explained(problem)
      status = ExitStatus.of(problem)
    }
    self.warnings = warnings
    seconds = (ContinuousClock.now - start).inSeconds
  }

  /// The expectations that were not met.
  var failures: [ExpectationResult] { results.filter { !$0.isMet } }

  /// The file with a picture of a result.
  func picture(of index: Int) -> String? { pictures.isEmpty ? nil : pictures[index] }

  /// `ok    crates.yaml: 3 expectations`.
  var line: String {
    let file = file.lineForTerminal
    if error != nil { return "error \(file)" }
    let count = counted(results.count, "expectation", "expectations")
    if failures.isEmpty, quarantined.isEmpty {
      return "ok    \(file): \(count)" + (results.isEmpty ? "; checked only that it runs" : "")
    }
    let diverged =
      quarantined.isEmpty ? "" : ", \(counted(quarantined.count, "body", "bodies")) diverged"
    return "FAIL  \(file): \(count), \(failures.count) not met\(diverged)"
  }

  /// Prints the details to standard error.
  func printDetails() {
    for warning in warnings { printError("\(warning)") }
    if let error { printError(error, from: file) }
    for event in quarantined { printError("\(file.escapedName): \(Self.report(of: event))") }
    for (index, result) in results.enumerated() where !result.isMet {
      printError("\(file.escapedName): \(result.report)")
      if let picture = picture(of: index) { printError("    drawn in \(picture)") }
    }
  }

  /// `ball diverged at tick 88 and was removed; its last state was at (3, 4) with a velocity of (0, 9)`.
  static func report(of event: Event) -> String {
    let velocity = event.state?.velocity ?? .zero
    return
      "\(event.a) diverged at tick \(event.tick) and was removed from the world; its last good state was at "
      + "(\(event.point.x), \(event.point.y)) with a velocity of (\(velocity.x), \(velocity.y)) units/s"
  }

  /// Returns the last line of a check.
  static func summary(of outcomes: [CheckOutcome]) -> String {
    let expectations = outcomes.reduce(0) { $0 + $1.results.count }
    let failures = outcomes.reduce(0) { $0 + $1.failures.count }
    let errors = outcomes.count { $0.error != nil }
    let all =
      "\(counted(outcomes.count, "file", "files")), "
      + counted(expectations, "expectation", "expectations")
    let diverged = outcomes.reduce(0) { $0 + $1.quarantined.count }
    return "\(all): \(failures) not met, \(errors) in error"
      + (diverged == 0 ? "" : ", \(counted(diverged, "body", "bodies")) diverged")
  }
}

/// A JUnit XML report for continuous integration: a suite for each file, a test case for each expectation.
enum JUnitReport {
  static func xml(of outcomes: [CheckOutcome]) -> String {
    let suites = outcomes.map(suite).joined()
    let total = counts(of: outcomes)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="tiltbox check" \(total)>
      \(suites)</testsuites>

      """
  }

  private static func suite(of outcome: CheckOutcome) -> String {
    let file = outcome.file
    var cases = outcome.results.enumerated().map { index, result in
      let failure = result.isMet ? nil : ("got \(result.got)", result.report)
      let picture = result.isMet ? nil : outcome.picture(of: index)
      return testCase(file, "\(result.expectation)", failure: failure, picture: picture)
    }
    cases += outcome.quarantined.map { event in
      let failure = ("diverged", CheckOutcome.report(of: event))
      return testCase(file, "\(event.a) stays within bounds", failure: failure)
    }
    if let error = outcome.error {
      cases = [testCase(file, "runs", "error", failure: ("not run to its end", error))]
    } else if cases.isEmpty {
      cases = [testCase(file, "runs")]
    }
    return "<testsuite name=\"\(file.escapedForXML)\" \(counts(of: [outcome]))>\n"
      + "\(cases.joined())</testsuite>\n"
  }

  /// Returns a test case; a picture is a reference to its file in the form that CI systems read.
  private static func testCase(
    _ file: String,
    _ name: String,
    _ element: String = "failure",
    failure: (message: String, text: String)? = nil,
    picture: String? = nil
  ) -> String {
    let head = "<testcase classname=\"\(file.escapedForXML)\" name=\"\(name.escapedForXML)\""
    guard let (message, text) = failure else { return head + "/>\n" }
    let attachment = picture.map {
      "<system-out>[[ATTACHMENT|\(absolutePath(of: $0).escapedForXML)]]</system-out>"
    }
    return head
      + "><\(element) message=\"\(message.escapedForXML)\">\(text.escapedForXML)</\(element)>"
      + (attachment ?? "") + "</testcase>\n"
  }

  private static func counts(of outcomes: [CheckOutcome]) -> String {
    let tests = outcomes.reduce(0) { $0 + max(1, $1.results.count + $1.quarantined.count) }
    let failures = outcomes.reduce(0) { $0 + $1.failures.count + $1.quarantined.count }
    let errors = outcomes.count { $0.error != nil }
    let seconds = (outcomes.reduce(0) { $0 + $1.seconds } * 1e6).rounded() / 1e6
    return "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds)\""
  }
}

extension CheckOutcome {
  /// Draws the moments around each failed expectation and returns the files: a path, and the expectation's number.
  private static func draw(
    _ results: [ExpectationResult],
    of scenario: Scenario,
    to path: String
  ) throws -> [String?] {
    try scenario.pictures(of: results).enumerated().map { index, picture in
      guard let picture else { return nil }
      let file = "\(path)-\(index + 1).svg"
      try writeOutput(picture, to: file)
      return file
    }
  }

  /// Returns a name for the pictures of each scenario: its path with dashes, `tests-fall`, and a number if an earlier one
  /// has that name.
  static func pictureNames(of files: [String]) -> [String] {
    var taken: Set<String> = []
    return files.map { file in
      let parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }
      let whole = parts.joined(separator: "-")
      let name = whole.lastIndex(of: ".").map { String(whole[..<$0]) } ?? whole
      var (unique, number) = (name, 1)
      while !taken.insert(unique).inserted {
        number += 1
        unique = "\(name).\(number)"
      }
      return unique
    }
  }
}
