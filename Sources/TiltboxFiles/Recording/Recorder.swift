public import Tiltbox

/// Writes the recording of a run: a header, frames and events, and a summary.
///
/// In a run without a clock, the recorder waits for its reader. In real time it does not: if the
/// reader has not taken all of the previous frame, the recorder skips a frame, so that a slow
/// reader gets the newest one. It always writes the first frame after the header. For MCAP, whose
/// chunks are written as a whole, it writes frames and events while less than four mebibytes are
/// pending. Events may wait in up to a mebibyte, answers in up to two. Losses are counted: a `gap`
/// line before the next frame states them, and the summary their total.
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

  private var writer: any RecordingWriter
  private let output: RecorderOutput
  private let notes: RecorderOutput
  private var hasFrame = false
  private var recordedBodyList = 0
  private var recordedPace: FrameSchedule?
  private var untold = Losses()

  /// The number of unread bytes up to which a recording of lines has events.
  static let roomForEvents = 1 << 20
  private static let roomForAnswers = 2 << 20

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - output: The output.
  ///   - waitsForReader: Whether to wait for a slow reader instead of skipping frames.
  package init(_ format: RecordingFormat, to output: OutputFile, waitsForReader: Bool = true) {
    let writer = format.makeWriter()
    self.writer = writer
    self.output = RecorderOutput(file: output, waits: waitsForReader)
    notes =
      writer.takesNotes
      ? self.output : RecorderOutput(file: .standardError(), waits: waitsForReader)
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
  public func begin(
    _ simulation: Simulation,
    after losses: Losses = Losses()
  ) throws(OutputError) {
    recordedBodyList = simulation.bodyListChanges
    let scenario = simulation.scenario
    recordedPace = FrameSchedule(rate: scenario.run.frames, step: scenario.world.step)
    try writer.header(simulation, to: output)
    if !losses.isEmpty { try writer.gap(losses, simulation, to: output) }
    self.losses = losses
  }

  /// Writes the list of bodies if it has changed since the last frame.
  ///
  /// Throws ``OutputError``.
  package func recordBodyList(of simulation: Simulation) throws(OutputError) {
    guard simulation.bodyListChanges != recordedBodyList,
      output.file.backlog < writer.roomForEvents
    else { return }
    recordedBodyList = simulation.bodyListChanges
    try writer.bodies(simulation, to: output)
  }

  /// Writes the step and the frame rate if they have changed.
  ///
  /// Throws ``OutputError``.
  package func recordPace(_ pace: FrameSchedule, of simulation: Simulation) throws(OutputError) {
    guard pace.rate != recordedPace?.rate || pace.step != recordedPace?.step else { return }
    recordedPace = pace
    try writer.pace(pace, simulation, to: output)
  }

  /// Writes the events of the simulation's tick.
  ///
  /// Throws ``OutputError``.
  public func recordEvents(of simulation: Simulation) throws(OutputError) {
    guard writer.hasEvents, !simulation.events.isEmpty else { return }
    guard waits || output.file.backlog < writer.roomForEvents else {
      return untold.events += simulation.events.count
    }
    try writer.events(simulation, to: output)
  }

  /// Writes the frame of the simulation's tick. Complexity: O(*bodies*).
  ///
  /// Throws ``OutputError``.
  public func recordFrame(of simulation: Simulation) throws(OutputError) {
    guard writer.hasFrames else { return }
    if !waits { try flush() }
    guard waits || output.file.backlog < writer.roomForFrames || !hasFrame else {
      return untold.frames += 1
    }
    if writer.needsHeader, recordedPace == nil { try begin(simulation) }
    try recordBodyList(of: simulation)
    // A frame without its list of bodies has no meaning.
    guard recordedBodyList == simulation.bodyListChanges else { return untold.frames += 1 }
    hasFrame = true
    if !untold.isEmpty {
      try writer.gap(untold, simulation, to: output)
      tell()
    }
    try writer.frame(simulation, to: output)
    if !waits { try flush() }
  }

  /// Writes the answer to a command at once: to the recording if it is JSON lines, otherwise to
  /// standard error.
  ///
  /// Throws ``OutputError``.
  package func record(_ answer: Answer) throws(OutputError) {
    guard waits || notes.file.backlog < Self.roomForAnswers else { return untold.answers += 1 }
    notes.file.add { JSONLines.answer(answer, &$0) }
    try notes.flush()
  }

  /// Writes a status line: to the recording if it is JSON, otherwise to standard error. It omits
  /// the line if the reader has left a mebibyte unread.
  ///
  /// Throws ``OutputError``.
  package func record(_ second: SecondStatistics, of simulation: Simulation) throws(OutputError) {
    guard waits || notes.file.backlog < Self.roomForEvents else { return }
    notes.file.add { JSONLines.status(second, time: simulation.time, &$0) }
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
    tell()
    var summary = summary
    summary.losses = losses
    try writer.end(simulation, summary, to: output)
    guard !waits else { return try output.file.flush() }
    try output.file.flush(patience: patience)
  }

  /// Whether the recorder waits for a slow reader.
  package var waits: Bool { output.waits }

  /// The number of bytes that the reader has not taken yet.
  package var unreadBytes: Int { output.file.backlog }

  /// Flushes the output to the system.
  ///
  /// Throws ``OutputError``.
  public func flush() throws(OutputError) { try output.flush() }

  private func tell() {
    losses.frames += untold.frames
    losses.events += untold.events
    losses.answers += untold.answers
    untold = Losses()
  }
}
