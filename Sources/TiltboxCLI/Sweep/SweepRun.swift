internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles

/// The work of `tiltbox sweep`.
struct SweepRun {
  private let request: SweepRequest
  private let command: SweepCommand
  private let outputs: SweepOutputs

  init(_ request: SweepRequest, _ command: SweepCommand, _ outputs: SweepOutputs) {
    (self.request, self.command, self.outputs) = (request, command, outputs)
  }

  func run() throws {
    let plan = try request.plan()
    let shard = try command.shard.map { text throws(SweepError) in try Shard(text) }
    let line = PlanLine(plan, isTimed: command.timing, shard: shard)
    var summary = Summary(line)
    let (output, first) = try open(line, &summary)
    let runs = first..<line.ownRuns.upperBound
    let progress = SweepProgress(runs, of: line.ownRuns)
    let writer = ResultsWriter(output, summary: summary) { progress.show($0) }
    var runner = SweepRunner(plan)
    runner.workers = command.jobs
    runner.isTimed = command.timing
    runner.format = outputs.format
    runner.shouldStop = { StopSignal.isReceived }
    var end = first
    defer { progress.clear() }
    do {
      end = try runner.run(runs, sink: writer)
    } catch OutputError.closedPipe {
      return
    } catch {
      progress.clear()
      if outputs.results != nil {
        printError("tiltbox: what was done before is kept; make room, and go on with --resume")
      }
      throw error
    }
    progress.clear()
    let isStopped = StopSignal.isReceived && end < runs.upperBound
    try outputs.tell(writer.summary)
    if shard == nil, !isStopped { try outputs.refuseFailure(writer.summary) }
    try outputs.draw(writer.summary, line)
    if let signal = StopSignal.number, end < runs.upperBound {
      let done = end - line.ownRuns.lowerBound
      let advice = outputs.results == nil ? "" : "; go on with --resume"
      printError("tiltbox: stopped after \(done) of \(line.ownRuns.count) runs\(advice)")
      throw ExitStatus.stopped(by: signal)
    }
  }

  /// Where rows go, and the first run that is not there yet.
  private func open(
    _ line: PlanLine,
    _ summary: inout Summary
  ) throws -> (ResultsWriter.Output, first: Int) {
    guard let path = outputs.results else {
      if command.resume {
        throw SweepError("--resume goes on with a results file; name it with -o")
      }
      let file = OutputFile.standardOutput()
      file.add { $0.append(outputs.format.head(line)) }
      return (.stream(file), line.ownRuns.lowerBound)
    }
    if command.resume {
      let resumption = try Resumption(path, line, outputs.format) { summary.add($0) }
      resumption.warn(path)
      return (.file(resumption.file), resumption.nextRun)
    }
    let file = try AppendFile(creating: path, policy: .second)
    try file.append(outputs.format.head(line))
    return (.file(file), line.ownRuns.lowerBound)
  }
}

extension Resumption {
  func warn(_ path: String) {
    guard tornBytes > 0 else { return }
    printError("tiltbox: warning: \(path): a torn last line was dropped; its run is made again")
  }
}
