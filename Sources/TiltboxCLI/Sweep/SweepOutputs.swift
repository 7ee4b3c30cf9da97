internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxSweep

/// The outputs of a sweep: a results file or standard output, and a plot.
struct SweepOutputs {
  /// The results file; nil for standard output.
  let results: String?
  let format: ResultsFormat
  /// The file of a plot; nil for none.
  let plot: String?

  /// Sorts files into results and plots by their extensions.
  ///
  /// Throws ``SweepError``; `ValidationError` for an unknown ending.
  init(_ files: [String], format: ResultsFormat?) throws {
    let endings = ResultsFormat.allCases.map(\.rawValue) + ["svg", "png"]
    for file in files {
      try OutputTarget("-o", file)?.check(endings: endings, hasFormat: format != nil)
    }
    let plots = files.filter(PictureFile.isNamed)
    let results = files.filter { !PictureFile.isNamed($0) }
    guard results.count <= 1, plots.count <= 1 else {
      throw SweepError("-o: there is one results file and one plot; drop the others")
    }
    self.results = results.first == standardStreamName ? nil : results.first
    self.format = format ?? self.results.flatMap { ResultsFormat(fileName: $0) } ?? .jsonl
    plot = plots.first
  }

  /// Writes the summary: to standard output if the results go to a file, else to standard error.
  func tell(_ summary: Summary) throws(OutputError) {
    let text = summary.text.escapedForTerminal
    guard results != nil else { return _ = StandardStream.error.write(text) }
    try deliver(text, to: nil)
  }

  /// Throws if every run has failed. The results are kept all the same.
  func refuseFailure(_ summary: Summary) throws {
    guard summary.runs > 0, summary.failures == summary.runs else { return }
    printError("tiltbox: every run has failed; the error column says why")
    throw ExitStatus.expectationFailed
  }

  /// Draws the plot if there is to be one.
  func draw(_ summary: Summary, _ plan: PlanLine) throws {
    guard let plot else { return }
    guard let picture = SweepPlot(summary, plan) else {
      throw SweepError("\(plot): nothing to draw: no measure has a value; give --measure")
    }
    try PictureFile.write(picture.svg, to: plot)
  }
}
