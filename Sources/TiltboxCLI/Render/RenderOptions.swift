internal import ArgumentParser
internal import Chipmunk
internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles

/// The options of `tiltbox render`.
struct RenderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The moments to draw, in seconds, with commas between; several make a filmstrip.",
      valueName: "T,T,…"
    )
  )
  var at: String?

  @Option(
    help: ArgumentHelp(
      """
      Draw numbers against time: a body's id, a dot and one of \
      \(Scenario.Expectation.Measure.allCases.map(\.rawValue).joined(separator: ", ")); * is every body.
      """,
      valueName: "ID.NUMBER,…"
    )
  )
  var plot: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Begin at this simulated time, in seconds.", valueName: "S")
  )
  var from = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End at this simulated time, in seconds.", valueName: "S")
  )
  var to: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames in each simulated second; as many as there are, if absent.",
      valueName: "HZ"
    )
  )
  var frames: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The width, or that of a strip's panel, in pixels.", valueName: "PX")
  )
  var width: Double?

  @Option(help: "The colours: light, dark, or auto, the reader's own.")
  var theme = Theme.auto

  @OptionGroup var changes: Overrides

  /// The range of simulated time.
  var range: ClosedRange<Double> { from...max(from, to ?? .infinity) }

  /// The first given option that only applies to pictures.
  var pictureFlag: String? {
    let flags = [
      ("--at", at != nil), ("--plot", plot != nil), ("--from", from > 0), ("--to", to != nil),
      ("--frames", frames != nil), ("--width", width != nil), ("--theme", theme != .auto),
    ]
    return flags.first(where: \.1)?.0
  }

  func validate() throws {
    try check(from, ParameterRange("time", "s", 0...1e9), "--from")
    if let to { try check(to, ParameterRange("time", "s", from...1e9), "--to") }
    if let frames { try check(frames, Scenario.frameRate, "--frames") }
    if let width { try check(width, ParameterRange("width", "pixels", 16...8192), "--width") }
  }

  /// The moments of `--at`.
  func moments() throws -> [Double]? {
    try at?.split(separator: ",", omittingEmptySubsequences: false).map { word throws in
      guard let time = Double(word.trimmed), time.isFinite, time >= 0 else {
        throw ValidationError("--at has \"\(word)\"; give seconds with commas between: 0,0.5,1")
      }
      return time
    }
  }
}
