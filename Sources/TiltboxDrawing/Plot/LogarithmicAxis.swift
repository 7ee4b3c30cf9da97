internal import Motion

/// A logarithmic axis.
package struct LogarithmicAxis {
  private let low: Double
  private let high: Double
  private let start: Double
  private let end: Double

  /// Creates an axis between two coordinates of a picture that shows all values with some room around them; nil if
  /// there are no values, or one is not above 0.
  package init?(of values: [Double], from start: Double, to end: Double) {
    guard let least = values.min(), let greatest = values.max(), least > 0, greatest.isFinite else {
      return nil
    }
    let room = power(greatest / least, 0.04) * 1.05
    (low, high) = (least / room, greatest * room)
    (self.start, self.end) = (start, end)
  }

  /// Returns the coordinate of a value.
  package func place(_ value: Double) -> Double {
    start + (end - start) * logarithm(value / low) / logarithm(high / low)
  }

  /// Marks at the powers of ten.
  package var decades: [PlotMark] {
    let first = Int((logarithm(low) / logarithm(10)).rounded(.up))
    let last = Int((logarithm(high) / logarithm(10)).rounded(.down))
    guard first <= last else { return [] }
    return (first...last).map { exponent in
      let value = power(10, Double(exponent))
      return PlotMark(place(value), value.tenths)
    }
  }
}
