internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON
internal import TiltboxSweep

extension SweepCommand {
  /// Runs `tiltbox sweep --minimize`, `--maximize` and `--find`.
  func runSearch(_ search: Search, _ outputs: SweepOutputs) throws {
    var search = search
    search.workers = jobs
    search.format = outputs.format
    search.shouldStop = { StopSignal.isReceived }
    let line = PlanLine(search)
    // The trace goes only to a file: standard output is for the result.
    var summary = Summary(line)
    var write: ([UInt8]) throws -> Void = { _ in }
    if let path = outputs.results {
      let (file, _) = try outputs.open(path, line, resume: resume) { search.known.append($0) }
      write = { try file.append($0) }
    } else if resume {
      throw SweepError("--resume continues a trace; name its file with -o")
    }
    for row in search.known { summary.add(row) }
    let writer = ResultsWriter(summary: summary, write: write)
    let best = try search.run(sink: writer)
    if StopSignal.isReceived, outputs.results != nil {
      printError("tiltbox: stopped after \(writer.summary.runs) runs; continue with --resume")
    }
    for line in writer.summary.counts { printError(line) }
    guard let best else {
      printError("tiltbox: no run has a value; look at the trace (-o)")
      try StopSignal.check()
      throw ExitStatus.expectationFailed
    }
    try writeOutput(Self.result(best, line), to: nil)
    try StopSignal.check()
    if case .find(let tolerance) = search.goal, best.measures[0] > tolerance {
      throw CommandError(
        ExitStatus.expectationFailed,
        "not found within \(tolerance.brief()): off by \(best.measures[0].brief()) at best; "
          + "raise --within, --evaluations or --starts"
      )
    }
  }

  /// The result: fields in the form that `--set` takes, then measures.
  private static func result(_ best: Row, _ line: PlanLine) -> String {
    let fields = Swift.zip(line.parameters, best.parameters).map { "\($0)=\(JSON($1).line)\n" }
    let measures = Swift.zip(line.measures, best.measures).map { name, value in
      "# \(name): \(value.isNaN ? "none" : value.brief())\n"
    }
    return (fields + measures + ["# digest: \(best.digest ?? "none")\n"]).joined()
  }
}

/// The goal and the limits of a search over intervals.
struct SearchOptions: ParsableArguments {
  @Option(
    number: "formula",
    help: "Look for the values, in intervals low:high, at which a formula is least."
  )
  var minimize: String?

  @Option(number: "formula", help: "Look for the values at which a formula is greatest.")
  var maximize: String?

  @Option(
    number: "formula=formula",
    help: "Look for the values at which two formulas are the same."
  )
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
    if let starts { try check(starts, 1...10_000, "--starts") }
    if let evaluations { try check(evaluations, 1...1_000_000, "--evaluations") }
  }
}
