internal import TiltboxFiles

/// A summary of a measure over many runs, in constant memory.
struct MeasureSummary: Hashable, Sendable {
  /// A value, and the first run that has it.
  struct Extreme: Hashable, Sendable {
    let value: Double
    let run: Int
    let parameters: [FieldValue]
  }

  /// The number of runs in which it has a value.
  private(set) var count = 0
  private(set) var least: Extreme?
  private(set) var greatest: Extreme?
  /// The running mean, updated in the order of the plan.
  private(set) var mean = 0.0
  /// The number of runs in which a truth value is true.
  private(set) var yes = 0

  /// Adds the value of a run; NaN is none.
  mutating func add(_ value: Double, of row: Row) {
    guard !value.isNaN else { return }
    count += 1
    let extreme = Extreme(value: value, run: row.run, parameters: row.parameters)
    if least.map({ value < $0.value }) ?? true { least = extreme }
    if greatest.map({ value > $0.value }) ?? true { greatest = extreme }
    mean += (value - mean) / Double(count)
    if value != 0 { yes += 1 }
  }
}

/// The 95 % confidence interval of a share.
///
/// Wilson's interval (*Journal of the American Statistical Association* 22, 1927), which stays between 0 and 1 and is
/// accurate for few runs too.
struct WilsonInterval: Hashable, Sendable {
  let low: Double
  let high: Double

  /// Makes the interval of a share; `count` must be at least 1.
  init(_ yes: Int, of count: Int) {
    let z = 1.959963984540054
    let (n, share) = (Double(count), Double(yes) / Double(count))
    let middle = share + z * z / (2 * n)
    let reach = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    low = yes == 0 ? 0 : (middle - reach) / (1 + z * z / n)
    high = yes == count ? 1 : (middle + reach) / (1 + z * z / n)
  }
}

extension [Double] {
  /// Returns a quantile of a sorted list, interpolated linearly (type 7 in R).
  func quantile(_ share: Double) -> Double {
    guard let last = indices.last else { return .nan }
    let place = share * Double(last)
    let low = Int(place)
    let high = Swift.min(low + 1, last)
    return self[low] + (self[high] - self[low]) * (place - Double(low))
  }
}
