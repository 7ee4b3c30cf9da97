internal import ArgumentParser
internal import Tiltbox
internal import TiltboxScenario
internal import TiltboxSweep

/// The work of `tiltbox sweep --minimize`, `--maximize` and `--find`.
struct SearchRun {
  private let request: SweepRequest
  private let command: SweepCommand
  private let outputs: SweepOutputs

  init(_ request: SweepRequest, _ command: SweepCommand, _ outputs: SweepOutputs) {
    (self.request, self.command, self.outputs) = (request, command, outputs)
  }

  func run() throws {
    var search = try request.search()
    search.workers = command.jobs
    search.format = outputs.format
    search.shouldStop = { StopSignal.isReceived }
    let line = PlanLine(search.plan)
    guard outputs.plot == nil else {
      throw SweepError(.usage, "a search has no plot; write its trace to a .jsonl or .csv file")
    }
    // The trace goes to a file: what was found is what standard output is for.
    let output: ResultsWriter.Output =
      if let path = outputs.results { .file(try AppendFile(creating: path, policy: .never)) } else {
        .none
      }
    let writer = ResultsWriter(output, summary: Summary(line))
    try writer.begin(outputs.format.head(line))
    let best = try search.run(sink: writer)
    guard let best else {
      printError("tiltbox: no run of \(writer.summary.runs) has a value; look at the trace (-o)")
      throw stopped ?? ExitStatus.expectationFailed
    }
    StandardStream.output.write(text(best, line))
    printError("\(writer.summary.runs) runs")
    if let stopped { throw stopped }
    if case .find(let tolerance) = search.goal, best.measures[0] > tolerance {
      printError("tiltbox: not found: off by \(best.measures[0].brief) at best; try more --starts")
      throw ExitStatus.expectationFailed
    }
  }

  private var stopped: ExitCode? { StopSignal.number.map { ExitStatus.stopped(by: $0) } }

  /// What was found: fields as `--set` takes them, then measures.
  private func text(_ best: Row, _ line: PlanLine) -> String {
    let fields = zip(line.parameters, best.parameters).map { "\($0)=\($1.json.line)\n" }
    let measures = zip(line.measures, best.measures).map { name, value in
      "# \(name): \(value.isNaN ? "none" : value.brief)\n"
    }
    return (fields + measures + ["# digest: \(best.digest ?? "none")\n"]).joined()
  }
}
