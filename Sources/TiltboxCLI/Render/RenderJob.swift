internal import ArgumentParser
internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles
internal import TiltboxPlatform

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
  private var tool: FFmpeg?

  /// Throws a `ValidationError` if the format and the options do not fit together.
  init(_ output: String, _ options: RenderOptions) throws {
    self.output = output
    if output == standardStreamName {
      throw ValidationError("-o - has no extension to name the format; give a file, as in run.svg")
    }
    guard let format = Format(endingOf: output) else {
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
      subject = .plot(names: Self.names(in: plot))
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
    let isWhole = if case .run = subject { true } else { false }
    if format == .png, isWhole {
      throw ValidationError("a .png shows one moment or a plot; give --at or --plot")
    }
    if ![.svg, .png].contains(format), !isWhole {
      throw ValidationError("a .\(format.rawValue) shows the whole run; drop --at and --plot")
    }
    let ownLook = [("--width", options.width != nil), ("--theme", options.theme != .auto)]
    if format == .html, let flag = firstGiven(ownLook) {
      throw ValidationError("a .html has the size and the colours of its reader; drop \(flag)")
    }
    if format == .gif, let frames = options.frames, frames > 50 {
      throw ValidationError(
        "--frames is \(frames.plain) Hz; give a .gif at most 50, as browsers play faster ones slower"
      )
    }
  }

  /// Splits the names of a plot at commas. What begins with a double quote ends with the next one.
  private static func names(in list: String) -> [String] {
    list.matches(of: /"([^"]*)"([^,]*)|([^,]+)/).map { name in
      name.3.map(String.init) ?? "\(name.1 ?? "")\(name.2 ?? "")"
    }
  }

  /// Whether the output is a recording, so that nothing is drawn.
  var isRecording: Bool { format == .mcap }

  /// Finds the external program, if the job needs one.
  ///
  /// Throws ``CommandError``.
  mutating func prepare() throws(CommandError) {
    if [.mp4, .gif].contains(format) { tool = try FFmpeg() }
  }

  /// The default frame rate, in frames per second: 25 for a GIF; nil for the rate of the run.
  var rate: Double? { format == .gif ? 25 : nil }

  /// Makes the file, all or nothing.
  func make(of trajectory: Trajectory, progress: (_ share: Double) throws -> Void) throws {
    switch (format, subject) {
    case (.png, .frame(let time)): try writeOutput(trajectory.png(at: time, options), to: output)
    case (.html, _): try writeOutput(trajectory.page(progress: progress), to: output)
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

/// The external program that encodes videos; its input is a pipe.
struct FFmpeg {
  private let path: String

  /// Finds the program in `PATH`.
  init() throws(CommandError) {
    guard let path = programPath("ffmpeg") else {
      throw .unavailable(
        "this needs ffmpeg, which is not installed; on Debian: apt-get install ffmpeg"
      )
    }
    self.path = path
  }

  /// Runs the program and writes to its standard input.
  ///
  /// Throws ``CommandError`` if it does not start or fails; the errors of `feed`.
  func run(_ arguments: [String], _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
  {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else {
      throw CommandError.unavailable("ffmpeg: \(SystemError.message(errno))")
    }
    // The child closes its copy of the write end; otherwise it would never see the end of its input.
    let process = try spawn(arguments, input: ends)
    _ = close(ends[0])
    let outcome = Result {
      try feed { bytes in
        guard Descriptor(number: ends[1]).writeAll(bytes) == nil else {
          throw CommandError.unavailable("ffmpeg has ended early")
        }
      }
    }
    _ = close(ends[1])
    var code: Int32 = 0
    while unsafe waitpid(process, &code, 0) < 0, errno == EINTR {}
    if code != 0, case .success = outcome {
      throw CommandError.unavailable("ffmpeg has failed; see above")
    }
    try outcome.get()
  }

  private func spawn(_ arguments: [String], input: [Int32]) throws(CommandError) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
    unsafe posix_spawn_file_actions_addclose(&actions, input[1])
    // Standard output is reserved for data, so redirect the program's output to standard error.
    unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var process = pid_t()
    let code = unsafe posix_spawn(&process, path, &actions, nil, words, environ)
    guard code == 0 else { throw .unavailable("ffmpeg: \(SystemError.message(code))") }
    return process
  }
}

extension CommandError {
  /// The error of an external program that is missing or has failed.
  fileprivate static func unavailable(_ description: String) -> CommandError {
    CommandError(ExitStatus.unavailable, description)
  }
}
