import Motion

/// A random generator with the same numbers in every run (Steele, Lea and Flood, 2014).
struct SplitMix {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  /// A number in 0..<1.
  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }

  /// A number in −1...1.
  mutating func signed() -> Double { 2 * unit() - 1 }
}

/// Whether two values are within a distance of each other.
func isNear<Value: Animatable>(_ a: Value, _ b: Value, within tolerance: Double = 1e-12) -> Bool {
  a.distance(to: b) <= tolerance
}
