internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// A summary of a sweep.
package struct Summary: Sendable {
  private let plan: PlanLine
  package private(set) var runs = 0
  package private(set) var failures = 0
  /// The first run that failed, with its error.
  private(set) var firstFailure: (run: Int, error: String)?
  private(set) var ofMeasures: [MeasureSummary]
  private(set) var sample = Sample()

  package init(_ plan: PlanLine) {
    self.plan = plan
    ofMeasures = plan.measures.map { _ in MeasureSummary() }
  }

  package mutating func add(_ row: Row) {
    runs += 1
    if let error = row.error {
      failures += 1
      if firstFailure == nil { firstFailure = (row.run, error) }
    }
    for (index, value) in row.measures.enumerated() { ofMeasures[index].add(value, of: row) }
    sample.add(row)
  }

  /// The number of runs and of failures, and the first failure with its error.
  package var counts: [String] {
    var lines = ["\(counted(runs, "run", "runs")), \(failures) failed"]
    if let (run, error) = firstFailure { lines.append("run \(run) failed: \(error)") }
    return lines
  }

  /// The summary as text, with one line for each measure.
  package var text: String {
    var lines = counts
    let measures = plan.measures.indices
    let numbers = measures.filter { !plan.yesNo[$0] }
    if !numbers.isEmpty {
      let head = ["", "runs", "min", "5 %", "median", "95 %", "max", "mean"]
      lines += TextTable.lines([head] + numbers.map(cells)) { $0 > 0 }
      lines += numbers.compactMap(extremes)
    }
    lines += measures.filter { plan.yesNo[$0] }.map(share)
    if sample.isPartial {
      lines.append("quantiles are of \(sample.entries.count) runs drawn by lot")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func cells(_ index: Int) -> [String] {
    let summary = ofMeasures[index]
    let values = sample.entries.map { $0.measures[index] }.filter { !$0.isNaN }.sorted()
    let numbers = [
      summary.least?.value ?? .nan, values.quantile(0.05), values.quantile(0.5),
      values.quantile(0.95), summary.greatest?.value ?? .nan,
      summary.count == 0 ? .nan : summary.mean,
    ]
    return [plan.measures[index], "\(summary.count)"] + numbers.map { $0.isNaN ? "–" : $0.brief() }
  }

  /// The runs with the least and the greatest value of a measure; nil if all are equal.
  private func extremes(_ index: Int) -> String? {
    guard let least = ofMeasures[index].least, let greatest = ofMeasures[index].greatest,
      least.value < greatest.value
    else { return nil }
    let (low, high) = (place(least.row), place(greatest.row))
    return "\(plan.measures[index]) is least in \(low) and greatest in \(high)"
  }

  /// A run with its parameters in the form that `--set` takes: `run 3 (world.gravity=500)`.
  private func place(_ row: Row) -> String {
    let fields = zip(plan.parameters, row.parameters).map { "\($0)=\(JSON($1).line)" }
    return "run \(row.run)" + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))")
  }

  private func share(_ index: Int) -> String {
    let summary = ofMeasures[index]
    let name = plan.measures[index]
    guard summary.count > 0 else { return "\(name): no run has a value" }
    let interval = WilsonInterval(summary.yes, of: summary.count)
    return "\(name): yes in \(summary.yes) of \(summary.count) runs, \(interval.share.percent) "
      + "(\(interval.low.percent) to \(interval.high.percent) with 95 % confidence)"
  }
}

extension Double {
  /// The share as a percentage: `92.4 %`.
  var percent: String { "\((self * 1000).rounded() / 10 + 0) %" }
}

/// A summary of a measure over many runs, in constant memory.
struct MeasureSummary: Sendable {
  /// A value, and the first run that has it.
  typealias Extreme = (value: Double, row: Row)

  /// The number of runs in which it has a value.
  private(set) var count = 0
  private(set) var least: Extreme?
  private(set) var greatest: Extreme?
  /// The running mean, updated in the order of the plan.
  private(set) var mean = 0.0
  /// The number of runs in which a truth value is true.
  private(set) var yes = 0

  /// Whether all its values fit on the axis of a plot.
  var isDrawable: Bool {
    guard let least, let greatest else { return false }
    return least.value > -1e300 && greatest.value < 1e300
  }

  /// Adds the value of a run; NaN is none.
  mutating func add(_ value: Double, of row: Row) {
    guard !value.isNaN else { return }
    count += 1
    if least.map({ value < $0.value }) ?? true { least = (value, row) }
    if greatest.map({ value > $0.value }) ?? true { greatest = (value, row) }
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
  /// The share itself.
  let share: Double
  let high: Double

  /// Makes the interval of a share; `count` must be at least 1.
  init(_ yes: Int, of count: Int) {
    let z = 1.959963984540054
    let n = Double(count)
    share = Double(yes) / n
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

/// A sample of the rows: all rows as long as there are few, then a pseudo-random selection.
///
/// The selection depends on a hash of the run's number, so the same rows are kept in whatever order they arrive.
struct Sample: Sendable {
  /// The rows in the sample, without what plots and quantiles do not need.
  private(set) var entries: [Row] = []
  /// Whether some rows are not in the sample.
  var isPartial: Bool { limit < .max }

  private var limit = UInt64.max
  private let most: Int
  private static let lot = RandomStream(start: 0)

  init(most: Int = 1 << 16) { self.most = most }

  mutating func add(_ row: Row) {
    guard Self.lot.bits(row.run) <= limit else { return }
    entries.append(Row(run: row.run, parameters: row.parameters, measures: row.measures))
    while entries.count > most {
      limit /= 2
      entries.removeAll { Self.lot.bits($0.run) > limit }
    }
  }
}
