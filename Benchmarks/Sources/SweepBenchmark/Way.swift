import Synchronization
import Tiltbox
import TiltboxSweep

/// A way of making the runs, and how much of each is taken down.
enum Way: String, CaseIterable {
  /// A space is made, stepped and taken down by the C library's calls.
  case c = "C"
  /// The same and a digest of all states, in C.
  case cDigest = "C, digest"
  /// The sweep's runner; its rows have a digest.
  case sweep = "sweep"
  /// The same with a measure that looks at each tick.
  case one = "sweep, one measure"
  /// The same with another one, of contacts.
  case two = "sweep, two measures"

  private var measures: [String] {
    let all = ["bounce=max(y(crate-5), 0.7, 2)", "fall=firstContact(crate-5, walls)"]
    return switch self {
    case .one: [all[0]]
    case .two: all
    default: []
    }
  }

  /// Returns a closure that makes the runs and returns the last one's digest, where there is one.
  func prepare(_ count: Int) throws -> () throws -> String? {
    let runs = try Runs(count, measures: measures)
    switch self {
    case .c, .cDigest:
      return {
        var last: UInt64 = 0
        for run in 0..<count { last = runs.runInC(run, digests: self == .cDigest) }
        return self == .cDigest ? Digest(last).description : nil
      }
    default:
      var runner = SweepRunner(runs.plan)
      runner.workers = 1
      return {
        let last = LastRow()
        _ = try runner.run(0..<count, sink: last)
        return last.digest
      }
    }
  }
}

/// Keeps nothing but the digest of the last row.
private final class LastRow: RowSink {
  private let state = Mutex<String?>(nil)
  var digest: String? { state.withLock(\.self) }
  func take(_ block: RowBlock) { state.withLock { $0 = block.rows.last?.digest } }
}
