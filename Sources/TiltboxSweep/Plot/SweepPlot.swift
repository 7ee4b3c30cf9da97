internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles
internal import TiltboxJSON

/// A plot of a sweep, with a panel for each measure: a line over one field, a heat map over two, or a histogram of
/// samples.
package struct SweepPlot: Sendable {
  private let plan: PlanLine
  private let entries: [Row]
  private let shown: [Int]
  /// The number of measures that could be shown.
  private let drawableCount: Int
  /// The indices of the fields that are not sampled at random.
  private let finite: [Int]

  /// The maximum number of panels.
  private static let most = 8

  package init?(_ summary: Summary, _ plan: PlanLine) {
    self.plan = plan
    let entries = summary.sample.entries.sorted { $0.run < $1.run }
    // The sample of many runs may lack the few that have a value.
    let drawable = plan.measures.indices.filter { measure in
      summary.ofMeasures[measure].isDrawable && entries.contains { !$0.measures[measure].isNaN }
    }
    (shown, drawableCount) = (Array(drawable.prefix(Self.most)), drawable.count)
    self.entries = entries
    guard !shown.isEmpty else { return nil }
    finite = plan.finite
  }

  /// The picture as an SVG document.
  package var svg: String {
    PagePanel.page(
      title: plan.scenarioName,
      subtitle: subtitle,
      description: "a sweep of \(plan.runs) runs",
      panels: shown.map(panel)
    )
  }

  private var subtitle: String {
    let count = entries.count == plan.runs ? "\(plan.runs)" : "\(entries.count) of \(plan.runs)"
    let runs = "\(count) \(plan.runs == 1 ? "run" : "runs")"
    let rest = drawableCount > shown.count ? "; \(shown.count) of \(drawableCount) measures" : ""
    return "\(runs) over \(plan.parameters.joined(separator: ", "))"
      .shortened(to: (shown.count == 1 ? 90 : 180) - rest.count) + rest
  }

  private func panel(_ measure: Int) -> String {
    switch (finite.count, plan.isZipped) {
    case (0, _):
      HistogramPanel(
        name: plan.measures[measure],
        isYesNo: plan.yesNo[measure],
        values: entries.map { $0.measures[measure] }.filter { !$0.isNaN }.sorted()
      ).svg
    case (1, _), (_, true): line(measure, over: finite[0])
    default: heatMap(measure, finite[1], finite[0])
    }
  }

  /// Returns a panel's heading, with what a point or colour shows of several runs.
  private func heading(_ measure: Int, _ summary: String?) -> String {
    Self.heading(plan.measures[measure], plan.yesNo[measure] ? "share of yes" : summary)
  }

  /// Returns a heading that fits above its panel.
  fileprivate static func heading(_ name: String, _ summary: String?) -> String {
    let end = summary.map { ": \($0)" } ?? ""
    return name.shortened(to: 58 - end.count) + end
  }
}

/// The distinct values of a field in order: numbers by size, others in order of appearance.
private struct FieldScale {
  let values: [FieldContent]
  /// The position of each value: the number itself, or its index.
  let positions: [Double]
  let isNumeric: Bool
  private let labels: [String]
  /// The width of the longest label, in pixels.
  let labelWidth: Double

  init(_ given: [FieldContent]) {
    var seen: Set<FieldContent> = []
    let distinct = given.filter { seen.insert($0).inserted }
    let numbers = distinct.compactMap { value in
      if case .number(let number) = value { number } else { nil }
    }.sorted()
    isNumeric = numbers.count == distinct.count
    values = isNumeric ? numbers.map { .number($0) } : distinct
    positions = isNumeric ? numbers : distinct.indices.map { Double($0) }
    labels = values.map(Self.label)
    labelWidth = 7 * Double(labels.map(\.count).max() ?? 0)
  }

  /// Returns a horizontal axis and its marks: round numbers, or a selection of the values.
  func axis() -> (axis: PlotAxis, marks: [PlotMark]) {
    let ends = isNumeric ? positions : [-0.5, Double(values.count) - 0.5]
    let axis = PagePanel.x(ends, parts: 7)
    if isNumeric, values.count > 1 { return (axis, axis.marks()) }
    let width = axis.pixels.high - axis.pixels.low
    return (axis, marks(7, within: width) { axis.place(positions[$0]) })
  }

  /// Returns at most `most` marks of values, evenly spaced, at the places of their indices; side by side, their labels
  /// fit into a width.
  func marks(
    _ most: Int,
    within width: Double = .infinity,
    _ place: (_ index: Int) -> Double
  ) -> [PlotMark] {
    let most = max(1, Int(min(Double(most), width / (labelWidth + 8))))
    return stride(from: 0, to: values.count, by: (values.count + most - 1) / most).map {
      PlotMark(place($0), labels[$0])
    }
  }

  /// Returns the label of a value; for a file, its name without folders.
  private static func label(_ value: FieldContent) -> String {
    switch value {
    case .number(let number): return number.brief()
    case .text(let text):
      return (text.split(separator: "/").last.map(String.init) ?? text).shortened(to: 14)
    default: return JSON(value).line.shortened(to: 14)
    }
  }
}

extension SweepPlot {
  /// A measure over a field: the median, and a 5–95 % band if a value has several runs; for a truth value, the share
  /// with its interval.
  private func line(_ measure: Int, over field: Int) -> String {
    let (isYesNo, frame) = (plan.yesNo[measure], PagePanel.frame)
    let scale = FieldScale(entries.map { $0.parameters[field] })
    var groups: [FieldContent: [Double]] = [:]
    for entry in entries where !entry.measures[measure].isNaN {
      groups[entry.parameters[field], default: []].append(entry.measures[measure])
    }
    // For each value of the field; nil if no run has a value.
    let bands = scale.values.map { groups[$0].map { Band($0.sorted(), isYesNo: isYesNo) } }
    let hasBand = groups.values.contains { $0.count > 1 }
    let found = bands.compactMap(\.self)
    let shown = hasBand ? found.flatMap { [$0.low, $0.high] } : found.map(\.middle)
    let (x, marks) = scale.axis()
    let y = PagePanel.y(isYesNo ? [0, 1] : shown, room: 0.04)
    var svg = frame.heading(heading(measure, hasBand ? "median, and 5 to 95 % of runs" : nil))
    let heights = y.marks { isYesNo ? $0.percent : $0.tenths }
    svg += frame.grid(x: marks, y: heights, xName: plan.parameters[field])
    // Runs of consecutive values without a gap.
    for stretch in bands.indices.split(whereSeparator: { bands[$0] == nil }) {
      func points(_ height: (Band) -> Double) -> [(x: Double, y: Double)] {
        stretch.compactMap { index in
          bands[index].map { (x.place(scale.positions[index]), y.place(height($0))) }
        }
      }
      if hasBand {
        let outline = points(\.high) + points(\.low).reversed()
        svg += Markup.polygon(outline, "class=\"c0\" fill-opacity=\"0.15\"")
      }
      let line = points(\.middle)
      if scale.isNumeric { svg += Markup.polyline(line, PagePanel.line) }
      guard line.count <= 120 else { continue }
      for point in line { svg += Markup.circle(point.x, point.y, radius: 2.6, "class=\"c0\"") }
    }
    return svg
  }
}

/// The values of some runs: their 5 % and 95 % quantiles around the median, or the interval of a share around it.
private struct Band {
  let low: Double
  let middle: Double
  let high: Double

  /// Makes the band of sorted numbers, of which there is at least one.
  init(_ numbers: [Double], isYesNo: Bool) {
    let interval = WilsonInterval(numbers.count { $0 != 0 }, of: numbers.count)
    low = isYesNo ? interval.low : numbers.quantile(0.05)
    middle = isYesNo ? interval.share : numbers.quantile(0.5)
    high = isYesNo ? interval.high : numbers.quantile(0.95)
  }
}

/// A histogram of a measure, with the median and the 90 % range.
private struct HistogramPanel {
  let name: String
  let isYesNo: Bool
  /// The values in order.
  let values: [Double]

  private typealias Bar = (from: Double, to: Double, count: Int)

  /// Bars by the Freedman–Diaconis rule: the width is twice the interquartile range over the cube root of the count.
  private var bars: [Bar] {
    guard let low = values.first, let high = values.last,
      high - low > max(abs(low), abs(high)) * PlotAxis.rounding
    else {
      let value = values.first ?? 0
      let reach = value == 0 ? 0.05 : abs(value) * 0.005
      return [(value - reach, value + reach, values.count)]
    }
    var cubeRoot = 1.0
    while cubeRoot * cubeRoot * cubeRoot < Double(values.count) { cubeRoot += 0.25 }
    let width = 2 * (values.quantile(0.75) - values.quantile(0.25)) / cubeRoot
    if let grain = grain { return bars(of: grain, width: width) }
    let wanted = width > 0 ? ((high - low) / width).rounded(.up) : 20
    let count = Int(min(max(wanted, 5), 80))
    return bars(count, from: low, step: (high - low) / Double(count)) {
      ($0 - low) / (high - low) * Double(count)
    }
  }

  /// Returns adjacent bars; `place` gives the index of a value's bar, before it is rounded down.
  private func bars(
    _ count: Int,
    from low: Double,
    step: Double,
    _ place: (Double) -> Double
  ) -> [Bar] {
    var counts = Array(repeating: 0, count: count)
    for value in values { counts[min(count - 1, Int(place(value)))] += 1 }
    return counts.enumerated().map { index, number in
      (low + Double(index) * step, low + Double(index + 1) * step, number)
    }
  }

  /// The unit of which all distances between values are multiples, such as the step for times of ticks; nil if there is
  /// none that bars could show.
  private var grain: Double? {
    let gaps = zip(values, values.dropFirst()).map { $1 - $0 }
    let noise = (values[values.count - 1] - values[0]) * 1e-6
    guard let least = gaps.filter({ $0 > noise }).min() else { return nil }
    let isGrain = gaps.allSatisfy { gap in
      let multiple = gap / least
      return abs(multiple - multiple.rounded()) * least < min(noise, least * 1e-3)
    }
    return isGrain ? least : nil
  }

  /// Returns bars whose width is a multiple of the grain, with each value in the middle of its grain, so that no bar is
  /// empty only because no value can fall into it.
  private func bars(of grain: Double, width: Double) -> [Bar] {
    let low = values[0] - grain / 2
    let span = values[values.count - 1] + grain / 2 - low
    let least = (span / 80 / grain).rounded(.up)
    let step = max(1, least, (width / grain).rounded()) * grain
    let count = max(1, Int((span / step - 1e-6).rounded(.up)))
    return bars(count, from: low, step: step) { ($0 - low) / step }
  }

  var svg: String { isYesNo ? share : histogram }

  private var histogram: String {
    let bars = bars
    let x = PagePanel.x(bars.count > 1 ? bars.flatMap { [$0.from, $0.to] } : [values.first ?? 0])
    let y = PagePanel.y([0, Double(bars.map(\.count).max() ?? 1) * 1.04])
    let median =
      "median \(values.quantile(0.5).brief()), 90 % between "
      + "\(values.quantile(0.05).brief()) and \(values.quantile(0.95).brief())"
    var svg =
      frame.heading(SweepPlot.heading(name, "runs"))
      + frame.grid(x: x.marks(), y: y.marks(), xName: median)
    for bar in bars where bar.count > 0 {
      svg += Self.bar(x.place(bar.from), x.place(bar.to), y.place(Double(bar.count)))
    }
    for share in [0.05, 0.5, 0.95] where values.first != values.last {
      let place = x.place(values.quantile(share))
      let style = "class=\"flash\" stroke-dasharray=\"4 3\""
      svg += Markup.line(place, frame.top, place, frame.bottom, style)
    }
    return svg
  }

  private var frame: PlotFrame { PagePanel.frame }

  private static func bar(_ left: Double, _ right: Double, _ top: Double) -> String {
    let style = "class=\"c0\" fill-opacity=\"0.75\""
    return Markup.rectangle(left + 0.5, top, right - left - 1, PagePanel.frame.bottom - top, style)
  }

  /// For a truth value: two bars, and the interval of the share.
  private var share: String {
    let interval = WilsonInterval(values.count { $0 != 0 }, of: values.count)
    let y = PagePanel.y([0, 1])
    let x = PagePanel.x([-0.5, 1.5])
    let sure = "yes between \(interval.low.percent) and \(interval.high.percent), 95 % confidence"
    let middle = x.place(1)
    let answers = [PlotMark(x.place(0), "no"), PlotMark(middle, "yes")]
    return frame.heading(SweepPlot.heading(name, "share of runs"))
      + frame.grid(x: answers, y: y.marks(\.percent), xName: sure)
      + [(0.0, 1 - interval.share), (1, interval.share)].map { place, height in
        Self.bar(x.place(place - 0.3), x.place(place + 0.3), y.place(height))
      }.joined()
      + Markup.line(middle, y.place(interval.low), middle, y.place(interval.high))
  }
}

extension SweepPlot {
  /// The colours end before the panel's right edge, to leave room for the legend, and begin behind labels of a width.
  private static func mapFrame(_ labelWidth: Double) -> PlotFrame {
    let room = max(0, labelWidth - 46)
    return PlotFrame(
      left: PagePanel.frame.left + room,
      right: PagePanel.frame.right - 84,
      top: PagePanel.frame.top,
      bottom: PagePanel.frame.bottom,
      nameDistance: 64 + room
    )
  }

  /// A measure over two fields as colours: the mean of the runs for each pair of values; for a truth value, the share.
  private func heatMap(_ measure: Int, _ across: Int, _ down: Int) -> String {
    let xScale = FieldScale(entries.map { $0.parameters[across] })
    let yScale = FieldScale(entries.map { $0.parameters[down] })
    let (isYesNo, frame) = (plan.yesNo[measure], Self.mapFrame(yScale.labelWidth))
    var means: [[FieldContent]: (sum: Double, count: Int)] = [:]
    for entry in entries where !entry.measures[measure].isNaN {
      let pair = [entry.parameters[across], entry.parameters[down]]
      let old = means[pair] ?? (0, 0)
      means[pair] = (old.sum + entry.measures[measure], old.count + 1)
    }
    let values = means.values.map { $0.sum / Double($0.count) }
    let (low, high) = isYesNo ? (0, 1) : (values.min() ?? 0, values.max() ?? 1)
    let (wide, tall) = (frame.right - frame.left, frame.bottom - frame.top)
    let width = wide / Double(xScale.values.count)
    let height = tall / Double(yScale.values.count)
    let style = "class=\"text\" fill-opacity=\"0.08\""
    var cells = Markup.rectangle(frame.left, frame.top, wide, tall, style)
    for (i, x) in xScale.values.enumerated() {
      for (j, y) in yScale.values.enumerated() {
        guard let cell = means[[x, y]] else { continue }
        let share = high > low ? (cell.sum / Double(cell.count) - low) / (high - low) : 0.5
        let (left, top) = (frame.left + Double(i) * width, frame.bottom - Double(j + 1) * height)
        let color = ColorRamp.color(share)
        cells += Markup.rectangle(left, top, width, height, "fill=\"\(color)\"")
      }
    }
    let texts = frame.texts(
      x: xScale.marks(6, within: wide) { frame.left + (Double($0) + 0.5) * width },
      y: yScale.marks(9) { frame.bottom - (Double($0) + 0.5) * height },
      xName: plan.parameters[across],
      yName: plan.parameters[down]
    )
    let summary = means.values.contains { $0.count > 1 } ? "mean of runs" : nil
    return frame.heading(heading(measure, summary)) + Self.crisp(cells) + texts
      + Self.legend(low, high, isYesNo: isYesNo, frame)
  }

  private static func legend(_ low: Double, _ high: Double, isYesNo: Bool, _ frame: PlotFrame)
    -> String
  {
    let x = frame.right + 18
    let steps = 40
    let height = (frame.bottom - frame.top) / Double(steps)
    let colors = (0..<steps).map { step in
      let color = ColorRamp.color((Double(step) + 0.5) / Double(steps))
      let y = frame.bottom - Double(step + 1) * height
      return Markup.rectangle(x, y, 12, height, "fill=\"\(color)\"")
    }
    let marks = PagePanel.y([low, high]).marks { isYesNo ? $0.percent : $0.tenths }
    return crisp(colors.joined())
      + marks.map { Markup.text($0.text, x + 18, $0.place + 4) }.joined()
  }

  private static func crisp(_ cells: String) -> String {
    "<g shape-rendering=\"crispEdges\">\n\(cells)</g>\n"
  }
}
