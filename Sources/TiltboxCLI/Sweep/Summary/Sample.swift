internal import TiltboxFiles

/// Rows that stand for all of them: each one as long as they are few, then a share that is as good as drawn by lot.
///
/// The lot is a hash of the run's number, so the same rows are kept in whatever order they come.
struct Sample: Sendable {
  /// A row without what is not drawn.
  struct Entry: Hashable, Sendable {
    let run: Int
    let parameters: [FieldValue]
    let measures: [Double]
  }

  /// The rows that are kept.
  private(set) var entries: [Entry] = []
  /// Whether some rows are not kept.
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
