internal import ArgumentParser
internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// `tiltbox replay`: repeats a run from its journal.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Repeat a run from its journal, as fast as possible.",
    usage: "tiltbox replay <journal> [<options>]",
    discussion: """
      The same commands at the same ticks give the same trajectory, bit for bit. The journal contains digests of \
      it; if one differs, the replay prints a warning.

        tiltbox run crates.yaml --tilt - --journal run.journal   record the input
        tiltbox replay run.journal -o again.jsonl    the same frames and events
        tiltbox replay run.journal --format none     the summary alone
        tiltbox replay run.journal --from 3540       only after 59 minutes

      With --from, the replay starts at the newest checkpoint of the journal before that time, if there is one.

      Exit status: 0 the trajectory is the same; 1 it differs; 65 the journal is damaged.
      """
  )

  @Argument(help: "The journal.", completion: .file())
  var journal: String

  @OptionGroup var output: OutputOptions

  @Option(number: "HZ", help: "Frames to record in each simulated second.")
  var frames: Double?

  @Option(number: "S", help: "Record only what came after this simulated time.")
  var from: Double?

  func validate() throws {
    try OutputTarget.checkJournal(journal, "tiltbox replay")
    try output.check(isNone: [(journal, "the journal")])
    if let from { try check(from, ParameterRange("time", "s", 0...1e9), "--from") }
    if let frames { try check(frames, Scenario.frameRate, "--frames") }
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure {
      let reader = try JournalReader(journal)
      var run = reader.scenario.run
      run.frames = frames ?? run.frames
      let replay = try Replay(reader, run: run, from: from ?? 0)
      do {
        try record(replay)
      } catch OutputError.closedPipe {
        // The reader needs no more output.
      }
      try StopSignal.check()
      for notice in replay.notices {
        printError("tiltbox: warning: \(journal.escapedName): \(notice)")
      }
      if replay.divergence != nil { throw ExitStatus.expectationFailed }
    }
  }

  private func record(_ replay: Replay) throws {
    if let from, from > 0 { try skip(replay, to: from) }
    var options = Run.Options(clock: nil)
    options.lastTick = .max
    options.shouldStop = { !replay.hasMore || StopSignal.isReceived }
    let run = try Run(Run.Start(replay.simulation), options: options)
    run.add(observer: StopReporter())
    run.add(observer: try output.recorder())
    run.add(source: replay)
    _ = try run.run()
  }

  private func skip(_ replay: Replay, to time: Double) throws {
    try replay.run(through: time, shouldStop: { StopSignal.isReceived })
    let simulation = replay.simulation
    guard !replay.hasMore, simulation.time < time - simulation.timeline.step else { return }
    throw RecordingError(
      "\(journal.escapedName): there is no frame from \(time.plain) s on: the run ends at \(simulation.time.plain) s"
    )
  }
}

/// Adds the signal that ends a replay to its summary.
private final class StopReporter: RunObserver {
  func complete(_ summary: inout RunSummary, of run: Run) { summary.stoppedBy = StopSignal.name }
}
