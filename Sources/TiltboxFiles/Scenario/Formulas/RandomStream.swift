internal import Tiltbox

/// Random numbers by index instead of in sequence: a number depends only on the seed, the field and the index, so all
/// workers and machines get the same one. The index is the number of a run, or the argument of `random` in a formula.
///
/// This is SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, 2014), whose n-th output
/// is `mix(start + n·γ)`. A field's stream has the start `mix(seed ^ fnv1a(path))`.
package struct RandomStream: Hashable, Sendable {
  private let start: UInt64
  private static let gamma: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Makes the stream with a given initial state: SplitMix64 as published.
  package init(start: UInt64) { self.start = start }

  /// Makes the stream of a field.
  package init(seed: UInt64, path: String) {
    start = Self.mix(seed ^ Digest(of: Array(path.utf8)).value)
  }

  /// Returns the 64 bits of an index.
  package func bits(_ index: UInt64) -> UInt64 { Self.mix(start &+ (index &+ 1) &* Self.gamma) }

  /// Returns the 64 bits of a run.
  package func bits(_ run: Int) -> UInt64 { bits(UInt64(truncatingIfNeeded: run)) }

  /// Returns a number from 0 to just below 1, a multiple of 2⁻⁵³.
  package func unit(_ run: Int) -> Double { Double(bits(run) >> 11) * 0x1p-53 }

  /// Returns such a number for an index that need not be whole.
  package func unit(at index: Double) -> Double {
    // The sum of two zeros is positive, so both zeros have the same number.
    Double(bits((index + 0).bitPattern) >> 11) * 0x1p-53
  }

  /// Returns a number above 0 and below 1: an odd multiple of 2⁻⁵⁴.
  package func openUnit(_ run: Int) -> Double { (Double(bits(run) >> 11) + 0.5) * 0x1p-53 }

  private static func mix(_ state: UInt64) -> UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
