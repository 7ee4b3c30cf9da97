internal import ArgumentParser
internal import Chipmunk
internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles

/// `tiltbox render`: draws a recording, a journal or a scenario.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Make pictures of a run: a frame, a filmstrip, an animation, a plot.",
    usage: "tiltbox render [<file>] -o FILE [<options>]",
    discussion: """
      FILE is a recording (JSON lines or MCAP), a journal, which is replayed, or a scenario, which runs as fast as \
      possible; without FILE, the classic five crates. The extension of the output decides the form:

        tiltbox render run.jsonl -o run.html                a page that plays it
        tiltbox render run.jsonl -o frame.svg --at 1.25     one moment
        tiltbox render run.jsonl -o strip.svg --at 0,0.5,1  moments side by side
        tiltbox render crates.yaml -o anim.svg              an SVG that moves
        tiltbox render run.jsonl -o frame.png --at 1.25     pixels
        tiltbox render run.jsonl -o run.mp4                 a video, or a .gif
        tiltbox render run.jsonl -o run.mcap                for Foxglove and Rerun
        tiltbox render known-fall.yaml -o plot.svg --plot ball.y,ball.speed

      If the last line of a recording is torn, as after kill -9, the rest is drawn with a warning, and the status is 65.

      Exit status: 0 done; 64 usage; 65 a file is damaged, or there is nothing to draw; 66 a file is missing; \
      69 another program is missing or has failed; 74 writing failed.
      """
  )

  @Argument(help: "A recording, a journal or a scenario; - is standard input.", completion: .file())
  var file: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The picture to make.", valueName: "FILE"),
    completion: .file()
  )
  var output: String

  @OptionGroup var options: RenderOptions

  func validate() throws {
    try OutputTarget("-o", output)?.check(isNone: [(file, "the run to draw")])
    _ = try RenderJob(output, options)
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure {
      var progress = ProgressLine()
      defer { progress.clear() }
      var job = try RenderJob(output, options)
      try job.prepare()
      let rate = options.frames ?? job.rate
      let reader = try trajectory()
      if let scenario = (reader as? SimulationReader)?.simulation.scenario {
        try OutputTarget("-o", output)?.check(isNone: scenario.inputs)
      }
      func show(_ state: String) throws {
        progress.show("\(output): \(state)")
        try StopSignal.check()
      }
      try reportingDamage(of: reader) {
        if job.isRecording {
          return try record(reader) { try show("\($0.fixed(1)) s") }
        }
        let (latest, range) = (try options.moments()?.max() ?? .infinity, options.range)
        let trajectory = try Trajectory(of: reader, rate: rate, range: range, through: latest) {
          try show("\($0.fixed(1)) s")
        }
        // Later lines of a recording may be damaged.
        if latest.isFinite, let rest = reader as? RecordingReader {
          while try rest.next() != nil { try StopSignal.check() }
        }
        try job.make(of: trajectory) { share in try show("\(Int(share * 100)) %") }
        progress.clear()
      }
    }
  }

  private func trajectory() throws -> any TrajectoryReader {
    if let file { return try openTrajectory(file, overrides: options.changes.list) }
    let scenario = try ScenarioOptions.load(nil, overrides: options.changes.list, warn: { _ in })
    return try TrajectoryReaders.trajectory(of: scenario)
  }
}

/// The options of `tiltbox render`.
struct RenderOptions: ParsableArguments {
  @Option(
    number: "T,T,…",
    help: "The moments to draw, in seconds, with commas between; several make a filmstrip."
  )
  var at: String?

  @Option(
    value: "ID.NUMBER,…",
    help: """
      Draw numbers against time: a body's id, a dot and one of \
      \(Scenario.Expectation.Measure.allCases.map(\.rawValue).joined(separator: ", ")); * is every body. An \
      id with a comma stands in double quotes.
      """
  )
  var plot: String?

  @Option(number: "S", help: "Begin at this simulated time, in seconds.")
  var from = 0.0

  @Option(number: "S", help: "End at this simulated time, in seconds.")
  var to: Double?

  @Option(number: "HZ", help: "Frames in each simulated second; as many as there are, if absent.")
  var frames: Double?

  @Option(number: "PX", help: "The width, or that of a strip's panel, in pixels.")
  var width: Double?

  @Option(help: "The colours: light, dark, or auto, the reader's own.")
  var theme = Theme.auto

  @OptionGroup var changes: Overrides

  /// The range of simulated time.
  var range: ClosedRange<Double> { from...max(from, to ?? .infinity) }

  /// The first given option that only applies to pictures.
  var pictureFlag: String? {
    firstGiven([
      ("--at", at != nil), ("--plot", plot != nil), ("--from", from > 0), ("--to", to != nil),
      ("--frames", frames != nil), ("--width", width != nil), ("--theme", theme != .auto),
    ])
  }

  func validate() throws {
    try check(from, ParameterRange("time", "s", 0...1e9), "--from")
    if let to { try check(to, ParameterRange("time", "s", from...1e9), "--to") }
    if let frames { try check(frames, Scenario.frameRate, "--frames") }
    if let width {
      let least = plot == nil ? 16.0 : 120
      try check(width, ParameterRange("width", "pixels", least...8192), "--width")
    }
  }

  /// The moments of `--at`.
  func moments() throws -> [Double]? {
    try at?.split(separator: ",", omittingEmptySubsequences: false).map { word throws in
      guard let time = Double(word.trimmed), time.isFinite, time >= 0 else {
        throw ValidationError(
          "--at has \"\(word)\"; give 0 s or more, with commas between: 0,0.5,1"
        )
      }
      return time
    }
  }
}

extension RenderCommand {
  /// Converts a trajectory to an MCAP recording, all or nothing: a recording with all its contents, a journal or a
  /// scenario as `tiltbox run --fast` would record it.
  ///
  /// - Parameters:
  ///   - trajectory: The trajectory, from its first tick.
  ///   - progress: Called with the simulated time, in seconds; an error that it throws ends the work.
  /// - Throws: The errors of the trajectory and of `progress`; `OutputError`.
  private func record(_ trajectory: any TrajectoryReader, progress: (Double) throws -> Void) throws
  {
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

/// Writes a drawing as an SVG or a PNG file.
enum PictureFile {
  static func isNamed(_ file: String) -> Bool { file.hasSuffix(".svg") || file.hasSuffix(".png") }

  /// Writes a drawing in the format of the file's extension, all or nothing. A PNG is opaque, since its background is
  /// not known.
  ///
  /// Throws `OutputError`, or ``StopSignal``'s error if one arrives.
  static func write(_ svg: String, to file: String, theme: Theme = .auto) throws {
    guard file.hasSuffix(".png") else { return try writeOutput(svg, to: file) }
    try writeOutput(PNG.bytes(ofSVG: svg, theme, check: StopSignal.check), to: file)
  }
}
