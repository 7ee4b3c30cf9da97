internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// A summary of a sweep.
package struct Summary: Sendable {
  let measures: [String]
  private let parameters: [String]
  private let yesNo: [Bool]
  package private(set) var runs = 0
  package private(set) var failures = 0
  /// The first run that failed, with its error.
  private(set) var firstFailure: (run: Int, error: String)?
  private(set) var ofMeasures: [MeasureSummary]
  private(set) var sample = Sample()

  package init(_ plan: PlanLine) {
    (measures, parameters) = (plan.measures, plan.parameters)
    yesNo = plan.yesNo
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

  /// The summary as text, with one line for each measure.
  package var text: String {
    var lines = ["\(runs) runs, \(failures) failed"]
    if let (run, error) = firstFailure { lines.append("run \(run) failed: \(error)") }
    let numbers = measures.indices.filter { !yesNo[$0] }
    if !numbers.isEmpty {
      let head = ["", "runs", "min", "5 %", "median", "95 %", "max", "mean"]
      lines += TextTable.lines([head] + numbers.map(cells)) { $0 > 0 }
      lines += numbers.compactMap(extremes)
    }
    for index in measures.indices where yesNo[index] { lines.append(share(index)) }
    if sample.isPartial {
      lines.append("quantiles are of \(sample.entries.count) runs drawn by lot")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func cells(_ index: Int) -> [String] {
    let summary = ofMeasures[index]
    let values = sample.entries.map { $0.measures[index] }.filter { !$0.isNaN }.sorted()
    var numbers = Array(repeating: Double.nan, count: 6)
    if let least = summary.least, let greatest = summary.greatest {
      numbers = [
        least.value, values.quantile(0.05), values.quantile(0.5), values.quantile(0.95),
        greatest.value, summary.mean,
      ]
    }
    return [measures[index], "\(summary.count)"] + numbers.map { $0.isNaN ? "–" : $0.brief() }
  }

  /// The runs with the least and the greatest value of a measure; nil if all are equal.
  private func extremes(_ index: Int) -> String? {
    guard let least = ofMeasures[index].least, let greatest = ofMeasures[index].greatest,
      least.value < greatest.value
    else { return nil }
    return "\(measures[index]) is least in \(place(least)) and greatest in \(place(greatest))"
  }

  /// A run with its parameters in the form that `--set` takes: `run 3 (world.gravity=500)`.
  private func place(_ extreme: MeasureSummary.Extreme) -> String {
    let fields = zip(parameters, extreme.parameters).map { "\($0)=\($1.json.line)" }
    return "run \(extreme.run)" + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))")
  }

  private func share(_ index: Int) -> String {
    let summary = ofMeasures[index]
    guard summary.count > 0 else { return "\(measures[index]): no run has a value" }
    let interval = WilsonInterval(summary.yes, of: summary.count)
    let share = Double(summary.yes) / Double(summary.count)
    return "\(measures[index]): yes in \(summary.yes) of \(summary.count) runs, \(share.percent) "
      + "(\(interval.low.percent) to \(interval.high.percent) with 95 % confidence)"
  }
}

extension Double {
  /// The share as a percentage: `92.4 %`.
  var percent: String { "\((self * 1000).rounded() / 10 + 0) %" }
}
