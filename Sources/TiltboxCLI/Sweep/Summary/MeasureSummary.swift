/// What a measure came to over many runs, in memory that does not grow with them.
struct MeasureSummary: Hashable, Sendable {
  /// The runs in which it had a value.
  private(set) var count = 0
  private(set) var least = Double.infinity
  private(set) var greatest = -Double.infinity
  /// The mean, added up in the plan's order.
  private(set) var mean = 0.0
  /// The runs in which it was yes, of a yes or no.
  private(set) var yes = 0

  mutating func add(_ value: Double) {
    guard !value.isNaN else { return }
    count += 1
    least = min(least, value)
    greatest = max(greatest, value)
    mean += (value - mean) / Double(count)
    if value != 0 { yes += 1 }
  }
}

/// Between which shares the true one lies with a confidence of 95 %.
///
/// Wilson's interval (*Journal of the American Statistical Association* 22, 1927), which stays between 0 and 1 and is
/// good for few runs too.
struct WilsonInterval: Hashable, Sendable {
  let low: Double
  let high: Double

  /// Makes the interval of a share; the total is at least 1.
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
  /// The value below which a share of a sorted list lies, between its neighbours in proportion; as R's type 7.
  func quantile(_ share: Double) -> Double {
    guard let last = indices.last else { return .nan }
    let place = share * Double(last)
    let low = Int(place)
    let high = Swift.min(low + 1, last)
    return self[low] + (self[high] - self[low]) * (place - Double(low))
  }
}
