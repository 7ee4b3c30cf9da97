internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON
internal import TiltboxSweep

/// Runs `tiltbox sweep --minimize`, `--maximize` and `--find`.
struct SearchRun {
  let request: SweepRequest
  let command: SweepCommand
  let outputs: SweepOutputs

  func run() throws {
    var search = try request.search()
    search.workers = command.jobs
    search.format = outputs.format
    search.shouldStop = { StopSignal.isReceived }
    let line = PlanLine(search)
    var summary = Summary(line)
    let output = try open(line, &search.known)
    for row in search.known { summary.add(row) }
    let writer = ResultsWriter(output, summary: summary)
    let best = try search.run(sink: writer)
    if StopSignal.isReceived, outputs.results != nil {
      printError("tiltbox: stopped after \(writer.summary.runs) runs; continue with --resume")
    }
    guard let best else {
      printError("tiltbox: no run of \(writer.summary.runs) has a value; look at the trace (-o)")
      try StopSignal.check()
      throw ExitStatus.expectationFailed
    }
    try writeOutput(text(best, line), to: nil)
    for line in writer.summary.counts { printError(line) }
    try StopSignal.check()
    if case .find(let tolerance) = search.goal, best.measures[0] > tolerance {
      throw CommandError(
        ExitStatus.expectationFailed,
        "not found within \(tolerance.brief()): off by \(best.measures[0].brief()) at best; "
          + "raise --within, --evaluations or --starts"
      )
    }
  }

  /// Opens the output of the trace, which is only a file: standard output is for the result.
  private func open(_ line: PlanLine, _ known: inout [Row]) throws -> ResultsWriter.Output {
    guard let path = outputs.results else {
      if command.resume {
        throw SweepError("--resume continues a trace; name its file with -o")
      }
      return .none
    }
    return .file(try outputs.open(path, line, resume: command.resume) { known.append($0) }.0)
  }

  /// The result: fields in the form that `--set` takes, then measures.
  private func text(_ best: Row, _ line: PlanLine) -> String {
    let fields = zip(line.parameters, best.parameters).map { "\($0)=\($1.json.line)\n" }
    let measures = zip(line.measures, best.measures).map { name, value in
      "# \(name): \(value.isNaN ? "none" : value.brief())\n"
    }
    return (fields + measures + ["# digest: \(best.digest ?? "none")\n"]).joined()
  }
}

/// The goal and the limits of a search over intervals.
struct SearchOptions: ParsableArguments {
  @Option(
    value: "formula",
    help: "Look for the values, in intervals low:high, at which a formula is least."
  )
  var minimize: String?

  @Option(value: "formula", help: "Look for the values at which a formula is greatest.")
  var maximize: String?

  @Option(value: "formula=formula", help: "Look for the values at which two formulas are the same.")
  var find: String?

  @Option(number: "X", help: "The tolerance of --find; 1e-6 if absent.")
  var within: Double?

  @Option(number: "N", help: "The number of starting points of a search; 8 if absent.")
  var starts: Int?

  @Option(number: "N", help: "The most runs from each starting point; 200 if absent.")
  var evaluations: Int?

  /// The kind of goal, its formula and where it was given.
  var goal: (key: String, formula: String, origin: String)? {
    let given = [("minimize", minimize), ("maximize", maximize), ("find", find)]
    return given.compactMap { key, formula in
      formula.map { (key, $0, "--\(key) \($0)") }
    }.first
  }

  /// Whether a tolerance or a limit of the search is given.
  var hasLimits: Bool { within != nil || starts != nil || evaluations != nil }

  func validate() throws {
    guard [minimize, maximize, find].count(where: { $0 != nil }) <= 1 else {
      throw ValidationError("one thing is sought at a time: --minimize, --maximize or --find")
    }
  }
}
