internal import Tiltbox
internal import TiltboxFiles

/// A trajectory written down as an MCAP recording: of a recording all that it has, of a journal or a scenario what
/// `tiltbox run --fast` would record.
enum RecordingFile {
  /// Writes the file, whole or not at all.
  ///
  /// - Parameters:
  ///   - trajectory: What is recorded, from its first tick on.
  ///   - output: The file.
  ///   - progress: Told of simulated times, in seconds; what it throws ends the work.
  /// - Throws: What the trajectory throws; `OutputError`.
  static func write(
    _ trajectory: any Trajectory,
    to output: String,
    progress: @escaping (_ time: Double) throws -> Void
  ) throws {
    try produce(output) { path in
      let file = try OutputFile(creating: path)
      if let trajectory = trajectory as? RecordedTrajectory {
        let transcription = MCAPTranscription(trajectory)
        while let block = try transcription.next() {
          try file.write { $0.append(block) }
          try progress(transcription.time)
        }
        try file.flush()
      } else if let trajectory = trajectory as? SimulationTrajectory {
        try Recorder(.mcap, to: file).record(trajectory, progress: progress)
      }
    }
  }
}
