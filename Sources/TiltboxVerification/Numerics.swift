/// Numbers from 0 to 1 that look random and are the same in every run.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns the next number. (D. E. Knuth, "The Art of Computer Programming", volume 2: MMIX.)
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / 0x1p53
  }
}

/// Returns the number between two others at which a property begins to hold, to a tolerance.
func bisection(
  from low: Double,
  to high: Double,
  within tolerance: Double,
  holds: (Double) throws -> Bool
) rethrows -> Double {
  var (low, high) = (low, high)
  while high - low > tolerance {
    let middle = (low + high) / 2
    if try holds(middle) { high = middle } else { low = middle }
  }
  return (low + high) / 2
}
