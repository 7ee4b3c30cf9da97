internal import TiltboxFiles

/// A sample of the rows: all rows as long as there are few, then a pseudo-random selection.
///
/// The selection depends on a hash of the run's number, so the same rows are kept in whatever order they arrive.
struct Sample: Sendable {
  /// The parts of a row that plots and quantiles need.
  struct Entry: Hashable, Sendable {
    let run: Int
    let parameters: [FieldValue]
    let measures: [Double]
  }

  /// The rows in the sample.
  private(set) var entries: [Entry] = []
  /// Whether some rows are not in the sample.
  var isPartial: Bool { limit < .max }

  private var limit = UInt64.max
  private let most: Int
  private static let lot = RandomStream(start: 0)

  init(most: Int = 1 << 16) { self.most = most }

  mutating func add(_ row: Row) {
    guard Self.lot.bits(row.run) <= limit else { return }
    entries.append(Entry(run: row.run, parameters: row.parameters, measures: row.measures))
    while entries.count > most {
      limit /= 2
      entries.removeAll { Self.lot.bits($0.run) > limit }
    }
  }
}
