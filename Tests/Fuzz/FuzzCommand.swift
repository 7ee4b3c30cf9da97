import Foundation
import TestSupport

/// Runs random sequences of public calls: `Fuzz FIRST-SEED COUNT CALLS`, and `Fuzz SEED` to watch one.
///
/// Each seed is written before its sequence begins, so that the last one is the culprit of a crash.
@main
enum FuzzCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let first = arguments.first ?? 0
    let count = arguments.count > 1 ? arguments[1] : 1
    let calls = arguments.count > 2 ? Int(arguments[2]) : 400
    var accepted = 0
    var refused = 0
    var diverged = 0
    var failed = 0
    for seed in first..<(first + count) {
      if count > 1 { say("seed \(seed)") }
      var fuzzer = Fuzzer(seed: seed)
      fuzzer.run(calls: calls) { line in if count == 1 { say(line) } }
      accepted += fuzzer.tally.accepted
      refused += fuzzer.tally.refused
      diverged += fuzzer.tally.diverged
      if fuzzer.tally.stuck > 0 || !fuzzer.tally.unsound.isEmpty {
        failed += 1
        say("seed \(seed) failed: \(fuzzer.tally)")
      }
    }
    print(
      "\(accepted) calls made, \(refused) refused, \(diverged) diverged, \(failed) seeds failed"
    )
    if failed > 0 { exit(1) }
  }

  /// Buffered lines would be lost in a crash.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
