import CommandFuzz
import Foundation
import TestSupport

/// Runs random sequences of public calls: `Fuzz FIRST-SEED COUNT CALLS`, and `Fuzz SEED` to watch one; or runs under
/// hostile commands: `Fuzz commands FIRST-SEED COUNT TICKS`.
///
/// `Fuzz shots FIRST-SEED COUNT` fires bodies at walls instead, and once more a hundredth of them without
/// continuous collision.
///
/// Each seed is written before its sequence begins, so that the last one is the culprit of a crash.
@main
enum FuzzCommand {
  static func main() throws {
    if CommandLine.arguments.dropFirst().first == "shots" { return try fireShots() }
    let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let first = arguments.first ?? 0
    let count = arguments.count > 1 ? arguments[1] : 1
    let calls = arguments.count > 2 ? Int(arguments[2]) : 400
    if CommandLine.arguments.dropFirst().first == "commands" {
      return runCommands(first..<first + count, ticks: arguments.count > 2 ? calls : 1200)
    }
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

  private static func runCommands(_ seeds: Range<UInt64>, ticks: Int) {
    var (accepted, rejected, quarantined, failed) = (0, 0, 0, 0)
    for seed in seeds {
      say("seed \(seed)")
      do {
        let fuzz = try CommandFuzz(seed: seed, ticks: ticks)
        accepted += fuzz.accepted
        rejected += fuzz.rejected
        quarantined += fuzz.quarantined
        if fuzz.failures.isEmpty { continue }
        say("seed \(seed) failed: \(fuzz.failures.prefix(5).joined(separator: "; "))")
      } catch { say("seed \(seed) ended: \(error)") }
      failed += 1
    }
    print(
      "\(accepted) commands carried out, \(rejected) rejected, \(quarantined) bodies diverged, \(failed) seeds failed"
    )
    if failed > 0 { exit(1) }
  }

  private static func fireShots() throws {
    let arguments = CommandLine.arguments.dropFirst(2).compactMap { UInt64($0) }
    let seed = arguments.first ?? 0
    let count = arguments.count > 1 ? Int(arguments[1]) : 1000
    let tally = try Shots.fire(count, from: seed)
    let unswept = try Shots.fire(max(count / 100, 1), from: seed, sweeps: false)
    print("\(tally.shots) shots, \(tally.escaped) outside; \(tally.seeds.sorted())")
    print("without continuous collision \(unswept.escaped) of \(unswept.shots)")
    if tally.escaped > 0 { exit(1) }
  }

  /// Buffered lines would be lost in a crash.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
