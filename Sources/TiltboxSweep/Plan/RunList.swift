internal import Chipmunk

/// An ordered subset of a plan's runs: a shard, or the missing runs.
package struct RunList: Hashable, Sendable {
  /// Disjoint, non-adjacent ranges in ascending order.
  private(set) var ranges: [Range<Int>] = []
  /// The number of runs before each range.
  private var before: [Int] = []
  /// The number of runs.
  package private(set) var count = 0

  init(_ range: Range<Int>) { append(range) }

  init(_ ranges: RangeSet<Int>) {
    for range in ranges.ranges { append(range) }
  }

  private mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    ranges.append(range)
    before.append(count)
    count += range.count
  }

  /// The run at an index from 0. O(log *ranges*).
  subscript(place: Int) -> Int {
    let stretch = before.partitioningIndex { $0 > place } - 1
    return ranges[stretch].lowerBound + place - before[stretch]
  }

  /// Whether the list contains a run. O(log *ranges*).
  func contains(_ run: Int) -> Bool {
    let next = ranges.partitioningIndex { $0.lowerBound > run }
    return next > 0 && ranges[next - 1].contains(run)
  }

  /// Returns the runs at some indices.
  package func part(_ places: Range<Int>) -> RunList {
    var part = RunList(0..<0)
    for (range, start) in zip(ranges, before) {
      let own = places.clamped(to: start..<start + range.count)
      let offset = range.lowerBound - start
      part.append(own.lowerBound + offset..<own.upperBound + offset)
    }
    return part
  }
}

extension RunList {
  /// Parses `290-578,4000`; nil for anything else, and for runs beyond the plan.
  init?(_ text: String, of total: Int) {
    self.init(0..<0)
    guard !text.isEmpty else { return }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      guard (1...2).contains(ends.count), ends.allSatisfy({ $0.allSatisfy(\.isNumber) }),
        let first = Int(ends[0]), let last = Int(ends[ends.count - 1]), first <= last, last < total,
        first > ranges.last?.upperBound ?? -1
      else { return nil }
      append(first..<last + 1)
    }
  }

  /// `290-578,4000`.
  var text: String { ranges.map(Self.words).joined(separator: ",") }

  /// The first ranges and the number of further ones, for messages.
  var words: String {
    let more = ranges.count > 8 ? " and \(ranges.count - 8) more stretches" : ""
    return ranges.prefix(8).map(Self.words).joined(separator: ", ") + more
  }

  private static func words(_ range: Range<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound - 1)"
  }
}
