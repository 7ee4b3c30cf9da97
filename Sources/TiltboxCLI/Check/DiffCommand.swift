internal import ArgumentParser
internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// `tiltbox diff`: finds where two runs diverge.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract:
      "Find where two runs diverge: tick, body, field, difference, and the events before it.",
    discussion: """
      Each of A and B is a recording (JSON lines or MCAP), a journal, which is replayed, or a scenario, which is \
      run. Without B, A is compared with itself: a scenario runs twice. Only ticks that both contain are compared.

        tiltbox diff run.jsonl again.jsonl           two recordings
        tiltbox diff run.journal run.jsonl           a replay and its recording
        tiltbox diff crates.yaml                     does it run the same twice?
        tiltbox diff a.yaml b.yaml --tolerance 1e-6  each number in its own unit

      Exit status: 0 they are the same; 1 they differ; 65 a file is damaged, and no difference was found before \
      the damage; 66 a file is missing.
      """
  )

  @Argument(help: "A recording, a journal or a scenario; - is standard input.", completion: .file())
  var a: String

  @Argument(help: "The recording, journal or scenario to compare it with.", completion: .file())
  var b: String?

  @Option(
    number: "X",
    help: "The greatest difference between two numbers; with 0, the events must be equal too."
  )
  var tolerance = 0.0

  func validate() throws {
    try checkStandardInput([a, b ?? a])
    try check(tolerance, ParameterRange("tolerance", "", 0...1e9), "--tolerance")
  }

  func run() throws {
    try reportingFailure {
      let (first, second) = (try openTrajectory(a), try openTrajectory(b ?? a))
      if let one = first.step, let two = second.step, one != two {
        let lengths = "\(one.plain) s in A and \(two.plain) s in B"
        try writeOutput("the steps differ: \(lengths); their ticks cannot be compared\n", to: nil)
        throw ExitStatus.expectationFailed
      }
      try reportingDamage(of: first, second) {
        let comparison = try Comparison(first, second, tolerance: tolerance)
        try writeOutput(comparison.report.escapedForTerminal + "\n", to: nil)
        switch comparison.outcome {
        case .same: break
        // A damaged recording may end early.
        case .ended(let secondGoesOn) where (secondGoesOn ? first : second).isDamaged: break
        default: throw ExitStatus.expectationFailed
        }
      }
    }
  }
}

extension Comparison {
  /// The result as text.
  fileprivate var report: String {
    guard let tick else { return "A and B have no tick in common" }
    let place = "tick \(tick) (\(time.plain) s)"
    var lines: [String]
    switch outcome {
    case .same:
      lines = ["no difference through \(place), in \(sampleCount) moments"]
      if let largestTolerated {
        lines.append("the largest, within the tolerance: \(largestTolerated.words)")
      }
      return lines.joined(separator: "\n")
    case .ended(let secondGoesOn):
      let (short, long) = secondGoesOn ? ("A", "B") : ("B", "A")
      return "no difference through \(place), where \(short) ends; \(long) continues"
    case .number(let difference):
      lines = ["\(place): \(difference.words)"]
      let count = counted(differingBodies, "body differs", "bodies differ")
      let most = largest.flatMap {
        $0.words == difference.words ? nil : ", by at most: \($0.words)"
      }
      if differingBodies > 0 { lines.append("\(count) at that tick\(most ?? "")") }
    case .body(let id, let inSecond):
      lines = ["\(place): \(id) is in \(inSecond ? "B" : "A") alone"]
    case .entry(let entry, let inSecond):
      lines = ["\(place): in \(inSecond ? "B" : "A") alone: \(entry)"]
    }
    if before[0] == before[1] {
      lines.append(before[0].isEmpty ? "nothing happened before" : "just before, in both:")
      lines += before[0].map { "  \($0)" }
    } else {
      for (name, history) in zip(["A", "B"], before) {
        lines.append("just before, in \(name):\(history.isEmpty ? " nothing" : "")")
        lines += history.map { "  \($0)" }
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Comparison.Difference {
  fileprivate var words: String {
    "\(body).\(field) is \(first.shortest) in A and \(second.shortest) in B, \(size.shortest) apart"
  }
}
