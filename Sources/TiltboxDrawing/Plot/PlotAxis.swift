internal import Tiltbox

/// A linear axis between two coordinates of a picture, with round numbers at its marks.
package struct PlotAxis {
  package let range: ClosedRange<Double>
  /// The pixels of the range's two ends.
  package let pixels: (low: Double, high: Double)
  private let steps: StrideThrough<Double>
  private let step: Double

  /// The share of numbers up to which their range may be rounding.
  package static let rounding = 1e-8

  /// The position of the axis's ends.
  package enum Ends {
    /// At the extreme values, or beyond them by a share of their range.
    case values(room: Double = 0)
    /// At marks.
    case marks
  }

  package init(
    _ values: [Double],
    from low: Double,
    to high: Double,
    parts count: Int = 6,
    ends: Ends = .values(),
    ignoring share: Double = rounding
  ) {
    // The range stays a finite number, whose marks are countable.
    let finite = values.filter(\.isFinite).map { min(max($0, -4e307), 4e307) }
    var (least, most) = (finite.min() ?? 0, finite.max() ?? 1)
    let magnitude = max(abs(least), abs(most))
    if !(most - least > magnitude * share) {
      let reach = magnitude < 1e-9 ? 0.5 : magnitude * 0.05
      (least, most) = (least - reach, most + reach)
    }
    step = niceStep((most - least) / Double(count))
    switch ends {
    case .values(let room):
      let extra = (most - least) * room
      range = least - extra...most + extra
      let first = (range.lowerBound / step - 1e-9).rounded(.up)
      steps = stride(from: first, through: (range.upperBound / step + 1e-9).rounded(.down), by: 1)
    case .marks:
      let (first, last) = ((least / step).rounded(.down), (most / step).rounded(.up))
      range = first * step...last * step
      steps = stride(from: first, through: last, by: 1)
    }
    pixels = (low, high)
  }

  /// Returns the pixel coordinate of a value.
  package func place(_ value: Double) -> Double {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return pixels.low + (pixels.high - pixels.low) * share
  }

  /// Returns marks at steps of 1, 2 or 5 times a power of ten, with their texts; some are emphasised.
  package func marks(
    strong: Set<Double> = [0],
    _ text: (Double) -> String = { $0.tenths }
  ) -> [PlotMark] {
    steps.map { index in
      let value = index * step + 0
      return PlotMark(place(value), text(value), isStrong: strong.contains(value))
    }
  }
}

/// A coordinate on an axis, with its text.
package struct PlotMark {
  package let place: Double
  package let text: String
  let isStrong: Bool

  package init(_ place: Double, _ text: String, isStrong: Bool = false) {
    (self.place, self.text, self.isStrong) = (place, text, isStrong)
  }
}

extension Double {
  /// A round number as text; with a power of ten if most of its digits are zeros: 1.25·10⁶.
  package var tenths: String {
    let size = abs(self)
    guard isFinite, size >= 1e6 || size < 1e-4, size > 0 else { return brief(12) }
    var (number, power) = (self, 0)
    while abs(number) >= 9.9999999 { (number, power) = (number / 10, power + 1) }
    while abs(number) < 0.99999999 { (number, power) = (number * 10, power - 1) }
    let digits = String(abs(power)).map { superscripts[Int($0.asciiValue ?? 48) - 48] }
    let figures = number.brief(12)
    let factor = figures == "1" ? "" : "\(figures)·"
    return "\(factor)10\(power < 0 ? "⁻" : "")\(digits.joined())"
  }
}

private let superscripts = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
