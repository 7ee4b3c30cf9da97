internal import Tiltbox
internal import TiltboxFiles

/// Converts a trajectory to an MCAP recording: a recording with all its contents, a journal or a scenario as `tiltbox
/// run --fast` would record it.
enum RecordingFile {
  /// Writes the file, all or nothing.
  ///
  /// - Parameters:
  ///   - trajectory: The trajectory, from its first tick.
  ///   - output: The file.
  ///   - progress: Called with the simulated time, in seconds; an error that it throws ends the work.
  /// - Throws: The errors of the trajectory and of `progress`; `OutputError`.
  static func write(
    _ trajectory: any TrajectoryReader,
    to output: String,
    progress: @escaping (_ time: Double) throws -> Void
  ) throws {
    try produce(output) { path in
      let file = try OutputFile(creating: path)
      if let trajectory = trajectory as? RecordingReader {
        let transcription = MCAPTranscription(trajectory)
        while let block = try transcription.next() {
          try file.write { $0.append(block) }
          try progress(transcription.time)
        }
        try file.flush()
      } else if let trajectory = trajectory as? SimulationReader {
        try Recorder(.mcap, to: file).record(trajectory, progress: progress)
      }
    }
  }
}
