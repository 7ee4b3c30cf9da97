/// Writes a run down: its header, the frames and events as they come, its summary.
public final class Recorder {
  private let format: RecordingFormat
  private let output: OutputFile
  private lazy var notes = takesNotes ? output : OutputFile.standardError()
  private var textLines = TextLines()
  private var recordedBodyList = 0

  /// Makes a recorder that has written nothing yet.
  public init(_ format: RecordingFormat, to output: OutputFile) {
    self.format = format
    self.output = output
  }

  /// Writes what a reader has to know before the first frame.
  ///
  /// Throws ``OutputError``.
  public func begin(_ simulation: Simulation) throws(OutputError) {
    recordedBodyList = simulation.bodyListChanges
    switch format {
    case .jsonl: try output.write { JSONLines.header(simulation, &$0) }
    case .csv: try output.write { CSVLines.header(&$0) }
    case .text: try output.write { textLines.header(simulation, &$0) }
    case .none: break
    }
  }

  /// Whether the format has room for lines of another kind than its own: a table and a text for people have none.
  private var takesNotes: Bool { format == .jsonl || format == .none }

  /// Answers a command: in the recording if it is JSON, else on standard error. The answer is with its reader when this
  /// returns.
  ///
  /// Throws ``OutputError``.
  public func record(_ answer: Answer) throws(OutputError) {
    try notes.write { JSONLines.answer(answer, &$0) }
    try notes.flush()
  }

  /// Writes what the rows of frames are from here on, if that has changed: bodies were added or removed.
  ///
  /// Throws ``OutputError``.
  public func recordBodyList(of simulation: Simulation) throws(OutputError) {
    guard simulation.bodyListChanges != recordedBodyList else { return }
    recordedBodyList = simulation.bodyListChanges
    if format == .jsonl { try output.write { JSONLines.bodies(simulation, &$0) } }
  }

  /// Writes the events of the simulation's tick.
  ///
  /// Throws ``OutputError``.
  public func recordEvents(of simulation: Simulation) throws(OutputError) {
    guard !simulation.events.isEmpty else { return }
    switch format {
    case .jsonl: try output.write { JSONLines.events(simulation, &$0) }
    case .text: try output.write { textLines.events(simulation, &$0) }
    case .csv, .none: break
    }
  }

  /// Writes the frame of the simulation's tick. Complexity: O(*bodies*).
  ///
  /// Throws ``OutputError``.
  public func recordFrame(of simulation: Simulation) throws(OutputError) {
    switch format {
    case .jsonl: try output.write { JSONLines.frame(simulation, &$0) }
    case .csv: try output.write { CSVLines.frame(simulation, &$0) }
    case .text, .none: break
    }
  }

  /// Writes the last line, and hands everything to the system.
  ///
  /// Throws ``OutputError``.
  public func end(_ simulation: Simulation, _ summary: RunSummary) throws(OutputError) {
    switch format {
    case .jsonl, .none: try output.write { JSONLines.summary(summary, &$0) }
    case .text: try output.write { textLines.summary(simulation, summary, &$0) }
    case .csv: break
    }
    try output.flush()
  }

  /// Hands everything that was written so far to the system.
  ///
  /// Throws ``OutputError``.
  public func flush() throws(OutputError) { try output.flush() }
}
