internal import TiltboxDrawing
internal import TiltboxFiles

/// A plot of a sweep, with a panel for each measure: a line over one field, a heat map over two, or a histogram of
/// samples.
package struct SweepPlot: Sendable {
  private let plan: PlanLine
  private let entries: [Sample.Entry]
  private let shown: [Int]
  private let kind: Kind

  private enum Kind {
    case line(Int)
    case heatMap(Int, Int)
    case histogram
  }

  /// The maximum number of panels.
  private static let most = 8

  package init?(_ summary: Summary, _ plan: PlanLine) {
    self.plan = plan
    entries = summary.sample.entries.sorted { $0.run < $1.run }
    let withValues = plan.measures.indices.filter { summary.ofMeasures[$0].count > 0 }
    shown = Array(withValues.prefix(Self.most))
    guard !shown.isEmpty else { return nil }
    let finite = plan.parameters.indices.filter { !plan.random.contains($0) }
    switch (finite.count, plan.isZipped) {
    case (0, _): kind = .histogram
    case (1, _), (_, true): kind = .line(finite[0])
    default: kind = .heatMap(finite[0], finite[1])
    }
  }

  /// The picture as an SVG document.
  package var svg: String {
    PlotPage(
      title: plan.scenarioName,
      subtitle: subtitle,
      description: "a sweep of \(plan.runs) runs",
      panels: shown.map(panel)
    ).svg
  }

  private var subtitle: String {
    let count = entries.count == plan.runs ? "\(plan.runs)" : "\(entries.count) of \(plan.runs)"
    return "\(count) runs over \(plan.parameters.joined(separator: ", "))"
  }

  private func panel(_ measure: Int) -> String {
    let isYesNo = plan.yesNo[measure]
    let name = plan.measures[measure]
    switch kind {
    case .line(let field):
      let points = entries.map { ($0.parameters[field], $0.measures[measure]) }
      return LinePanel(name: name, field: plan.parameters[field], isYesNo: isYesNo, points).svg
    case .heatMap(let down, let across):
      let cells = entries.map { ($0.parameters[across], $0.parameters[down], $0.measures[measure]) }
      return HeatMapPanel(
        name: name,
        across: plan.parameters[across],
        down: plan.parameters[down],
        isYesNo: isYesNo,
        cells
      ).svg
    case .histogram:
      return HistogramPanel(name: name, isYesNo: isYesNo, entries.map { $0.measures[measure] }).svg
    }
  }
}
