internal import Tiltbox
internal import TiltboxFiles

/// Output: a million states as JSON lines, CSV, MCAP and without output, and the cost of recording in a run.
enum OutputBenchmark {
  private static let crates = 1000

  static func run(_ settings: Settings) throws {
    note("output")
    let writer = try FrameWriter(crates: crates)
    let frames = settings.isQuick ? 20 : 200
    for format in [RecordingFormat.jsonl, .csv] {
      try compare(format, writer, frames: frames, settings)
    }
    try compareWithMCAP(writer, frames: frames)
    let nothing = try Rounds(5, [{ try time { try writer.write(.none, frames: 1000) } }])
    Row(
      what: "output, a state",
      size: "1000000",
      way: "none",
      value: duration(nothing.times[0] / 1e6)
    ).show()
    try compareRuns(settings)
  }

  /// Compares writers in five rounds of `frames` frames of a thousand crates: a million states.
  private static func compare(
    _ format: RecordingFormat,
    _ writer: FrameWriter,
    frames: Int,
    _ settings: Settings
  ) throws {
    var cBytes = 0
    var ways: [(name: String, run: () throws -> Double)] = [
      ("C, `%.17g`", { time { cBytes = writer.writeInC(format, frames: frames) } }),
      ("`Recorder`", { try time { try writer.write(format, frames: frames) } }),
    ]
    if let python = settings.python {
      _ = settings.write(try writer.frame(.jsonl), as: "frame.jsonl")
      let words = [
        python, settings.peers + "/json_output.py", settings.folder + "/frame.jsonl",
        format.rawValue,
      ]
      let child = Child(words)
      ways.append(
        (
          format == .csv ? "Python, csv" : "Python, json",
          { Double(child.ask("\(frames)")) ?? .nan }
        )
      )
    }
    let result = try Rounds(5, ways.map(\.run))
    let states = Double(frames * crates)
    let bytes = [Double(cBytes), Double(try writer.size(format) * frames)]
    for (index, way) in ways.enumerated() {
      let seconds = result.times[index]
      let volume = index < 2 ? number(bytes[index] / seconds / 1e6, 3) + " MB/s, " : ""
      // Unlike elsewhere, the ratio compares speeds: higher is better.
      Row(
        what: "output, \(format.rawValue)",
        size: "\(frames * crates * 5)",
        way: way.name,
        value: volume + number(states / seconds / 1e6, 3) + " M states/s",
        ratio: 1 / result.ratios[index],
        target: index == 1 && format == .jsonl ? .atLeast(2) : nil
      ).show()
    }
  }

  /// Compares JSON lines with MCAP for the same frames. With its transforms for viewers, MCAP has about as many bytes.
  private static func compareWithMCAP(_ writer: FrameWriter, frames: Int) throws {
    let formats = [RecordingFormat.jsonl, .mcap]
    let result = try Rounds(
      5,
      formats.map { format in { try time { try writer.write(format, frames: frames) } } }
    )
    let states = Double(frames * crates)
    for (index, format) in formats.enumerated() {
      Row(
        what: "output, \(RecordingFormat.mcap.rawValue)",
        size: "\(frames * crates * 5)",
        way: "`Recorder`, \(format.rawValue)",
        value: number(states / result.times[index] / 1e6, 3) + " M states/s",
        ratio: 1 / result.ratios[index],
        target: format == .mcap ? .atLeast(3) : nil
      ).show()
    }
  }

  /// Compares the cost of recording formats in a run of a thousand crates, at 60 frames per second.
  private static func compareRuns(_ settings: Settings) throws {
    guard let tiltbox = settings.tiltbox else { return }
    let (pile, ticks) = (Pile(count: crates), settings.isQuick ? 240 : 600)
    let run = CommandRun(pile, tiltbox: tiltbox, ticks: ticks, settings)
    let formats = ["none", "jsonl", "csv", "mcap"]
    let targets: [String: Row.Target] = ["jsonl": .atMost(1.1), "mcap": .atMost(1.03)]
    let result = try Rounds(
      settings.isQuick ? 3 : 7,
      formats.map { format in
        { run.seconds(ticks: ticks, format: format) - run.seconds(ticks: 1, format: format) }
      }
    )
    for (index, format) in formats.enumerated() {
      Row(
        what: "run --fast, a tick",
        size: "\(crates)",
        way: "--format \(format)",
        value: duration(result.times[index] / Double(ticks - 1)),
        ratio: result.ratios[index],
        target: targets[format]
      ).show()
    }
  }
}
