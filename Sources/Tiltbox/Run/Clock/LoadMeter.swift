/// The ratio of computing time to simulated time, over the last second of simulated time.
struct LoadMeter: Sendable {
  private let step: Double
  private var costs: [Duration]
  private var next = 0
  private var count = 0
  private var sum = Duration.zero

  /// Makes a meter for ticks of a length in seconds.
  init(step: Double) {
    self.step = step
    // A ring of one second of ticks; for very short steps it covers less time.
    costs = Array(repeating: .zero, count: Int(min(max((1 / step).rounded(), 1), 100_000)))
  }

  /// The load so far; 1 is all of one core. 0 before the first tick.
  var load: Double { count == 0 ? 0 : sum.inSeconds / (Double(count) * step) }

  /// Whether the ring covers its whole second.
  var isFull: Bool { count == costs.count }

  /// Records the cost of a tick. O(1); the sum is in whole attoseconds and does not drift.
  mutating func record(_ cost: Duration) {
    sum += cost - costs[next]
    costs[next] = cost
    next = next + 1 == costs.count ? 0 : next + 1
    count = min(count + 1, costs.count)
  }
}
