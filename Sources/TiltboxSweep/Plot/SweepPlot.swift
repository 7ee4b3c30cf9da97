internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles
internal import TiltboxJSON

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

/// The distinct values of a field in order: numbers by size, others in order of appearance.
struct FieldScale {
  let values: [FieldValue]
  /// The position of each value: the number itself, or its index.
  private let positions: [FieldValue: Double]
  let isNumeric: Bool

  init(_ given: [FieldValue]) {
    var seen: Set<FieldValue> = []
    let distinct = given.filter { seen.insert($0).inserted }
    let numbers = distinct.compactMap { value in
      if case .number(let number) = value { number } else { nil }
    }
    isNumeric = numbers.count == distinct.count
    values = isNumeric ? numbers.sorted().map { .number($0) } : distinct
    var positions: [FieldValue: Double] = [:]
    for (index, value) in values.enumerated() {
      if case .number(let number) = value, isNumeric {
        positions[value] = number
      } else {
        positions[value] = Double(index)
      }
    }
    self.positions = positions
  }

  func position(_ value: FieldValue) -> Double { positions[value] ?? .nan }

  /// Returns a horizontal axis and about `count` marks: round numbers, or a selection of the values.
  func axis(_ count: Int) -> (axis: PlotAxis, marks: [PlotMark]) {
    let axis = PagePanel.x(values.map(position), parts: count)
    if isNumeric, values.count > 1 { return (axis, axis.marks()) }
    let marks = thinned(count).map { PlotMark(axis.place(position(values[$0])), text($0)) }
    return (axis, marks)
  }

  /// Returns at most `most` indices of values, evenly spaced.
  func thinned(_ most: Int) -> [Int] {
    Array(stride(from: 0, to: values.count, by: max(1, (values.count + most - 1) / most)))
  }

  /// Returns the label of the value at an index.
  func text(_ place: Int) -> String { Self.label(values[place]) }

  /// Returns the label of a value; for a file, its name without folders.
  static func label(_ value: FieldValue) -> String {
    switch value {
    case .number(let number): return number.brief()
    case .text(let text):
      let name = text.split(separator: "/").last.map(String.init) ?? text
      return name.count > 14 ? name.prefix(13) + "…" : name
    default: return value.json.line
    }
  }
}

/// A measure over a field: the median, and a 5–95 % band if a value has several runs; for a truth value, the share with
/// its interval.
struct LinePanel {
  private let name: String
  private let field: String
  private let isYesNo: Bool
  private let scale: FieldScale
  /// For each value of the field: low, middle, high; nil if no run has a value.
  private let bands: [(low: Double, middle: Double, high: Double)?]
  private let hasBand: Bool

  init(name: String, field: String, isYesNo: Bool, _ points: [(FieldValue, Double)]) {
    (self.name, self.field, self.isYesNo) = (name, field, isYesNo)
    scale = FieldScale(points.map(\.0))
    var groups: [FieldValue: [Double]] = [:]
    for (value, number) in points where !number.isNaN { groups[value, default: []].append(number) }
    bands = scale.values.map { value in
      guard let numbers = groups[value]?.sorted() else { return nil }
      guard isYesNo else {
        return (numbers.quantile(0.05), numbers.quantile(0.5), numbers.quantile(0.95))
      }
      let yes = numbers.count { $0 != 0 }
      let interval = WilsonInterval(yes, of: numbers.count)
      return (interval.low, Double(yes) / Double(numbers.count), interval.high)
    }
    hasBand = groups.values.contains { $0.count > 1 }
  }

  var svg: String {
    let (x, marks) = scale.axis(7)
    let found = bands.compactMap(\.self)
    let shown = hasBand ? found.flatMap { [$0.low, $0.high] } : found.map(\.middle)
    let y = PagePanel.y(isYesNo ? [0, 1] : shown, room: 0.04)
    return PagePanel.frame.heading(isYesNo ? "\(name): share of yes" : name)
      + PagePanel.frame.grid(
        x: marks,
        y: y.marks { isYesNo ? $0.percent : $0.tenths },
        xName: field
      ) + curve(x, y)
  }

  private func curve(_ x: PlotAxis, _ y: PlotAxis) -> String {
    stretches.map { stretch in
      let places = stretch.compactMap { index in
        bands[index].map { (x: x.place(scale.position(scale.values[index])), band: $0) }
      }
      var svg = ""
      if hasBand {
        let outline =
          places.map { (x: $0.x, y: y.place($0.band.high)) }
          + places.reversed().map { (x: $0.x, y: y.place($0.band.low)) }
        svg += Markup.polygon(outline, "class=\"c0\" fill-opacity=\"0.15\"")
      }
      let line = places.map { (x: $0.x, y: y.place($0.band.middle)) }
      if scale.isNumeric { svg += Markup.polyline(line, PagePanel.line) }
      guard line.count <= 120 else { return svg }
      return svg + line.map { Markup.circle($0.x, $0.y, radius: 2.6, "class=\"c0\"") }.joined()
    }.joined()
  }

  /// Runs of consecutive indices without a gap.
  private var stretches: [[Int]] {
    bands.indices.split { bands[$0] == nil }.map(Array.init)
  }
}

/// A histogram of a measure, with the median and the 90 % range.
struct HistogramPanel {
  private let name: String
  private let isYesNo: Bool
  private let values: [Double]

  init(name: String, isYesNo: Bool, _ values: [Double]) {
    (self.name, self.isYesNo) = (name, isYesNo)
    self.values = values.filter { !$0.isNaN }.sorted()
  }

  /// Bars by the Freedman–Diaconis rule: the width is twice the interquartile range over the cube root of the count.
  private var bars: [(from: Double, to: Double, count: Int)] {
    guard let low = values.first, let high = values.last, low < high else {
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
    var counts = Array(repeating: 0, count: count)
    for value in values {
      counts[min(count - 1, Int((value - low) / (high - low) * Double(count)))] += 1
    }
    let step = (high - low) / Double(count)
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
      return abs(multiple - multiple.rounded()) * least < noise
    }
    return isGrain ? least : nil
  }

  /// Returns bars whose width is a multiple of the grain, with each value in the middle of its grain, so that no bar is
  /// empty only because no value can fall into it.
  private func bars(of grain: Double, width: Double) -> [(from: Double, to: Double, count: Int)] {
    let low = values[0] - grain / 2
    let span = values[values.count - 1] + grain / 2 - low
    let least = (span / 80 / grain).rounded(.up)
    let step = max(1, least, (width / grain).rounded()) * grain
    var counts = Array(repeating: 0, count: max(1, Int((span / step - 1e-6).rounded(.up))))
    for value in values { counts[min(counts.count - 1, Int((value - low) / step))] += 1 }
    return counts.enumerated().map { index, number in
      (low + Double(index) * step, low + Double(index + 1) * step, number)
    }
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
      frame.heading("\(name): runs")
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
    let yes = values.count { $0 != 0 }
    let interval = WilsonInterval(yes, of: values.count)
    let y = PagePanel.y([0, 1])
    let x = PagePanel.x([-0.5, 1.5])
    let part = Double(yes) / Double(values.count)
    let sure = "yes between \(interval.low.percent) and \(interval.high.percent), 95 % confidence"
    let middle = x.place(1)
    return frame.heading("\(name): share of runs")
      + frame.grid(
        x: [PlotMark(x.place(0), "no"), PlotMark(middle, "yes")],
        y: y.marks(\.percent),
        xName: sure
      )
      + [(0.0, 1 - part), (1, part)].map { place, height in
        Self.bar(x.place(place - 0.3), x.place(place + 0.3), y.place(height))
      }.joined()
      + Markup.line(middle, y.place(interval.low), middle, y.place(interval.high))
  }
}

/// A measure over two fields as colours: the mean of the runs for each pair of values; for a truth value, the share.
struct HeatMapPanel {
  private let name: String
  private let across: String
  private let down: String
  private let isYesNo: Bool
  private let xScale: FieldScale
  private let yScale: FieldScale
  private let means: [FieldValue: [FieldValue: (sum: Double, count: Int)]]

  init(
    name: String,
    across: String,
    down: String,
    isYesNo: Bool,
    _ cells: [(x: FieldValue, y: FieldValue, value: Double)]
  ) {
    (self.name, self.across, self.down, self.isYesNo) = (name, across, down, isYesNo)
    xScale = FieldScale(cells.map(\.x))
    yScale = FieldScale(cells.map(\.y))
    var means: [FieldValue: [FieldValue: (sum: Double, count: Int)]] = [:]
    for cell in cells where !cell.value.isNaN {
      let old = means[cell.x]?[cell.y] ?? (0, 0)
      means[cell.x, default: [:]][cell.y] = (old.sum + cell.value, old.count + 1)
    }
    self.means = means
  }

  /// The colours end before the panel's right edge, to leave room for the legend.
  private static let frame = PlotFrame(
    left: PagePanel.frame.left,
    right: PagePanel.frame.right - 84,
    top: PagePanel.frame.top,
    bottom: PagePanel.frame.bottom
  )

  var svg: String {
    let frame = Self.frame
    let values = means.values.flatMap { $0.values.map { $0.sum / Double($0.count) } }
    let (low, high) = isYesNo ? (0, 1) : (values.min() ?? 0, values.max() ?? 1)
    let width = (frame.right - frame.left) / Double(xScale.values.count)
    let height = (frame.bottom - frame.top) / Double(yScale.values.count)
    var cells = Markup.rectangle(
      frame.left,
      frame.top,
      frame.right - frame.left,
      frame.bottom - frame.top,
      "class=\"text\" fill-opacity=\"0.08\""
    )
    for (i, x) in xScale.values.enumerated() {
      for (j, y) in yScale.values.enumerated() {
        guard let cell = means[x]?[y] else { continue }
        let share = high > low ? (cell.sum / Double(cell.count) - low) / (high - low) : 0.5
        cells += Markup.rectangle(
          frame.left + Double(i) * width,
          frame.bottom - Double(j + 1) * height,
          width,
          height,
          "fill=\"\(ColorRamp.color(share))\""
        )
      }
    }
    let texts = frame.texts(
      x: xScale.thinned(6).map {
        PlotMark(frame.left + (Double($0) + 0.5) * width, xScale.text($0))
      },
      y: yScale.thinned(9).map {
        PlotMark(frame.bottom - (Double($0) + 0.5) * height, yScale.text($0))
      },
      xName: across,
      yName: down
    )
    return frame.heading(isYesNo ? "\(name): share of yes" : name) + Self.crisp(cells) + texts
      + legend(low, high)
  }

  private func legend(_ low: Double, _ high: Double) -> String {
    let frame = Self.frame
    let x = frame.right + 18
    let steps = 40
    let height = (frame.bottom - frame.top) / Double(steps)
    let colors = (0..<steps).map { step in
      let color = ColorRamp.color((Double(step) + 0.5) / Double(steps))
      let y = frame.bottom - Double(step + 1) * height
      return Markup.rectangle(x, y, 12, height, "fill=\"\(color)\"")
    }
    let marks = PagePanel.y([low, high]).marks { isYesNo ? $0.percent : $0.tenths }
    return Self.crisp(colors.joined())
      + marks.map { Markup.text($0.text, x + 18, $0.place + 4) }.joined()
  }

  private static func crisp(_ cells: String) -> String {
    "<g shape-rendering=\"crispEdges\">\n\(cells)</g>\n"
  }
}
