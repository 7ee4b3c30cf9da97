internal import ArgumentParser
internal import Tiltbox

/// Where a recording goes, and in which format.
struct OutputOptions: ParsableArguments {
  @Option(
    help: """
      How to write the run down: \(RecordingFormat.allCases.map(\.rawValue).joined(separator: ", ")). \
      (default: on a terminal the box is shown, or text with --fast; else jsonl)
      """
  )
  var format: RecordingFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "FILE")
  )
  var output: String?

  /// Opens the output, for a run that waits for its reader or goes on without.
  ///
  /// Throws `OutputError`.
  func recorder(waitsForReader: Bool = true) throws(OutputError) -> Recorder {
    let isReadByPeople = output == nil && OutputFile.standardOutputIsTerminal
    let file: OutputFile =
      if let output { try OutputFile(creating: output) } else { .standardOutput() }
    return Recorder(
      format ?? (isReadByPeople ? .text : .jsonl),
      to: file,
      waitsForReader: waitsForReader
    )
  }
}
