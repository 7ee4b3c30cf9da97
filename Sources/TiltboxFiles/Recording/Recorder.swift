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

  private let format: RecordingFormat
  private let output: OutputFile
  /// Whether the recorder waits for a slow reader.
  package let waits: Bool
  private lazy var notes = takesNotes ? output : OutputFile.standardError()
  private var textLines = TextLines()
  // Not lazy: each access to a lazy property would copy the chunk.
  private var mcap = MCAPRecording()
  private var hasFrame = false
  private var recordedBodyList = 0
  private var recordedPace: FrameSchedule?
  private var untold = Losses()

  private static let roomForEvents = 1 << 20
  private static let roomForAnswers = 2 << 20
  private static let roomForChunks = 4 << 20

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - output: The output.
  ///   - waitsForReader: Whether to wait for a slow reader instead of skipping frames.
  package init(_ format: RecordingFormat, to output: OutputFile, waitsForReader: Bool = true) {
    self.format = format
    self.output = output
    waits = waitsForReader
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
    switch format {
    case .jsonl:
      try write { JSONLines.header(simulation, &$0) }
      if !losses.isEmpty {
        try write { JSONLines.gap(losses, tick: simulation.tick, &$0) }
      }
    case .mcap:
      try record { $0.begin(simulation) }
      if !losses.isEmpty { try record { $0.gap(losses, simulation) } }
    case .csv: try write { CSVLines.header(simulation, &$0) }
    case .text: try write { textLines.header(simulation, &$0) }
    case .none: break
    }
    self.losses = losses
  }

  /// Writes the list of bodies if it has changed since the last frame.
  ///
  /// Throws ``OutputError``.
  package func recordBodyList(of simulation: Simulation) throws(OutputError) {
    guard simulation.bodyListChanges != recordedBodyList, output.backlog < room else { return }
    recordedBodyList = simulation.bodyListChanges
    if format == .jsonl { try write { JSONLines.bodies(simulation, &$0) } }
    if format == .mcap { try record { $0.bodies(simulation) } }
  }

  /// Writes the step and the frame rate if they have changed.
  ///
  /// Throws ``OutputError``.
  package func recordPace(_ pace: FrameSchedule, of simulation: Simulation) throws(OutputError) {
    guard pace.rate != recordedPace?.rate || pace.step != recordedPace?.step else { return }
    recordedPace = pace
    switch format {
    case .jsonl: try write { JSONLines.pace(pace, simulation, &$0) }
    case .mcap: try record { $0.pace(pace, simulation) }
    case .text: try write { textLines.pace(pace, simulation, &$0) }
    case .csv, .none: break
    }
  }

  /// Writes the events of the simulation's tick.
  ///
  /// Throws ``OutputError``.
  public func recordEvents(of simulation: Simulation) throws(OutputError) {
    guard !simulation.events.isEmpty, format != .csv, format != .none else { return }
    guard waits || output.backlog < room else {
      return untold.events += simulation.events.count
    }
    switch format {
    case .jsonl: try write { JSONLines.events(simulation, &$0) }
    case .mcap: try record { $0.events(simulation) }
    default: try write { textLines.events(simulation, &$0) }
    }
  }

  /// Writes the frame of the simulation's tick. Complexity: O(*bodies*).
  ///
  /// Throws ``OutputError``.
  public func recordFrame(of simulation: Simulation) throws(OutputError) {
    guard format != .text, format != .none else { return }
    if !waits { try flush() }
    let roomForFrames = format == .mcap ? room : 1
    guard waits || output.backlog < roomForFrames || !hasFrame else { return untold.frames += 1 }
    if format == .mcap, recordedPace == nil { try begin(simulation) }
    try recordBodyList(of: simulation)
    // A frame without its list of bodies has no meaning.
    guard recordedBodyList == simulation.bodyListChanges else { return untold.frames += 1 }
    hasFrame = true
    if !untold.isEmpty {
      if format == .jsonl { try write { JSONLines.gap(untold, tick: simulation.tick, &$0) } }
      if format == .mcap { try record { $0.gap(untold, simulation) } }
      tell()
    }
    switch format {
    case .jsonl: try write { JSONLines.frame(simulation, &$0) }
    case .mcap: try record { $0.frame(simulation) }
    default: try write { CSVLines.frame(simulation, &$0) }
    }
    if !waits { try flush() }
  }

  /// Writes the answer to a command at once: to the recording if it is JSON lines, otherwise to
  /// standard error.
  ///
  /// Throws ``OutputError``.
  package func record(_ answer: Answer) throws(OutputError) {
    guard waits || notes.backlog < Self.roomForAnswers else { return untold.answers += 1 }
    notes.add { JSONLines.answer(answer, &$0) }
    try send(notes)
  }

  /// Writes a status line: to the recording if it is JSON, otherwise to standard error. It omits
  /// the line if the reader has left a mebibyte unread.
  ///
  /// Throws ``OutputError``.
  package func record(_ second: SecondStatistics, of simulation: Simulation) throws(OutputError) {
    guard waits || notes.backlog < Self.roomForEvents else { return }
    notes.add { JSONLines.status(second, time: simulation.time, &$0) }
    try send(notes)
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
    switch format {
    case .jsonl, .none: output.add { JSONLines.summary(summary, &$0) }
    case .mcap:
      try record { mcap in
        mcap.summary(summary)
        mcap.end()
      }
    case .text: output.add { textLines.summary(simulation, summary, &$0) }
    case .csv: break
    }
    guard !waits else { return try output.flush() }
    try output.flush(patience: patience)
  }

  /// The number of bytes that the reader has not taken yet.
  package var unreadBytes: Int { output.backlog }

  /// Flushes the output to the system.
  ///
  /// Throws ``OutputError``.
  public func flush() throws(OutputError) { try send(output) }

  /// The number of unread bytes up to which events are written; for MCAP, which is written in chunks, frames too.
  private var room: Int { format == .mcap ? Self.roomForChunks : Self.roomForEvents }

  /// Whether the format has room for lines of other kinds. CSV and text for people have none, and MCAP would hold them
  /// back until the chunk's end.
  private var takesNotes: Bool { format == .jsonl || format == .none }

  private func write(_ text: (inout TextBuffer) -> Void) throws(OutputError) {
    if waits { try output.write(text) } else { output.add(text) }
  }

  private func record(_ work: (inout MCAPRecording) -> Void) throws(OutputError) {
    work(&mcap)
    guard !mcap.block.isEmpty else { return }
    if waits { try output.write(mcap.block) } else { output.add { $0.append(mcap.block) } }
    mcap.clear()
  }

  private func send(_ file: OutputFile) throws(OutputError) {
    if waits { try file.flush() } else { try file.flush(patience: .zero) }
  }

  private func tell() {
    losses.frames += untold.frames
    losses.events += untold.events
    losses.answers += untold.answers
    untold = Losses()
  }
}
