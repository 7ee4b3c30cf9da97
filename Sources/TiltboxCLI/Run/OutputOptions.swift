internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles

/// Where a recording goes, and in which format.
struct OutputOptions: ParsableArguments {
  @Option(
    help: """
      The format of the recording: \(RecordingFormat.allCases.map(\.rawValue).joined(separator: ", ")). \
      (default: on a terminal the box is shown, or text with --fast; for a FILE that ends in .mcap mcap; else jsonl)
      """
  )
  var format: RecordingFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write to a file instead of standard output; - means standard output.",
      valueName: "FILE"
    )
  )
  var output: String?

  /// The file to write to; nil for standard output.
  var file: String? { output == standardStreamName ? nil : output }

  func validate() throws {
    if recordingFormat == .mcap, file == nil, OutputFile.standardOutputIsTerminal {
      throw ValidationError(
        "--format mcap is binary, and standard output is a terminal; write to a file with -o run.mcap, or to a pipe"
      )
    }
  }

  /// The format that is asked for; nil where nothing says which.
  private var recordingFormat: RecordingFormat? {
    format ?? (file?.hasSuffix(".mcap") == true ? .mcap : nil)
  }

  /// Opens the output, for a run that waits for its reader or goes on without.
  ///
  /// Throws `OutputError`.
  func recorder(waitsForReader: Bool = true) throws(OutputError) -> Recorder {
    let isReadByPeople = file == nil && OutputFile.standardOutputIsTerminal
    let destination: OutputFile =
      if let file { try OutputFile(creating: file) } else { .standardOutput() }
    return Recorder(
      recordingFormat ?? (isReadByPeople ? .text : .jsonl),
      to: destination,
      waitsForReader: waitsForReader
    )
  }
}
