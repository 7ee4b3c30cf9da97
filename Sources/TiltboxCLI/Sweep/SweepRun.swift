internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxSweep

/// Runs `tiltbox sweep`.
struct SweepRun {
  private let request: SweepRequest
  private let command: SweepCommand
  private let outputs: SweepOutputs

  init(_ request: SweepRequest, _ command: SweepCommand, _ outputs: SweepOutputs) {
    (self.request, self.command, self.outputs) = (request, command, outputs)
  }

  func run() throws {
    let plan = try request.plan()
    let line = try line(of: plan)
    var summary = Summary(line)
    let (output, first) = try open(line, &summary)
    let list = line.ownRuns
    let places = first..<list.count
    let progress = SweepProgress(places)
    let writer = ResultsWriter(output, summary: summary) { progress.show($0) }
    var runner = SweepRunner(plan)
    runner.workers = command.jobs
    runner.isTimed = line.isTimed
    runner.format = outputs.format
    runner.shouldStop = { StopSignal.isReceived }
    var end = first
    defer { progress.clear() }
    do {
      end = try runner.run(places, of: list, sink: writer)
    } catch OutputError.closedPipe {
      return
    } catch {
      progress.clear()
      if outputs.results != nil {
        printError("tiltbox: finished runs are kept; free some space and continue with --resume")
      }
      throw error
    }
    progress.clear()
    let isStopped = StopSignal.isReceived && end < list.count
    try outputs.tell(writer.summary)
    if line.shard == nil, line.only == nil, !isStopped { try outputs.refuseFailure(writer.summary) }
    try outputs.draw(writer.summary, line)
    if let signal = StopSignal.number, end < list.count {
      let advice = outputs.results == nil ? "" : "; continue with --resume"
      printError("tiltbox: stopped after \(end) of \(list.count) runs\(advice)")
      throw ExitStatus.stopped(by: signal)
    }
  }

  /// Returns the first line of the results.
  private func line(of plan: SweepPlan) throws -> PlanLine {
    let shard = try command.part
    guard command.missing else { return PlanLine(plan, isTimed: command.timing, shard: shard) }
    // An existing file states which runs it is for.
    if command.resume, let path = outputs.results, let begun = try? ResultsReader(path).plan,
      let only = begun.only
    {
      return PlanLine(plan, isTimed: begun.isTimed, only: only)
    }
    let gaps = try MissingRuns(command.files)
    let whole = PlanLine(plan, isTimed: gaps.plan.isTimed)
    let changes = whole.changes(since: gaps.plan)
    guard changes.isEmpty else {
      throw SweepError(
        all: ["the files hold the results of another plan; change it back:"]
          + changes.map { "  \($0)" }
      )
    }
    guard gaps.format == outputs.format else {
      throw SweepError("the files are \(gaps.format.rawValue); name the output so")
    }
    printError(String(gaps.text.dropLast()))
    let own = (shard ?? Shard(number: 1, count: 1)).runs(of: gaps.both.count)
    return PlanLine(plan, isTimed: gaps.plan.isTimed, only: gaps.both.part(own))
  }

  /// Opens the output of rows; returns it with the place of the first missing run.
  private func open(
    _ line: PlanLine,
    _ summary: inout Summary
  ) throws -> (ResultsWriter.Output, first: Int) {
    guard let path = outputs.results else {
      if command.resume {
        throw SweepError("--resume continues a results file; name it with -o")
      }
      let file = OutputFile.standardOutput()
      file.add { $0.append(outputs.format.head(line)) }
      return (.stream(file), 0)
    }
    if command.resume {
      let resumption = try Resumption(path, line, outputs.format) { summary.add($0) }
      resumption.warn(path)
      return (.file(resumption.file), resumption.rowCount)
    }
    let file = try AppendFile(creating: path, policy: .second)
    try file.append(outputs.format.head(line))
    return (.file(file), 0)
  }
}

extension Resumption {
  func warn(_ path: String) {
    guard tornBytes > 0 else { return }
    printError("tiltbox: warning: \(path): a torn last line was dropped; its run is made again")
  }
}
