internal import ArgumentParser
internal import Tiltbox
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

  @Argument(
    help: "Scenario files; - is standard input.",
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var files: [String]

  @OptionGroup var changes: Overrides

  @Option(help: ArgumentHelp("Write a JUnit XML report.", valueName: "FILE"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Draw the moments around what was not met, as SVG files in a folder.",
      valueName: "FOLDER"
    )
  )
  var pictures: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Scenarios to run at a time.", valueName: "N")
  )
  var jobs = Workers.cores

  @OptionGroup var threads: ThreadOptions

  func validate() throws {
    try check(jobs, 1...1024, "--jobs")
    let report = OutputTarget("--junit", junit)
    try report?.check(isNone: files.map { ($0, "a scenario") })
    try report?.check(endings: ["xml"])
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure {
      try OutputTarget("--junit", junit)?.checkFolder()
      let folder = try pictures.map { path throws(OutputError) in try PictureFolder(path) }
      let outcomes = checkAll(drawingIn: folder)
      if let signal = StopSignal.number { throw ExitStatus.stopped(by: signal) }
      for outcome in outcomes { outcome.printDetails() }
      let lines = outcomes.map { $0.line + "\n" }.joined()
      let report = lines + CheckOutcome.summary(of: outcomes) + "\n"
      try deliver(report.escapedForTerminal, to: nil)
      if let junit { try deliver(JUnitReport.xml(of: outcomes), to: junit) }
      let worst = outcomes.map(\.status.rawValue).max() ?? 0
      if worst != 0 { throw ExitCode(worst) }
    }
  }

  private func checkAll(drawingIn folder: PictureFolder?) -> [CheckOutcome] {
    let (files, overrides) = (files, changes.list)
    let queue = CheckQueue(count: files.count)
    let jobs = min(jobs, files.count)
    let threads = threads.limit(beside: jobs)
    Workers.run(jobs) {
      while let index = queue.next() {
        let file = files[index]
        let outcome = CheckOutcome(
          checking: file,
          overrides: overrides,
          threads: threads,
          pictures: folder
        )
        queue.finish(index, outcome)
      }
    }
    return queue.outcomes
  }
}
