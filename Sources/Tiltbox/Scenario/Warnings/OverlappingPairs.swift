import Chipmunk

/// The pairs of shapes of different bodies, at least one of them dynamic, whose boxes overlap.
///
/// The plane is divided into rows about twice as high as a shape, and each row is swept from left to right. Shapes side
/// by side take O(*n* · log *n*). In heaps so dense that the search would take long, it ends early.
struct OverlappingPairs {
  /// A shape in a row.
  private struct Entry {
    let row: Int
    let left: Double
    let shape: Int
  }

  private let shapes: [StartingShape]
  private let height: Double
  private var entries: [Entry] = []
  private var (first, second) = (0, 0)
  /// The number of comparisons left.
  private var budget: Int

  init(_ shapes: [StartingShape]) {
    self.shapes = shapes
    budget = 1_000_000 + 50 * shapes.count
    let heights = shapes.reduce(0) { $0 + $1.box.high.y - $1.box.low.y }
    height = max(2 * heights / Double(max(shapes.count, 1)), 1e-6)
    entries.reserveCapacity(3 * shapes.count)
    for (index, shape) in shapes.enumerated() {
      for row in row(of: shape.box.low.y)...row(of: shape.box.high.y) {
        entries.append(Entry(row: row, left: shape.box.low.x, shape: index))
      }
    }
    entries.sort { ($0.row, $0.left, $0.shape) < ($1.row, $1.left, $1.shape) }
  }

  private func row(of y: Double) -> Int { Int((y / height).rounded(.down)) }

  /// The indices of the next two shapes; nil at the end.
  mutating func next() -> (Int, Int)? {
    while first < entries.count, budget > 0 {
      let entry = entries[first]
      let right = shapes[entry.shape].box.high.x
      second = max(second, first) + 1
      while second < entries.count, budget > 0 {
        let other = entries[second]
        if other.row != entry.row || other.left >= right { break }
        budget -= 1
        if meet(entry.shape, other.shape, in: entry.row) { return (entry.shape, other.shape) }
        second += 1
      }
      (first, second) = (first + 1, 0)
    }
    return nil
  }

  /// Whether two shapes overlap in height, and this is their first common row.
  private func meet(_ index: Int, _ other: Int, in row: Int) -> Bool {
    let low = max(shapes[index].box.low.y, shapes[other].box.low.y)
    return low < min(shapes[index].box.high.y, shapes[other].box.high.y)
      && self.row(of: low) == row && shapes[index].body != shapes[other].body
      && (shapes[index].type == .dynamic || shapes[other].type == .dynamic)
  }
}
