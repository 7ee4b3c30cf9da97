internal import ArgumentParser
internal import Tiltbox
internal import TiltboxScenario

/// `tiltbox run`: a scenario and a tilt go in, frames and events come out.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a scenario in real time, or as fast as it goes.",
    discussion: """
      Without a scenario the classic five crates fall in their box.

        tiltbox run                                        watch the classic scene for ten seconds
        tiltbox run crates.yaml --tilt phone.csv --fast    play a phone's recording through
        my-sensor | tiltbox run crates.yaml --tilt -       tilt it live, a line "x y" in g at a time
        tiltbox run --fast --set world.gravity=500         change any field of the scenario
      """
  )

  @OptionGroup var scenario: ScenarioOptions
  @OptionGroup var tilt: TiltFlags

  @Flag(help: "Do not wait for real time: run as fast as it goes.")
  var fast = false

  @Option(help: ArgumentHelp("Stop after this much simulated time, in seconds.", valueName: "S"))
  var duration: Double?

  @Option(help: ArgumentHelp("Frames to record in each simulated second.", valueName: "HZ"))
  var frames: Double?

  @Option(
    help: """
      How to write the run down: \(RecordingFormat.allCases.map(\.rawValue).joined(separator: ", ")). \
      (default: text on a terminal, else jsonl)
      """
  )
  var format: RecordingFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "FILE")
  )
  var output: String?

  @Option(help: "What to do when the machine cannot keep up with real time.")
  var onOverload: OverloadPolicy = .drop

  func validate() throws {
    if let duration { try check(duration, Scenario.duration, "--duration") }
    if let frames { try check(frames, Scenario.frameRate, "--frames") }
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure {
      var scenario = try scenario.load()
      if let duration { scenario.run.duration = duration }
      if let frames { scenario.run.frames = frames }
      try Session(scenario, command: self).run()
    }
  }
}
