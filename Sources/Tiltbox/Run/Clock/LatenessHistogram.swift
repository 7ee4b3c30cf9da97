/// The lateness of a run's wake-ups, in constant memory: any percentile to about 3 %.
public struct LatenessHistogram: Sendable {
  /// The number of equal parts for each power of two of nanoseconds.
  private static let parts = 32
  private static let partBits = 5

  private var counts = [Int](repeating: 0, count: parts * (64 - partBits))
  /// The number of recorded wake-ups.
  public private(set) var count = 0
  /// The largest, exactly; zero if there are none.
  public private(set) var max = Duration.zero

  /// Makes an empty histogram.
  package init() {}

  /// Records a lateness; an early wake-up counts as zero. O(1).
  package mutating func record(_ lateness: Duration) {
    let lateness = Swift.max(lateness, .zero)
    max = Swift.max(max, lateness)
    counts[Self.bucket(lateness)] += 1
    count += 1
  }

  /// The lateness that a fraction of the wake-ups does not exceed.
  ///
  /// - Parameter part: The fraction, in 0...1: 0.5 for the median.
  /// - Returns: Rounded up by at most a 32nd; zero if nothing was recorded. O(buckets).
  public func percentile(_ part: Double) -> Duration {
    let wanted = Swift.max(1, (part * Double(count)).rounded(.up))
    var seen = 0
    for (bucket, count) in counts.enumerated() where count > 0 {
      seen += count
      if Double(seen) >= wanted { return min(max, .nanoseconds(Self.upperBound(bucket))) }
    }
    return max
  }

  private static func bucket(_ lateness: Duration) -> Int {
    let (seconds, attoseconds) = lateness.components
    let nanoseconds = Int(
      clamping: Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
    )
    guard nanoseconds >= parts else { return nanoseconds }
    let shift = Int.bitWidth - 1 - nanoseconds.leadingZeroBitCount - partBits
    return (shift + 1) * parts + (nanoseconds >> shift) - parts
  }

  /// The largest number of nanoseconds of a bucket.
  private static func upperBound(_ bucket: Int) -> Int {
    let shift = Swift.max(bucket / parts - 1, 0)
    let part = bucket < parts ? bucket : bucket % parts + parts
    return (part << shift) + ((1 << shift) - 1)
  }
}
