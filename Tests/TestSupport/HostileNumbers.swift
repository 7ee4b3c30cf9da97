import Foundation

/// Numbers that a caller should never pass, mixed with normal ones.
public struct HostileNumbers {
  var random: SplitMix64
  /// The share of numbers that are hostile.
  let hostility: Double
  /// The factor of the sequence's normal numbers: its world may be tiny or vast.
  let scale: Double

  package init(random: SplitMix64, hostility: Double, scale: Double) {
    self.random = random
    self.hostility = hostility
    self.scale = scale
  }

  /// Makes different numbers with the same settings.
  init(copying other: inout HostileNumbers) {
    let random = SplitMix64(seed: .random(in: 0...UInt64.max, using: &other.random))
    self.init(random: random, hostility: other.hostility, scale: other.scale)
  }

  static let strange: [Double] = [
    0, -0.0, .leastNonzeroMagnitude, Double(bitPattern: 2024), 1e-300, 1e-100, 1e-30, 1e-18, 1e-12,
    1e-9, 1e-6, -1e-9, -1, 1e6, 1e9,
    -1e9, 1e12, 1e15, -1e15, 1e19, 1e21, -1e21, 1e30, 1e100, 1e200, 1e308, -1e308, .infinity,
    -.infinity, .nan, .ulpOfOne, .greatestFiniteMagnitude, .leastNormalMagnitude, 999_999_999.999,
  ]

  package mutating func number(_ usual: ClosedRange<Double>) -> Double {
    let sign: Double = chance(0.3) ? -1 : 1
    if chance(hostility) { return pick(Self.strange) * sign }
    if chance(hostility) { return magnitude(-22...22) * sign }
    return Double.random(in: usual, using: &random) * scale
  }

  /// Returns a number above 0, of any order of magnitude between two powers of ten.
  package mutating func magnitude(_ exponents: ClosedRange<Double>) -> Double {
    pow(10, Double.random(in: exponents, using: &random))
  }

  package mutating func vector(_ usual: ClosedRange<Double>) -> (x: Double, y: Double) {
    (number(usual), number(usual))
  }

  package mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  package mutating func count(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  package mutating func pick<T>(_ list: [T]) -> T {
    list[Int.random(in: list.indices, using: &random)]
  }
}
