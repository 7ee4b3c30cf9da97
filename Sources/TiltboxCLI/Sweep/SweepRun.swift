internal import Synchronization
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxSweep

extension SweepCommand {
  /// Runs the plan of a sweep, or a part of it.
  func runSweep(_ request: SweepRequest, _ outputs: SweepOutputs) throws {
    let plan = try request.plan()
    let line = try line(of: plan, outputs)
    if let plot = outputs.plot, line.measures.isEmpty {
      throw SweepError("\(plot): nothing to draw: the sweep has no measure; give --measure")
    }
    var summary = Summary(line)
    let write: ([UInt8]) throws -> Void
    var first = 0
    if let path = outputs.results {
      let (file, count) = try outputs.open(path, line, resume: resume) { summary.add($0) }
      (write, first) = ({ try file.append($0) }, count)
    } else if resume {
      throw SweepError("--resume continues a results file; name it with -o")
    } else {
      let file = OutputFile.standardOutput()
      file.add { $0.append(outputs.format.head(line)) }
      write = { try file.write($0[...]) }
    }
    let list = line.ownRuns
    let places = first..<list.count
    let progress = SweepProgress(places)
    let show: @Sendable (Int) -> Void = { progress.show($0) }
    let writer = ResultsWriter(summary: summary, didTake: show, write: write)
    var runner = SweepRunner(plan)
    runner.workers = jobs
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
    let isWhole = line.shard == nil && line.only == nil && !isStopped
    try outputs.finish(writer.summary, line, isWhole: isWhole)
    if isStopped {
      let advice = outputs.results == nil ? "" : "; continue with --resume"
      printError("tiltbox: stopped after \(end) of \(list.count) runs\(advice)")
      try StopSignal.check()
    }
  }

  /// Returns the first line of the results.
  private func line(of plan: SweepPlan, _ outputs: SweepOutputs) throws -> PlanLine {
    let shard = try part
    guard missing else { return PlanLine(plan, isTimed: timing, shard: shard) }
    // An existing file states which runs it is for.
    if resume, let path = outputs.results, let begun = try? ResultsReader(path).plan,
      let only = begun.only
    {
      return PlanLine(plan, isTimed: begun.isTimed, only: only)
    }
    let gaps = try MissingRuns(files)
    let whole = PlanLine(plan, isTimed: gaps.plan.isTimed)
    let heading = "the files hold the results of another plan; change it back:"
    try whole.expectSame(as: gaps.plan, heading)
    guard gaps.format == outputs.format else {
      throw SweepError("the files are \(gaps.format.rawValue); name the output so")
    }
    printError(String(gaps.text.dropLast()))
    let own = (shard ?? Shard(number: 1, count: 1)).runs(of: gaps.both.count)
    return PlanLine(plan, isTimed: gaps.plan.isTimed, only: gaps.both.part(own))
  }
}

/// The outputs of a sweep: a results file or standard output, and a plot.
struct SweepOutputs {
  /// The results file; nil for standard output.
  let results: String?
  let format: ResultsFormat
  /// The file of a plot; nil for none.
  let plot: String?

  /// Sorts files into results and plots by their extensions.
  ///
  /// Throws ``SweepError``; `ValidationError` for an unknown ending; `OutputError` for a plot that cannot be written.
  init(_ files: [String], format: ResultsFormat?) throws {
    let endings = ResultsFormat.allCases.map(\.rawValue) + ["svg", "png"]
    for file in files {
      try OutputTarget("-o", file)?.check(endings: endings, hasFormat: format != nil)
    }
    let plots = files.filter(PictureFile.isNamed)
    let results = files.filter { !PictureFile.isNamed($0) }
    guard results.count <= 1, plots.count <= 1 else {
      throw SweepError("-o: there is one results file and one plot; drop the others")
    }
    self.results = results.first == standardStreamName ? nil : results.first
    self.format = format ?? self.results.flatMap { ResultsFormat(endingOf: $0) } ?? .jsonl
    plot = plots.first
    try OutputTarget("-o", plot)?.checkAccess()
  }

  /// Throws a `ValidationError` if an output is one of the inputs.
  func check(isNone inputs: [OutputTarget.Input]) throws {
    for file in [results, plot] { try OutputTarget("-o", file)?.check(isNone: inputs) }
  }

  /// Opens a results file with the lines before its rows, or continues one; returns it with the number of its rows.
  func open(
    _ path: String,
    _ line: PlanLine,
    resume: Bool,
    didRead: (Row) -> Void
  ) throws -> (AppendFile, rowCount: Int) {
    guard resume else {
      let file = try AppendFile(creating: path, policy: .second)
      try file.append(format.head(line))
      return (file, 0)
    }
    let resumption = try Resumption(path, line, format, didRead: didRead)
    if resumption.tornBytes > 0 {
      printError(
        "tiltbox: warning: \(path.escapedName): a torn last line was dropped; its run is made again"
      )
    }
    return (resumption.file, resumption.rowCount)
  }

  /// Writes the summary, to standard output if the results go to a file, else to standard error, and draws the plot if
  /// there is to be one.
  ///
  /// Throws if every run of the whole plan has failed. The results are kept all the same.
  func finish(_ summary: Summary, _ plan: PlanLine, isWhole: Bool) throws {
    let text = summary.text.escapedForTerminal
    if results == nil { StandardStream.error.write(text) } else { try writeOutput(text, to: nil) }
    if isWhole, summary.runs > 0, summary.failures == summary.runs {
      let words = "every run has failed; the error column says why"
      throw CommandError(ExitStatus.expectationFailed, words)
    }
    guard let plot else { return }
    guard let picture = SweepPlot(summary, plan) else {
      let words = "\(plot): nothing to draw: no run has a value up to 1e300"
      // The other runs may have one.
      guard isWhole else { return printError("tiltbox: \(words)") }
      throw SweepError(words)
    }
    try PictureFile.write(picture.svg, to: plot)
  }
}

/// Shows the progress, the rate and the remaining time of a sweep on a terminal.
final class SweepProgress: Sendable {
  private let places: Range<Int>
  private let start = ContinuousClock.now
  private let line = Mutex(ProgressLine())

  /// Makes the progress of the runs at `places`; the runs before its lower bound are done already.
  init(_ places: Range<Int>) { self.places = places }

  /// Shows that all runs before the place `next` are done.
  func show(_ next: Int) {
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let rate = Double(next - places.lowerBound) / max(elapsed, 1e-3)
    let left = Double(places.upperBound - next) / max(rate, 1e-9)
    let all = places.upperBound
    let share = Int(100 * Double(next) / Double(max(all, 1)))
    let text = "sweep \(next)/\(all) (\(share) %), \(Int(rate)) runs/s, \(Self.time(left)) left"
    line.withLock { $0.show(text) }
  }

  func clear() { line.withLock { $0.clear() } }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 1e9))
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min" : "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}

extension SweepOutputs {
  /// Runs `tiltbox sweep --merge`; standard output has the format of the parts unless another one is given.
  func merge(_ parts: [String], _ given: ResultsFormat?) throws {
    let merger = try Merger(parts)
    try check(isNone: parts.map { ($0, "one of the parts") })
    guard results == nil && given == nil || format == merger.format else {
      throw SweepError("the parts are \(merger.format.rawValue); name the output so")
    }
    let output = try results.map(AtomicOutput.init)
    let file =
      if let output { try OutputFile(creating: output.path) } else { OutputFile.standardOutput() }
    let writer = ResultsWriter(summary: Summary(merger.plan)) { try file.write($0[...]) }
    do {
      try writer.begin(merger.format.head(merger.plan))
      try merger.run(sink: writer) { StopSignal.isReceived }
    } catch OutputError.closedPipe {
      return
    }
    try StopSignal.check()
    try output?.publish()
    try finish(writer.summary, merger.plan, isWhole: true)
  }
}
