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
    help: ArgumentHelp("The picture to make.", valueName: "FILE")
  )
  var output: String

  @OptionGroup var options: RenderOptions

  func validate() throws {
    try OutputTarget("-o", output)?.check(isNone: [(file, "the run to draw")])
    _ = try job()
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure {
      var progress = ProgressLine()
      defer { progress.clear() }
      var job = try job()
      try job.prepare()
      let rate = options.frames ?? job.rate
      let reader = try trajectory()
      try reportingDamage(of: reader) {
        if job.isRecording {
          return try RecordingFile.write(reader, to: output) { time in
            progress.show("\(output): \(time.fixed(1)) s")
            if let signal = StopSignal.number { throw ExitStatus.stopped(by: signal) }
          }
        }
        let trajectory = try Trajectory(of: reader, rate: rate, range: options.range) { time in
          progress.show("\(output): \(time.fixed(1)) s")
          if let signal = StopSignal.number { throw ExitStatus.stopped(by: signal) }
        }
        try job.make(of: trajectory) { share in
          progress.show("\(output): \(Int(share * 100)) %")
          if let signal = StopSignal.number { throw ExitStatus.stopped(by: signal) }
        }
        progress.clear()
      }
    }
  }

  private func job() throws -> RenderJob { try RenderJob(output, options) }

  private func trajectory() throws -> any TrajectoryReader {
    if let file { return try openTrajectory(file, overrides: options.changes.list) }
    let text = Array(Scenario.classicText.utf8)
    return try TrajectoryReaders.trajectory(
      of: Scenario(utf8: text, file: "classic", overrides: options.changes.list)
    )
  }
}
