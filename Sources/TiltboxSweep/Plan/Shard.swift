/// One of several parts of a plan, so that several machines can share it.
package struct Shard: Hashable, Sendable {
  /// The number of the shard, from 1.
  let number: Int
  let count: Int

  /// Reads `3/16`.
  package init(_ text: String) throws(SweepError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...1_000_000).contains(count), (1...count).contains(number)
    else {
      throw SweepError(
        "--shard is \(text); give the part's number and how many there are, as in 3/16"
      )
    }
    (self.number, self.count) = (number, count)
  }

  /// Makes a shard from an index that counts from 0, as schedulers' variables do.
  package init(index: Int, count: Int) throws(SweepError) {
    guard (1...1_000_000).contains(count) else {
      throw SweepError("--shard-count is \(count); give a whole number from 1 to 1000000")
    }
    guard (0..<count).contains(index) else {
      throw SweepError("--shard-index is \(index); of \(count) parts, give 0 to \(count - 1)")
    }
    (number, self.count) = (index + 1, count)
  }

  package init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// `3/16`.
  var text: String { "\(number)/\(count)" }

  /// Returns the runs of this shard: one contiguous range, so that the shards in order form the whole plan.
  package func runs(of total: Int) -> Range<Int> {
    func start(_ part: Int) -> Int {
      let (whole, rest) = total.quotientAndRemainder(dividingBy: count)
      return part * whole + part * rest / count
    }
    return start(number - 1)..<start(number)
  }
}
