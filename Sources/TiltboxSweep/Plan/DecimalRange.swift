internal import TiltboxFiles

/// Numbers from a first to a last one in equal steps: `0:1:0.05`.
///
/// If all three are decimals, so are the numbers between: the fourth of `0:1:0.05` is exactly 0.15, without accumulated
/// rounding errors.
struct DecimalRange: Hashable, Sendable {
  /// The count of numbers; at least one.
  let count: Int
  private let low: Double
  private let step: Double
  /// The same range in integers, scaled by a power of ten; nil if it has no such form.
  private let whole: Whole?

  struct Whole: Hashable {
    let low: Int
    let step: Int
    let scale: Double
  }

  /// The maximum count of numbers in a range.
  static let most = 1_000_000_000

  /// Parses the three parts.
  ///
  /// - Throws: ``SweepError`` with the mistake.
  init(_ low: Substring, to high: Substring, by step: Substring) throws(SweepError) {
    let words = [low, high, step]
    let numbers = words.map { FieldValue.number($0) }
    guard let first = numbers[0], let last = numbers[1], let step = numbers[2] else {
      let wrong = zip(words, numbers).first { $0.1 == nil }?.0 ?? ""
      throw SweepError("\"\(wrong)\" is no number; give first:last:step, as in 0:1:0.05")
    }
    guard step != 0 else {
      throw SweepError("the step is 0; give another, as in 0:1:0.05")
    }
    let steps = ((last - first) / step + 1e-9).rounded(.down)
    guard steps >= 0 else {
      let way = step > 0 ? "above" : "below"
      throw SweepError(
        "the range is empty: \(words[0]) is \(way) \(words[1]); swap them, or change the step's sign"
      )
    }
    guard steps < Double(Self.most) else {
      throw SweepError("the range has more than \(Self.most) numbers; take a longer step")
    }
    count = Int(steps) + 1
    (self.low, self.step) = (first, step)
    whole = Whole(words, numbers.compactMap(\.self))
  }

  /// The number at an index from 0. O(1).
  subscript(index: Int) -> Double {
    guard let whole else { return low + Double(index) * step }
    return Double(whole.low + index * whole.step) / whole.scale
  }
}

extension DecimalRange.Whole {
  init?(_ words: [Substring], _ numbers: [Double]) {
    var places = 0
    for word in words {
      let parts = word.trimmed.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count <= 2, word.trimmed.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) })
      else { return nil }
      places = max(places, parts.count == 2 ? parts[1].count : 0)
    }
    guard places <= 15 else { return nil }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let wholes = numbers.map { ($0 * scale).rounded() }
    guard wholes.allSatisfy({ abs($0) < 0x1p52 }) else { return nil }
    self.init(low: Int(wholes[0]), step: Int(wholes[2]), scale: scale)
  }
}
