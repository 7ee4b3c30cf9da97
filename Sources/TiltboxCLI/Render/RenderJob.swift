internal import ArgumentParser
internal import Tiltbox
internal import TiltboxDrawing

/// The output of `tiltbox render`, determined by the file's extension and the options.
struct RenderJob {
  /// The subject of a drawing.
  enum Subject {
    case frame(time: Double)
    case strip(times: [Double])
    case plot(names: [String])
    /// The whole run, in motion.
    case run
  }

  /// The output format.
  enum Format: String, CaseIterable {
    case html, svg, png, mp4, gif, mcap
  }

  private let output: String
  private let format: Format
  private let subject: Subject
  private let options: DrawingOptions
  private var tool: Tool?

  /// Throws a `ValidationError` if the format and the options do not fit together.
  init(_ output: String, _ options: RenderOptions) throws {
    self.output = output
    guard let format = Format.allCases.first(where: { output.hasSuffix(".\($0.rawValue)") }) else {
      let endings = Format.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      let isRecording = [".csv", ".jsonl"].contains(where: output.hasSuffix)
      throw ValidationError(
        "-o is \"\(output)\", of an unknown file type; use \(endings)"
          + (isRecording ? "; tiltbox run -o \(output) writes recordings" : "")
      )
    }
    self.format = format
    var width = 480.0
    if let plot = options.plot {
      guard options.at == nil else {
        throw ValidationError("--plot and --at cannot stand together; drop one")
      }
      subject = .plot(names: plot.split(separator: ",").map(String.init))
      width = 720
    } else if let times = try options.moments() {
      subject = times.count == 1 ? .frame(time: times[0]) : .strip(times: times)
      if times.count > 1 { width = 200 }
    } else {
      subject = .run
    }
    self.options = DrawingOptions(width: options.width ?? width, theme: options.theme)
    if format == .mcap, let flag = options.pictureFlag {
      throw ValidationError("a .mcap is the whole recording and no picture; drop \(flag)")
    }
    switch (format, subject) {
    case (.svg, _), (.png, .frame), (.png, .strip), (.png, .plot), (.html, .run), (.mp4, .run),
      (.gif, .run), (.mcap, .run):
      break
    case (.png, .run):
      throw ValidationError("a .png shows one moment or a plot; give --at or --plot")
    case (_, _):
      throw ValidationError("a .\(format.rawValue) shows the whole run; drop --at and --plot")
    }
  }

  /// Whether the output is a recording, so that nothing is drawn.
  var isRecording: Bool { format == .mcap }

  /// Finds the external program, if the job needs one.
  ///
  /// Throws ``ToolError``.
  mutating func prepare() throws(ToolError) {
    switch (format, subject) {
    case (.mp4, _), (.gif, _): tool = try .ffmpeg()
    default: break
    }
  }

  /// The default frame rate, in frames per second: 25 for a GIF; nil for the rate of the run.
  var rate: Double? { format == .gif ? 25 : nil }

  /// Makes the file, all or nothing.
  func make(of trajectory: Trajectory, progress: (_ share: Double) throws -> Void) throws {
    switch (format, subject) {
    case (.png, .frame(let time)): try deliver(trajectory.png(at: time, options), to: output)
    case (.html, _): try deliver(trajectory.page(progress: progress), to: output)
    case (.mp4, _), (.gif, _): try makeVideo(of: trajectory, progress)
    case (.svg, _), (.png, _), (.mcap, _):
      try PictureFile.write(svg(of: trajectory), to: output, theme: options.theme)
    }
  }

  private func svg(of trajectory: Trajectory) throws -> String {
    switch subject {
    case .frame(let time): try trajectory.svg(at: time, options)
    case .strip(let times): try trajectory.strip(at: times, options)
    case .plot(let names): try trajectory.plot(names, options)
    case .run: try trajectory.animation(options)
    }
  }

  private func makeVideo(of trajectory: Trajectory, _ progress: (_ share: Double) throws -> Void)
    throws
  {
    let length = trajectory.end - trajectory.frames[0].time
    let rate = length > 0 ? Double(trajectory.frames.count - 1) / length : 1
    // A GIF needs a palette; video players need chroma subsampling (yuv420p).
    let coding =
      format == .gif
      ? ["-vf", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none"]
      : ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
    let size = try trajectory.size(options)
    let input = [
      "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
      "-s", "\(size.width)x\(size.height)", "-r", "\(rate)", "-i", "-",
    ]
    try produce(output) { path in
      try tool?.run(input + coding + ["-f", format.rawValue, path]) { write in
        try trajectory.pixels(options) { pixels, share in
          try progress(share)
          try write(pixels)
        }
      }
    }
  }
}
