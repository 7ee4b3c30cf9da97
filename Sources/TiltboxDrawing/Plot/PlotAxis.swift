/// Numbers along an axis: a range that begins and ends with a mark, and the marks between.
struct PlotAxis {
  let range: ClosedRange<Double>
  let marks: [Double]
  /// The pixels of the range's two ends.
  let pixels: (low: Double, high: Double)
  private let places: Int

  /// Makes an axis around some values.
  ///
  /// - Parameters:
  ///   - values: What has to be seen; what is not finite is left out.
  ///   - low: The pixel of the lower end.
  ///   - high: That of the upper end.
  ///   - count: How many parts the axis has, about.
  ///   - isTight: Whether it ends with the values and not with a mark.
  init(
    _ values: [Double],
    from low: Double,
    to high: Double,
    parts count: Int,
    isTight: Bool = false
  ) {
    let finite = values.filter(\.isFinite)
    var (least, most) = (finite.min() ?? 0, finite.max() ?? 1)
    // What hardly changes is not blown up to fill the axis.
    let slack = max(abs(least), abs(most), 1e-9) * 1e-3
    if most - least < slack { (least, most) = (least - slack, most + slack) }
    let step = niceStep((most - least) / Double(count))
    var places = 0
    while places < 6,
      (step * powersOfTen[places]).rounded() < step * powersOfTen[places] * 0.999
        || step * powersOfTen[places] < 0.999
    { places += 1 }
    self.places = places
    let first = isTight ? (least / step).rounded(.up) : (least / step).rounded(.down)
    let last = isTight ? (most / step + 1e-9).rounded(.down) : (most / step).rounded(.up)
    marks = stride(from: first, through: last, by: 1).map { $0 * step }
    range = isTight ? least...most : first * step...last * step
    pixels = (low, high)
  }

  func pixel(_ value: Double) -> Double {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return pixels.low + (pixels.high - pixels.low) * share
  }

  func text(_ mark: Double) -> String {
    guard abs(mark) >= 1e6 else { return decimal(mark, places) }
    // An energy may have many digits.
    var (number, power) = (abs(mark), 0)
    while number >= 9.9999999 { (number, power) = (number / 10, power + 1) }
    let digits = String(power).map { superscripts[Int($0.asciiValue ?? 48) - 48] }.joined()
    return (mark < 0 ? "-" : "") + "\(decimal(number, 2))·10\(digits)"
  }
}

private let superscripts = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
private let powersOfTen: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
