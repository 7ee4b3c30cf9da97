#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An axis from one place of a picture to another, with round numbers at its marks.
struct PlotAxis {
  let low: Double
  let high: Double
  private let start: Double
  private let end: Double

  /// Makes an axis that shows some values, with a little room at its ends if it should.
  init(of values: [Double], from start: Double, to end: Double, room: Double = 0) {
    var (low, high) = (values.min() ?? 0, values.max() ?? 1)
    if !(low < high) {
      let reach = max(abs(low) * 0.05, 0.5)
      (low, high) = (low - reach, high + reach)
    }
    let extra = (high - low) * room
    (self.low, self.high) = (low - extra, high + extra)
    (self.start, self.end) = (start, end)
  }

  func place(_ value: Double) -> Double { start + (end - start) * (value - low) / (high - low) }

  /// Round numbers on the axis, about so many: steps of 1, 2 or 5 times a power of ten.
  func marks(_ count: Int = 6) -> [Double] {
    let rough = (high - low) / Double(count)
    let power = pow(10, log10(rough).rounded(.down))
    let step = ([1, 2, 5, 10].first { $0 * power >= rough * 0.999 } ?? 10) * power
    let first = (low / step - 1e-9).rounded(.up)
    let last = (high / step + 1e-9).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step + 0 }
  }
}
