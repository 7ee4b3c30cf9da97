internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxSweep

/// Runs `tiltbox sweep --merge`.
struct SweepMerge {
  private let parts: [String]
  private let outputs: SweepOutputs

  init(parts: [String], _ outputs: SweepOutputs) { (self.parts, self.outputs) = (parts, outputs) }

  func run() throws {
    let merger = try Merger(parts)
    try OutputTarget("-o", outputs.results)?.check(isNone: parts.map { ($0, "one of the parts") })
    guard outputs.results == nil || outputs.format == merger.format else {
      throw SweepError("the parts are \(merger.format.rawValue); name the output so")
    }
    let output = outputs.results.map { AtomicOutput(of: $0) }
    let file =
      if let output { try OutputFile(creating: output.path) } else { OutputFile.standardOutput() }
    let writer = ResultsWriter(.stream(file), summary: Summary(merger.plan))
    do {
      try writer.begin(merger.format.head(merger.plan))
      try merger.run(sink: writer) { StopSignal.isReceived }
    } catch OutputError.closedPipe {
      return
    }
    if let signal = StopSignal.number { throw ExitStatus.stopped(by: signal) }
    try output?.publish()
    try outputs.tell(writer.summary)
    try outputs.refuseFailure(writer.summary)
    try outputs.draw(writer.summary, merger.plan)
  }
}
