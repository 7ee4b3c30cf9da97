public import Tiltbox

/// Writes the recording of a run: a header, frames and events, and a summary.
///
/// A recording has one session: if the run recovers from an error and starts again, nothing more is written.
///
/// In a run without a clock, the recorder waits for its reader. In real time it does not: if the
/// reader has not taken all of the previous frame, the recorder skips a frame, so that a slow
/// reader gets the newest one. It always writes the first frame after the header. For MCAP, whose
/// chunks are written as a whole, it writes frames and events while less than four mebibytes are
/// pending. Events may wait in up to a mebibyte, answers in up to two. Losses are counted: a `gap`
/// line before the next frame or the summary states them, and the summary their total.
public final class Recorder {
  /// The frames and events missing in the recording because its reader was too slow.
  public private(set) var losses = Losses()
  /// Whether a status line is written once a second.
  package var recordsStatus = false
  /// Whether frames and events are written, not only answers and the summary.
  package var recordsRun = true

  /// The error that ended the recording before the run, for example a full disk; nil for none.
  public internal(set) var failure: OutputError?
  /// Called once if the recording cannot be continued; the run then continues without it. If nil,
  /// such an error ends the run. A closed pipe always ends it.
  public var didFail: ((_ failure: OutputError, _ run: Run) -> Void)?

  private let format: RecordingFormat
  private var writer: any RecordingWriter
  private let output: OutputFile
  private let notes: OutputFile
  private var hasFrame = false
  private var hasEnded = false
  private var recordedBodyList = 0
  /// Whether the reader was too slow for the newest list of bodies.
  private var lacksBodyList = false
  private var recordedPace: FrameSchedule?
  private var untold = Losses()

  /// The number of unread bytes up to which a recording of lines has events.
  static let roomForEvents = 1 << 20
  private static let roomForAnswers = 2 << 20

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - output: The output, for this recorder alone.
  ///   - waitsForReader: Whether to wait for a slow reader instead of skipping frames.
  package init(_ format: RecordingFormat, to output: OutputFile, waitsForReader: Bool = true) {
    self.format = format
    writer = format.makeWriter()
    self.output = output
    notes = format.takesNotes ? output : .standardError()
    for file in [output, notes] { file.waitsForReader = waitsForReader }
  }

  /// Creates a recorder that waits for its reader.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - path: The file, which is created or emptied; standard output if absent.
  /// - Throws: ``OutputError/failed(file:errno:)``.
  public convenience init(_ format: RecordingFormat, to path: String? = nil) throws(OutputError) {
    self.init(
      format,
      to: try path.map { path throws(OutputError) in try OutputFile(creating: path) }
        ?? .standardOutput()
    )
  }

  /// Writes the header. An MCAP recording without a header writes it with its first frame.
  ///
  /// - Parameters:
  ///   - simulation: The simulation.
  ///   - losses: The losses before the recording begins, if it begins in the middle of a run.
  /// - Throws: ``OutputError``.
  public func begin(_ simulation: Simulation, after losses: Losses = Losses()) throws(OutputError) {
    recordedBodyList = simulation.bodyListChanges
    let scenario = simulation.scenario
    recordedPace = FrameSchedule(rate: scenario.run.frames, step: scenario.world.step)
    try write(.header, of: simulation)
    if !losses.isEmpty { try write(.gap(losses), of: simulation) }
    self.losses = losses
  }

  /// Writes the list of bodies if it has changed since the last frame.
  ///
  /// Throws ``OutputError``.
  package func recordBodyList(of simulation: Simulation) throws(OutputError) {
    guard simulation.bodyListChanges != recordedBodyList else { return }
    lacksBodyList = output.backlog >= format.roomForEvents
    if lacksBodyList { return }
    recordedBodyList = simulation.bodyListChanges
    try write(.bodies, of: simulation)
  }

  /// Writes the step and the frame rate if they have changed.
  ///
  /// Throws ``OutputError``.
  package func recordPace(_ pace: FrameSchedule, of simulation: Simulation) throws(OutputError) {
    guard pace.rate != recordedPace?.rate || pace.step != recordedPace?.step else { return }
    recordedPace = pace
    try write(.pace(pace), of: simulation)
  }

  /// Writes the events of the simulation's tick.
  ///
  /// Throws ``OutputError``.
  public func recordEvents(of simulation: Simulation) throws(OutputError) {
    guard format.hasEvents, !simulation.events.isEmpty else { return }
    // The list names the bodies of the events.
    if lacksBodyList { try recordBodyList(of: simulation) }
    guard waits || output.backlog < format.roomForEvents, !lacksBodyList else {
      return untold.events += simulation.events.count
    }
    try write(.events, of: simulation)
  }

  /// Writes the frame of the simulation's tick. Complexity: O(*bodies*).
  ///
  /// Throws ``OutputError``.
  public func recordFrame(of simulation: Simulation) throws(OutputError) {
    guard format.hasFrames else { return }
    if !waits { try flush() }
    guard waits || output.backlog < format.roomForFrames || !hasFrame else {
      return untold.frames += 1
    }
    if format.needsHeader, recordedPace == nil { try begin(simulation) }
    try recordBodyList(of: simulation)
    // A frame without its list of bodies has no meaning.
    guard recordedBodyList == simulation.bodyListChanges else { return untold.frames += 1 }
    hasFrame = true
    try tell(of: simulation)
    try write(.frame, of: simulation)
    if !waits { try flush() }
  }

  /// Writes the answer to a command at once: to the recording if it is JSON lines, otherwise to
  /// standard error.
  ///
  /// Throws ``OutputError``.
  package func record(_ answer: Answer) throws(OutputError) {
    guard waits || notes.backlog < Self.roomForAnswers else { return untold.answers += 1 }
    notes.add { JSONLines.answer(answer, &$0) }
    try notes.flush()
  }

  /// Writes a status line: to the recording if it is JSON, otherwise to standard error. It omits
  /// the line if the reader has left a mebibyte unread.
  ///
  /// Throws ``OutputError``.
  package func record(_ second: SecondStatistics, of simulation: Simulation) throws(OutputError) {
    guard waits || notes.backlog < Self.roomForEvents else { return }
    notes.add { JSONLines.status(second, time: simulation.time, &$0) }
    try notes.flush()
  }

  /// Writes the last line and flushes everything to the system.
  ///
  /// - Parameters:
  ///   - simulation: The simulation.
  ///   - summary: The summary of the run.
  ///   - patience: The maximum time to wait for a reader that does not read, if the recorder does
  ///     not wait forever.
  /// - Throws: ``OutputError``.
  public func end(
    _ simulation: Simulation,
    _ summary: RunSummary,
    patience: Duration = .seconds(1)
  ) throws(OutputError) {
    try tell(of: simulation)
    var summary = summary
    summary.losses = losses
    try write(.summary(summary), of: simulation)
    guard !waits else { return try output.flush() }
    try output.flush(patience: patience)
  }

  private func write(_ part: RecordingPart, of simulation: Simulation) throws(OutputError) {
    try output.write { writer.write(part, of: simulation, &$0) }
    // A chunk of MCAP leaves as soon as it is whole.
    if format == .mcap, waits { try flush() }
  }

  /// Whether the recorder waits for a slow reader.
  package var waits: Bool { output.waitsForReader }

  /// The number of bytes that the reader has not taken yet.
  package var unreadBytes: Int { output.backlog }

  /// Flushes the output to the system.
  ///
  /// Throws ``OutputError``.
  public func flush() throws(OutputError) { try output.flush() }

  /// Writes the losses since the last such line, if there are any.
  private func tell(of simulation: Simulation) throws(OutputError) {
    guard !untold.isEmpty else { return }
    try write(.gap(untold), of: simulation)
    losses.frames += untold.frames
    losses.events += untold.events
    losses.answers += untold.answers
    untold = Losses()
  }
}

/// A recorder writes the run that it observes: frames, events, and the answers to lines of input.
extension Recorder: RunObserver {
  /// Writes the header.
  public func didBegin(_ run: Run) throws {
    try write(of: run, if: recordsRun) {
      try begin(run.simulation)
      try recordPace(run.schedule, of: run.simulation)
    }
  }

  /// Rejects a reset, which would begin another recording in the same output.
  public func willApply(_ request: Request, in run: Run) throws {
    guard recordsRun, request == .reset else { return }
    throw RequestError("a recording has one session; end this run, and begin another")
  }

  /// Writes the answer to a line of input that asks for one, or was rejected.
  public func didAnswer(_ message: Mailbox.Message, rejection: RequestError?, in run: Run) throws {
    guard let line = message.line, message.ack != nil || rejection != nil else { return }
    let reason = rejection?.description
    try write(of: run) {
      try record(Answer(tick: run.simulation.tick, line: line, ack: message.ack, reason: reason))
    }
  }

  /// Writes the events of a tick.
  public func didStep(in run: Run) throws {
    try write(of: run, if: recordsRun) { try recordEvents(of: run.simulation) }
  }

  /// Writes the list of bodies if it has changed. In real time, flushes the output.
  public func didServe(in run: Run) throws {
    try write(of: run, if: recordsRun) {
      try recordBodyList(of: run.simulation)
      if !waits { try flush() }
    }
  }

  /// Writes a frame.
  public func showFrame(of run: Run) throws {
    try write(of: run, if: recordsRun) { try recordFrame(of: run.simulation) }
  }

  /// Writes the new step and frame rate.
  public func didChangePace(of run: Run) throws {
    try write(of: run, if: recordsRun) { try recordPace(run.schedule, of: run.simulation) }
  }

  /// Writes the run's timing in the past second.
  public func didPass(_ second: SecondStatistics, in run: Run) throws {
    try write(of: run, if: recordsStatus) { try record(second, of: run.simulation) }
  }

  /// Writes the summary if the run ended normally, and flushes the output.
  public func didEnd(_ summary: RunSummary?, of run: Run) throws {
    try write(of: run) {
      if let summary { try end(run.simulation, summary) } else { try flush() }
    }
    hasEnded = recordsRun
  }

  /// Does nothing in a second session, nor after an error in writing, since the output may end in half a line.
  private func write(of run: Run, if isWanted: Bool = true, _ work: () throws -> Void) throws {
    guard isWanted, failure == nil, !hasEnded else { return }
    do { try work() } catch let error as OutputError {
      guard let didFail, case .failed = error else { throw error }
      failure = error
      didFail(error, run)
    }
  }
}

extension Recorder {
  /// Records a trajectory up to its end, like a run without a clock. Waits for the reader of the output.
  ///
  /// - Parameters:
  ///   - trajectory: The trajectory, at its first tick.
  ///   - progress: Receives simulated times, in seconds; its error ends the recording.
  /// - Throws: The errors of the trajectory and of `progress`; ``OutputError``.
  package func record(
    _ trajectory: SimulationReader,
    progress: (_ time: Double) throws -> Void
  ) throws {
    let simulation = trajectory.simulation
    let scenario = simulation.scenario
    var schedule = FrameSchedule(rate: scenario.run.frames, step: scenario.world.step)
    var statistics = RunStatistics(step: schedule.step)
    try begin(simulation)
    while try trajectory.next() != nil {
      try recordEvents(of: simulation)
      try recordBodyList(of: simulation)
      let isFrame = schedule.isFrame(simulation.tick)
      schedule = FrameSchedule(rate: schedule.rate, simulation.timeline)
      try recordPace(schedule, of: simulation)
      guard isFrame else { continue }
      try recordFrame(of: simulation)
      statistics.frames += 1
      try progress(simulation.time)
    }
    try end(simulation, RunSummary(of: simulation, statistics: statistics))
  }
}
