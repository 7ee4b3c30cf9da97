package import Tiltbox

/// Converts a recording to MCAP, a part at a time. Doubles stay the same; missing parts stay missing.
package final class MCAPTranscription {
  private let trajectory: RecordingReader
  private let pieces = Pieces()
  private var isOver = false

  /// Whether the file is finished and nothing is missing.
  package var isComplete: Bool { isOver && diagnostic == nil }

  fileprivate final class Pieces {
    var recording = MCAPRecording()
    var time: Double?
    /// The tick of that time, and the length of the ticks after it.
    var tick = 0
    var step = 0.0
    /// Lines before the first piece that has a time.
    var early: [[UInt8]] = []
  }

  /// The progress in simulated seconds.
  package var time: Double { pieces.time ?? 0 }

  /// The diagnostic of the recording; known at its end.
  package var diagnostic: Diagnostic? { trajectory.diagnostic }

  /// Creates a conversion of a recording of which only the header has been read.
  package init(_ trajectory: RecordingReader) {
    self.trajectory = trajectory
    pieces.early = [trajectory.headerLine]
    pieces.step = trajectory.step ?? 0
    trajectory.follow = { [unowned trajectory, pieces] piece in
      try pieces.take(piece, of: trajectory)
    }
  }

  /// Reads up to the next frame. Complexity: O(*bodies* + *events*).
  ///
  /// - Returns: Bytes to append to the file, perhaps none; nil when the file is complete.
  /// - Throws: `FileError`, ``RecordingError``.
  package func next() throws -> ArraySlice<UInt8>? {
    guard !isOver else { return nil }
    if try trajectory.next() == nil {
      isOver = true
      try pieces.begin(at: 0, trajectory)
      pieces.recording.end()
    }
    let block = pieces.recording.block
    if !block.isEmpty { pieces.recording.clear() }
    return block
  }
}

extension MCAPTranscription.Pieces {
  func take(_ piece: RecordedPiece, of trajectory: RecordingReader) throws {
    switch piece {
    case .line(let line):
      guard let time else { return early.append(line) }
      try write(line, after: time, trajectory)
    case .event(let event, let time):
      try begin(at: time, trajectory)
      tick = event.tick
      recording.event(event, at: time)
    case .frame(let frame):
      try begin(at: frame.time, trajectory)
      tick = frame.tick
      recording.frame(frame)
    case .rest: break
    }
  }

  /// Writes the lines that waited for a time.
  func begin(at time: Double, _ trajectory: RecordingReader) throws {
    let isFirst = self.time == nil
    self.time = time
    guard isFirst, let header = early.first else { return }
    recording.begin(header, try trajectory.scenario(), at: time)
    for line in early.dropFirst() { recording.line(line, at: time) }
    early.removeAll()
  }

  /// Writes a line at its own time, at that of its tick, or otherwise at the time of the previous piece.
  private func write(
    _ line: [UInt8],
    after last: Double,
    _ trajectory: RecordingReader
  ) throws {
    let node = try? Node(line: line[...])
    let ticks = (node?["tick"]?.scalar?.whole ?? tick) &- tick
    let time = node?["t"]?.scalar?.number ?? last + Double(ticks) * step
    step = node?["step"]?.scalar?.number ?? step
    guard node?["kind"]?.scalar?.text == "bodies" else { return recording.line(line, at: time) }
    recording.bodies(line, try trajectory.scenario(), at: time)
  }
}
