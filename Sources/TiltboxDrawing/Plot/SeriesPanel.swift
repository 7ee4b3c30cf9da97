internal import Chipmunk
internal import Tiltbox

/// The series of one unit over a time axis, with the expectations about them.
struct SeriesPanel {
  let series: [(series: Series, color: String)]
  let theory: [Theory]
  let x: PlotAxis
  let y: PlotAxis
  let isLast: Bool

  private let frame: PlotFrame

  init(
    _ series: [(series: Series, color: String)],
    _ theory: [Theory],
    x: PlotAxis,
    top: Double,
    height: Double,
    isLast: Bool
  ) {
    (self.series, self.theory, self.x, self.isLast) = (series, theory, x, isLast)
    frame = PlotFrame(left: x.pixels.low, right: x.pixels.high, top: top, bottom: top + height)
    let values = series.flatMap { $0.series.points.compactMap { $0?.value } }
    y = PlotAxis(
      values + theory.flatMap(\.values),
      from: frame.bottom,
      to: top,
      parts: max(2, Int(height / 45)),
      ends: .marks,
      ignoring: 1e-3
    )
  }

  /// The panel as SVG; curves of theory are over the lines, other expectations behind them.
  var svg: String {
    let grid = frame.grid(
      x: x.marks { isLast ? $0.tenths : "" },
      y: y.marks(),
      xName: isLast ? "time in s" : ""
    )
    return grid + legend + theory.map(svg).joined() + series.map(line).joined()
      + theory.map(curve).joined()
  }

  /// The unit in words.
  private var unit: String {
    let unit = series[0].series.unit
    return unit.isEmpty ? "" : "in \(unit)"
  }

  /// Returns the width of a name in the legend, with the gap after it.
  private static func width(_ name: String) -> Double { 7 * Double(name.count) + 18 }

  /// The width of the legend that is left beside its other parts.
  private var nameRoom: Double {
    var room = frame.right - frame.left - Self.width(unit)
    if theory.contains(where: \.isCurve) { room -= 27 + Self.width("theory") }
    let samples = expectedSamples(at: 0, 0).width
    if samples > 0 { room -= samples + Self.width("expected") }
    return room
  }

  /// The number of series, at least one, whose names fit into the legend.
  private var namedCount: Int {
    var room = nameRoom
    let ends = series.reduce(into: [0.0]) { ends, one in
      ends.append(ends[ends.count - 1] + 21 + Self.width(one.series.name))
    }
    if ends[series.count] <= room { return series.count }
    room -= Self.width(Self.more(series.count))
    return max(1, (ends.firstIndex { $0 > room } ?? 0) - 1)
  }

  private static func more(_ count: Int) -> String { "and \(count) more" }

  /// The unit, and the names of the series with their colours, above the panel.
  private var legend: String {
    var (svg, place) = ("", frame.left)
    let height = frame.top - 10
    func add(_ sample: String, _ width: Double, _ name: String) {
      svg += sample + Markup.text(name, place + width, height)
      place += width + Self.width(name)
    }
    let count = namedCount
    let more = series.count > count ? Self.more(series.count - count) : ""
    let room = nameRoom - Self.width(more) - 21
    let longest = max(8, Int((room - Self.width("")) / 7))
    for (series, color) in self.series.prefix(count) {
      let style = "class=\"\(color)\" rx=\"2\""
      let sample = Markup.rectangle(place, height - 8, 16, 4, style)
      add(sample, 21, series.name.shortened(to: longest))
    }
    if !more.isEmpty { add("", 0, more) }
    if theory.contains(where: \.isCurve) {
      add(Markup.line(place, height - 4, place + 22, height - 4, Self.dashes("6 4")), 27, "theory")
    }
    let samples = expectedSamples(at: place, height)
    if samples.width > 0 { add(samples.svg, samples.width, "expected") }
    return svg + Markup.text(unit, frame.right, height, anchor: .end)
  }

  /// Draws a sample of each kind of expectation, for the legend.
  private func expectedSamples(at place: Double, _ height: Double) -> (svg: String, width: Double) {
    var (svg, width) = ("", 0.0)
    func has(_ isKind: (Theory) -> Bool) -> Bool { theory.contains(where: isKind) }
    if has({ if case .point = $0 { true } else { false } }) {
      svg += Markup.circle(place + 5, height - 4, radius: 4, Self.outline)
      width += 15
    }
    if has({ if case .moment = $0 { true } else { false } }) {
      svg += area(place + width, height - 11, 6, 13, 0.12)
      let x = place + width + 3
      svg += Markup.line(x, height - 11, x, height + 2, Self.dashes("3 2"))
      width += 12
    }
    if has({ if case .band = $0 { true } else { false } }) {
      svg += area(place + width, height - 9, 18, 9, 0.12)
      for y in [height - 9, height] {
        svg += Markup.line(place + width, y, place + width + 18, y, Self.dashes("4 3"))
      }
      width += 24
    }
    return (svg, width)
  }

  private static let outline = "class=\"axis\" stroke-width=\"1.5\""
  private static func dashes(_ lengths: String) -> String {
    "\(outline) stroke-dasharray=\"\(lengths)\""
  }

  /// Draws at most two points per horizontal pixel, the lowest and the highest: the line looks the same.
  private func line(_ series: Series, _ color: String) -> String {
    var (kept, column) = ([(time: Double, value: Double)?](), [(time: Double, value: Double)]())
    func close() {
      let low = column.indices.min { column[$0].value < column[$1].value }
      let high = column.indices.max { column[$0].value < column[$1].value }
      let wanted = Set([0, low ?? 0, high ?? 0, column.count - 1])
      kept += wanted.sorted().filter(column.indices.contains).map { column[$0] }
      column.removeAll(keepingCapacity: true)
    }
    for point in series.points {
      guard let point, point.value.isFinite else {
        close()
        kept.append(nil)
        continue
      }
      if let first = column.first,
        x.place(first.time).rounded(.down) != x.place(point.time).rounded(.down)
      {
        close()
      }
      column.append(point)
    }
    close()
    // A path shows no single points.
    let dots = kept.split { $0 == nil }.filter { $0.count == 1 }.joined().compactMap(\.self)
    return
      "<path class=\"\(color)\" style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"2\" "
      + "stroke-linejoin=\"round\" d=\"\(path(kept))\"/>\n"
      + dots.map { dot in
        Markup.circle(x.place(dot.time), y.place(dot.value), radius: 2.6, "class=\"\(color)\"")
      }.joined()
  }

  /// Draws an analytic target as a dashed line.
  private func curve(_ theory: Theory) -> String {
    guard case .curve(_, let from, let to, _, let always) = theory else { return "" }
    let samples = theory.samples(count: sampleCount(from, to))
    let path = path(samples.map { $0.value.isFinite ? $0 : nil })
    return "<path d=\"\(path)\" \(Self.dashes(always ? "6 4" : "1.5 4"))/>\n"
  }

  /// Returns the data of a path through points, with a gap at each nil.
  private func path(_ points: [(time: Double, value: Double)?]) -> String {
    points.split { $0 == nil }.map { part in
      "M" + part.compactMap(\.self).map { pixels($0.time, $0.value) }.joined(separator: "L")
    }.joined()
  }

  /// The number of samples of a curve: one for every two horizontal pixels.
  private func sampleCount(_ from: Double, _ to: Double) -> Int {
    max(1, Int((x.place(to) - x.place(from)) / 2))
  }

  private func pixels(_ time: Double, _ value: Double) -> String {
    "\(decimal(x.place(time), 1)) \(decimal(y.place(value), 1))"
  }

  private func svg(_ theory: Theory) -> String {
    switch theory {
    case .curve(_, let from, let to, let tolerance, _):
      let samples = theory.samples(count: sampleCount(from, to)).filter(\.value.isFinite)
      guard !samples.isEmpty else { return "" }
      let corners =
        samples.map { pixels($0.time, $0.value + tolerance) }
        + samples.reversed().map { pixels($0.time, $0.value - tolerance) }
      return
        "<path class=\"text\" fill-opacity=\"0.07\" d=\"M\(corners.joined(separator: "L"))Z\"/>\n"
    case .point(let time, let value, let tolerance):
      let (left, low, high) = (
        x.place(time), y.place(value - tolerance), y.place(value + tolerance)
      )
      let bar = low - high > 10 ? Markup.line(left, low, left, high) : ""
      return bar + Markup.circle(left, y.place(value), radius: 5, Self.outline)
    case .moment(let time, let tolerance):
      let (left, right) = (x.place(time - tolerance), x.place(time + tolerance))
      return area(left, frame.top, max(right - left, 1), frame.bottom - frame.top, 0.12)
        + Markup.line(x.place(time), frame.top, x.place(time), frame.bottom, Self.dashes("5 4"))
    case .band(let from, let to, let low, let high, let always):
      let (left, right) = (x.place(from), x.place(to))
      let (top, bottom) = (high.map(y.place) ?? frame.top, low.map(y.place) ?? frame.bottom)
      let (end, style) = (max(right, left + 6), Self.dashes(always ? "5 4" : "1.5 4"))
      let edges = [high, low].compactMap { $0.map(y.place) }.map { edge in
        Markup.line(left, edge, end, edge, style)
      }
      return area(left, top, max(right - left, 1), bottom - top, 0.07) + edges.joined()
    }
  }

  private func area(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ opacity: Double)
    -> String
  {
    Markup.rectangle(x, y, width, max(height, 0), "class=\"text\" fill-opacity=\"\(opacity)\"")
  }
}
