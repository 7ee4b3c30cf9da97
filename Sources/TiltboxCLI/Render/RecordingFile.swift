internal import Tiltbox
internal import TiltboxFiles

/// A course written down as an MCAP recording: of a recording all that it has, of a journal or a scenario what
/// `tiltbox run --fast` would record.
enum RecordingFile {
  /// Writes the file, whole or not at all.
  ///
  /// - Parameters:
  ///   - course: What is recorded, from its first tick on.
  ///   - output: The file.
  ///   - progress: Told of simulated times, in seconds; what it throws ends the work.
  /// - Throws: What the course throws; `OutputError`.
  static func write(
    _ course: any Course,
    to output: String,
    progress: @escaping (_ time: Double) throws -> Void
  ) throws {
    try produce(output) { draft in
      let file = try OutputFile(creating: draft)
      if let course = course as? RecordingCourse {
        let transcription = MCAPTranscription(course)
        while let block = try transcription.next() {
          try file.write { $0.append(block) }
          try progress(transcription.time)
        }
        try file.flush()
      } else if let course = course as? SimulationCourse {
        try Recorder(.mcap, to: file).record(course, progress: progress)
      }
    }
  }
}
