import Chipmunk
import Foundation
import Synchronization
import TestSupport
import TiltboxFuzz

/// Runs random sequences of public calls: `Fuzz FIRST-SEED COUNT CALLS`, and `Fuzz SEED` to watch one; or, with a word
/// before the numbers, another kind:
///
/// - `stacks`: sequences with long rows and chains, on a thread with a small stack;
/// - `commands`: runs under hostile commands, for CALLS ticks;
/// - `hooks`: simulations that are called from within their hooks;
/// - `outlines`: random outlines of concave polygons;
/// - `values`: animations, times and pictures of hostile numbers;
/// - `shots`: bodies fired at walls, `Fuzz shots FIRST-SEED COUNT`, and once more a hundredth of them without
///   continuous collision.
///
/// Prints each seed before its sequence begins, so that the last one identifies a crash.
@main
enum FuzzCommand {
  /// The results of one seed: two counts and the failures.
  typealias Outcome = (accepted: Int, refused: Int, failures: [String])

  static func main() throws {
    var words = CommandLine.arguments.dropFirst()
    let kind = words.first.flatMap { UInt64($0) == nil ? $0 : nil } ?? "calls"
    if kind != "calls" { words = words.dropFirst() }
    let numbers = words.compactMap { UInt64($0) }
    let first = numbers.first ?? 0
    let count = numbers.count > 1 ? numbers[1] : 1
    let length = numbers.count > 2 ? Int(numbers[2]) : nil
    if kind == "shots" { return try fireShots(numbers.count > 1 ? Int(count) : 1000, from: first) }
    var (accepted, refused, failed) = (0, 0, 0)
    for seed in first..<first + count {
      if kind != "calls" || count > 1 { say("seed \(seed)") }
      do {
        let outcome = try run(kind, seed, length: length, isWatched: count == 1)
        accepted += outcome.accepted
        refused += outcome.refused
        if outcome.failures.isEmpty { continue }
        say("seed \(seed) failed: \(outcome.failures.prefix(5).joined(separator: "; "))")
      } catch { say("seed \(seed) ended: \(error)") }
      failed += 1
    }
    print("\(accepted) carried out, \(refused) refused, \(failed) seeds failed")
    if failed > 0 { exit(1) }
  }

  private static func run(
    _ kind: String,
    _ seed: UInt64,
    length: Int?,
    isWatched: Bool
  ) throws -> Outcome {
    switch kind {
    case "calls":
      return sequence(seed, length, isWatched: isWatched)
    case "stacks":
      // Release the sequence's objects on that stack, too.
      let outcome = Mutex<Outcome?>(nil)
      TestSupport.run(stack: [192, 256, 512, 1024][Int(seed % 4)] << 10) {
        let result = sequence(seed, length, hasRows: true, isWatched: isWatched)
        outcome.withLock { $0 = result }
      }
      return outcome.withLock { $0 } ?? (0, 0, ["a thread that ended early"])
    case "commands":
      let fuzz = try CommandFuzz(seed: seed, ticks: length ?? 1200)
      return (fuzz.accepted, fuzz.rejected, fuzz.failures)
    case "hooks":
      let fuzz = try SimulationFuzz(seed: seed, calls: length ?? 400)
      return (fuzz.accepted, fuzz.rejected, fuzz.failures)
    case "values":
      let fuzz = try ValueFuzz(seed: seed, calls: length ?? 400)
      return (fuzz.accepted, fuzz.refused, fuzz.failures)
    case "outlines":
      let fuzz = OutlineFuzz(seed: seed, calls: length ?? 400)
      return (fuzz.accepted, fuzz.refused, fuzz.failures)
    default:
      throw Unknown(kind: kind)
    }
  }

  private static func sequence(
    _ seed: UInt64,
    _ length: Int?,
    hasRows: Bool = false,
    isWatched: Bool
  ) -> Outcome {
    var fuzzer = Fuzzer(seed: seed, hasRows: hasRows)
    fuzzer.run(calls: length ?? 400) { line in if isWatched { say(line) } }
    let stuck = fuzzer.tally.stuck > 0 ? ["a space that would not step again"] : []
    return (fuzzer.tally.accepted, fuzzer.tally.refused, fuzzer.tally.unsound + stuck)
  }

  private struct Unknown: Error, CustomStringConvertible {
    let kind: String
    var description: String {
      "\"\(kind)\": give stacks, commands, hooks, outlines, values or shots"
    }
  }

  private static func fireShots(_ count: Int, from seed: UInt64) throws {
    let tally = try Shots.fire(count, from: seed)
    let unswept = try Shots.fire(max(count / 100, 1), from: seed, engine: .chipmunk)
    print("\(tally.shots) shots, \(tally.escaped) outside; \(tally.seeds.sorted())")
    print("without continuous collision \(unswept.escaped) of \(unswept.shots)")
    if tally.escaped > 0 { exit(1) }
  }

  /// Prints a line without buffering, because a crash would lose buffered lines.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
