internal import Tiltbox
internal import TiltboxFiles

/// Writes a round down into files of bounded size. Where they are full the oldest one goes, and the recording says so: it
/// begins with a line of the kind `gap`, and its summary counts what is missing.
///
/// The limit is shared out to four parts: three that the recording is made of, and one that has just gone from it, so
/// that whoever reads it can come to its end.
final class RoundRecording {
  private struct Part {
    let file: RecordingPart
    let recorder: Recorder
    /// The frames and events of the run that are not in this part, nor in one after it.
    let before: Losses
    /// The length of what a recording that begins with this part begins with.
    let opening: Int
  }

  private static let partCount = 3

  private let partLimit: Int
  private let warn: @Sendable (String) -> Void
  private var parts: [Part] = []
  private var leaving: RecordingPart?
  private var written = Losses()
  private var pace: FrameSchedule?

  /// Begins with a simulation as it is.
  ///
  /// - Parameters:
  ///   - simulation: What is recorded.
  ///   - limit: How much room there is, in bytes.
  ///   - warn: Told when the oldest part goes for the first time.
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
    // Events since the last frame wait for the next one.
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

  /// Writes down what a tick has brought.
  ///
  /// Throws `OutputError`.
  func record(_ simulation: Simulation, isFrame: Bool) throws(OutputError) {
    if isFrame, let last = parts.last, last.file.size >= partLimit { try beginPart(simulation) }
    let recorder = parts[parts.count - 1].recorder
    try recorder.recordBodyList(of: simulation)
    try recorder.recordEvents(of: simulation)
    written.events += simulation.events.count
    if isFrame {
      try recorder.recordFrame(of: simulation)
      written.frames += 1
    }
  }

  /// Writes down what step and what frames there are from here on.
  ///
  /// Throws `OutputError`.
  func record(_ pace: FrameSchedule, of simulation: Simulation) throws(OutputError) {
    self.pace = pace
    try parts[parts.count - 1].recorder.recordPace(pace, of: simulation)
  }

  /// The recording as it is after the newest frame.
  func soFar(_ simulation: Simulation, _ statistics: RunStatistics) -> PartialRecording {
    var statistics = statistics
    // The loop counts frames for viewers; in a recording none is skipped.
    (statistics.frames, statistics.skippedFrames) = (written.frames, 0)
    var summary = RunSummary(of: simulation, statistics: statistics)
    summary.losses = parts[0].before
    var text = TextBuffer()
    JSONLines.summary(summary, &text)
    let pieces = parts.enumerated().map { index, part in
      PartialRecording.Piece(
        part: part.file,
        range: (index == 0 ? 0 : part.opening)..<part.file.size
      )
    }
    return PartialRecording(pieces: pieces, summary: text.bytes)
  }
}
