internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles

/// The way of a search: the best value so far over the runs, and over one or two fields where it has looked.
package struct SearchPlot: Sendable {
  private let plan: PlanLine
  private let best: Row
  private let goal: Goal
  private let entries: [Sample.Entry]
  /// The runs that were better than all before them.
  private let steps: [Sample.Entry]

  /// Makes a plot of what a summary has kept of a trace.
  package init(_ summary: Summary, _ plan: PlanLine, best: Row, _ goal: Goal) {
    (self.plan, self.best, self.goal) = (plan, best, goal)
    let last = Sample.Entry(run: best.run, parameters: best.parameters, measures: best.measures)
    let kept = summary.sample.entries.filter { !$0.measures[0].isNaN && $0.run != best.run }
    entries = (kept + [last]).sorted { $0.run < $1.run }
    var steps: [Sample.Entry] = []
    for entry in entries {
      let cost = goal.cost(entry.measures[0])
      if steps.last.map({ cost < goal.cost($0.measures[0]) }) ?? true { steps.append(entry) }
    }
    self.steps = steps
  }

  /// The picture as an SVG document.
  package var svg: String {
    let values = zip(plan.parameters, best.parameters).map { "\($0) = \(FieldScale.label($1))" }
    var panels = [overRuns]
    switch plan.parameters.count {
    case 1: panels.append(overField)
    case 2: panels.append(plane)
    default: break
    }
    return PlotPage(
      title: plan.scenarioName,
      subtitle:
        "\(plan.measures[0]) \(best.measures[0].brief()) at \(values.joined(separator: ", "))",
      description: "a search",
      panels: panels
    ).svg
  }

  /// All values as dots, the best one so far as a line.
  private var overRuns: String {
    let value = { (entry: Sample.Entry) in entry.measures[0] }
    let (x, y) = axes(entries.map { Double($0.run) }, entries.map(value))
    var line: [(x: Double, y: Double)] = []
    for step in steps {
      let point = (x: x.place(Double(step.run)), y: y.place(value(step)))
      if let last = line.last { line.append((x: point.x, y: last.y)) }
      line.append(point)
    }
    if let (last, run) = line.last.flatMap({ point in entries.last.map { (point, $0.run) } }) {
      line.append((x: x.place(Double(run)), y: last.y))
    }
    return frame("\(plan.measures[0]): each run, and the best so far", "run", x, y)
      + Self.dots(entries.map { (x.place(Double($0.run)), y.place(value($0))) })
      + Self.line(line)
  }

  private var overField: String {
    let points = entries.map { (number($0, 0), $0.measures[0]) }
    let (x, y) = axes(points.map(\.0), points.map(\.1))
    return frame("\(plan.measures[0]) over the field", plan.parameters[0], x, y)
      + Self.dots(points.map { (x.place($0.0), y.place($0.1)) })
      + Self.mark(x.place(number(steps.last, 0)), y.place(best.measures[0]))
  }

  /// Where it has looked, and the way from each best place to the next better one.
  private var plane: String {
    let (x, y) = axes(entries.map { number($0, 0) }, entries.map { number($0, 1) })
    func place(_ entry: Sample.Entry) -> (x: Double, y: Double) {
      (x.place(number(entry, 0)), y.place(number(entry, 1)))
    }
    let way = steps.map(place)
    return frame("\(plan.parameters[1]): the way to the best", plan.parameters[0], x, y)
      + Self.dots(entries.map(place)) + Self.line(way)
      + (way.last.map { Self.mark($0.x, $0.y) } ?? "")
  }

  private func number(_ entry: Sample.Entry?, _ field: Int) -> Double {
    if case .number(let number)? = entry?.parameters[field] { number } else { .nan }
  }

  private func axes(_ xs: [Double], _ ys: [Double]) -> (x: PlotAxis, y: PlotAxis) {
    (
      PlotPanel.x(xs), PlotPanel.y(ys, room: 0.04)
    )
  }

  private func frame(_ title: String, _ xName: String, _ x: PlotAxis, _ y: PlotAxis) -> String {
    PlotPanel.frame.heading(title)
      + PlotPanel.frame.grid(x: x.marks(), y: y.marks(), xName: xName)
  }

  private static func dots(_ points: [(x: Double, y: Double)]) -> String {
    points.map {
      Markup.circle($0.x, $0.y, radius: 2, "class=\"text\" fill-opacity=\"0.3\"")
    }.joined()
  }

  private static func line(_ points: [(x: Double, y: Double)]) -> String {
    Markup.polyline(points, PlotPanel.line)
  }

  private static func mark(_ x: Double, _ y: Double) -> String {
    Markup.circle(x, y, radius: 5, "class=\"c0\"")
  }
}
