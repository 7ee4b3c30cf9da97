internal import Tiltbox
internal import TiltboxFiles

/// Records a session in files of bounded size. If they are full, it drops the oldest one, and the recording says so: it
/// begins with a `gap` line, and its summary counts the losses.
///
/// The limit is divided among four parts: the three that form the recording, and the one dropped last, so that its
/// readers can finish.
final class SessionRecording {
  private struct Part {
    let file: RecordingPart
    let recorder: Recorder
    /// The frames and events of the run before this part.
    let before: Losses
    /// The length of the opening lines (header, gap) of a recording that begins with this part.
    let opening: Int
  }

  private static let partCount = 3

  private let partLimit: Int
  private let warn: @Sendable (String) -> Void
  private var parts: [Part] = []
  private var leaving: RecordingPart?
  private var written = Losses()
  private var pace: FrameSchedule?

  /// Begins with the current state of a simulation.
  ///
  /// - Parameters:
  ///   - simulation: The simulation to record.
  ///   - limit: The maximum size, in bytes.
  ///   - warn: Called when the oldest part is dropped for the first time.
  /// - Throws: `OutputError`.
  init(
    _ simulation: Simulation,
    limit: Int,
    warn: @escaping @Sendable (String) -> Void
  ) throws(OutputError) {
    partLimit = limit / (Self.partCount + 1)
    self.warn = warn
    try beginPart(simulation)
  }

  private func beginPart(_ simulation: Simulation) throws(OutputError) {
    // Write the events since the last frame, which would otherwise wait for the next frame.
    try parts.last?.recorder.flush()
    let file = try RecordingPart()
    let recorder = Recorder(.jsonl, to: try file.output(), waitsForReader: false)
    try recorder.begin(simulation, after: written)
    if let pace { try recorder.recordPace(pace, of: simulation) }
    try recorder.flush()
    parts.append(Part(file: file, recorder: recorder, before: written, opening: file.size))
    guard parts.count > Self.partCount else { return }
    if leaving == nil {
      warn(
        "the recording of the run has no more room: from \(simulation.time.plain) s on its oldest part goes"
      )
    }
    leaving?.empty()
    leaving = parts.removeFirst().file
  }

  /// Records the events of a tick.
  ///
  /// Throws `OutputError`.
  func recordEvents(of simulation: Simulation) throws(OutputError) {
    try parts[parts.count - 1].recorder.recordEvents(of: simulation)
    written.events += simulation.events.count
  }

  /// Records the list of bodies if it has changed, and perhaps a frame.
  ///
  /// Throws `OutputError`.
  func recordState(of simulation: Simulation, isFrame: Bool) throws(OutputError) {
    // Also in a part that ends here: a recording that begins with it omits the next part's header.
    try parts[parts.count - 1].recorder.recordBodyList(of: simulation)
    guard isFrame else { return }
    if let last = parts.last, last.file.size >= partLimit { try beginPart(simulation) }
    try parts[parts.count - 1].recorder.recordFrame(of: simulation)
    written.frames += 1
  }

  /// Records the step and the frame rate from here on.
  ///
  /// Throws `OutputError`.
  func record(_ pace: FrameSchedule, of simulation: Simulation) throws(OutputError) {
    self.pace = pace
    try parts[parts.count - 1].recorder.recordPace(pace, of: simulation)
  }

  /// Returns the recording up to the newest frame.
  func soFar(_ simulation: Simulation, _ statistics: RunStatistics) -> PartialRecording {
    var statistics = statistics
    // The run counts the frames of viewers; the recording skips none.
    (statistics.frames, statistics.skippedFrames) = (written.frames, 0)
    var summary = RunSummary(of: simulation, statistics: statistics)
    summary.losses = parts[0].before
    var text = TextBuffer()
    JSONLines.summary(summary, &text)
    let pieces = parts.enumerated().map { index, part in
      (part: part.file, range: (index == 0 ? 0 : part.opening)..<part.file.size)
    }
    return PartialRecording(pieces: pieces, summary: text.bytes)
  }
}
