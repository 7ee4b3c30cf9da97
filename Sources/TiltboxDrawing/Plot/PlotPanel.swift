internal import Chipmunk
internal import Tiltbox

/// The series of one unit over a time axis, and what theory says of them.
struct PlotPanel {
  let series: [(series: Series, color: String)]
  let theory: [Theory]
  let x: PlotAxis
  let y: PlotAxis
  let isLast: Bool

  init(
    _ series: [(series: Series, color: String)],
    _ theory: [Theory],
    x: PlotAxis,
    top: Double,
    height: Double,
    isLast: Bool
  ) {
    (self.series, self.theory, self.x, self.isLast) = (series, theory, x, isLast)
    let values = series.flatMap { $0.series.points.compactMap { $0?.value } }
    y = PlotAxis(
      values + theory.flatMap(\.values),
      from: top + height,
      to: top,
      parts: max(2, Int(height / 45))
    )
  }

  /// Curves of theory lie over the lines, what else is expected behind them.
  var svg: String {
    grid + legend + theory.map(svg).joined() + series.map(line).joined()
      + theory.map(curve).joined()
  }

  private var grid: String {
    let (left, right) = (x.pixels.low, x.pixels.high)
    var svg = ""
    for mark in y.marks {
      svg += rule(left, y.pixel(mark), right, y.pixel(mark), mark == 0 ? 0.5 : 0.14)
      svg += label(y.text(mark), at: Vector(left - 7, y.pixel(mark) + 4), anchor: "end")
    }
    for mark in x.marks {
      svg += rule(x.pixel(mark), y.pixels.high, x.pixel(mark), y.pixels.low, 0.14)
      guard isLast else { continue }
      svg += label(x.text(mark), at: Vector(x.pixel(mark), y.pixels.low + 17), anchor: "middle")
    }
    svg += rule(left, y.pixels.high, left, y.pixels.low, 0.5)
    svg += rule(left, y.pixels.low, right, y.pixels.low, 0.5)
    guard isLast else { return svg }
    let middle = Vector((left + right) / 2, y.pixels.low + 35)
    return svg + label("time in s", at: middle, anchor: "middle")
  }

  private func rule(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ opacity: Double)
    -> String
  {
    "<path class=\"axis\" d=\"M\(decimal(x1)) \(decimal(y1))L\(decimal(x2)) \(decimal(y2))\" "
      + "stroke-opacity=\"\(opacity)\"/>\n"
  }

  /// The unit, and the series' names behind their colours, above the panel.
  private var legend: String {
    let unit = series[0].series.measure.unit
    var (svg, place) = ("", x.pixels.low)
    let height = y.pixels.high - 10
    for (series, color) in self.series.prefix(8) {
      svg +=
        "<rect class=\"\(color)\" x=\"\(decimal(place))\" y=\"\(decimal(height - 8))\" "
        + "width=\"16\" height=\"4\" rx=\"2\"/>\n"
      svg += label(series.name, at: Vector(place + 21, height))
      place += 21 + 7 * Double(series.name.count) + 18
    }
    if self.series.count > 8 {
      svg += label("and \(self.series.count - 8) more", at: Vector(place, height))
      place += 100
    }
    if theory.contains(where: \.isCurve) {
      svg +=
        "<path class=\"axis\" stroke-dasharray=\"6 4\" stroke-width=\"1.5\" "
        + "d=\"M\(decimal(place)) \(decimal(height - 4))h22\"/>\n"
      svg += label("theory", at: Vector(place + 27, height))
      place += 27 + 7 * 6 + 18
    }
    if !theory.allSatisfy(\.isCurve) {
      svg +=
        "<circle class=\"axis\" cx=\"\(decimal(place + 6))\" cy=\"\(decimal(height - 4))\" "
        + "r=\"4\" stroke-width=\"1.5\"/>\n"
      svg += label("expected", at: Vector(place + 17, height))
    }
    return svg + label("in \(unit)", at: Vector(x.pixels.high, height), anchor: "end")
  }

  /// Two points for each pixel across at most, the lowest and the highest: the line looks the same.
  private func line(_ series: Series, _ color: String) -> String {
    var (path, isOpen) = ("", false)
    var column = [(time: Double, value: Double)]()
    func close() {
      let low = column.indices.min { column[$0].value < column[$1].value }
      let high = column.indices.max { column[$0].value < column[$1].value }
      let wanted = Set([0, low ?? 0, high ?? 0, column.count - 1])
      for index in wanted.sorted() where column.indices.contains(index) {
        path += isOpen ? "L" : "M"
        path +=
          "\(decimal(x.pixel(column[index].time), 1)) \(decimal(y.pixel(column[index].value), 1))"
        isOpen = true
      }
      column.removeAll(keepingCapacity: true)
    }
    for point in series.points {
      guard let point, point.value.isFinite else {
        close()
        isOpen = false
        continue
      }
      if let first = column.first,
        x.pixel(first.time).rounded(.down) != x.pixel(point.time).rounded(.down)
      {
        close()
      }
      column.append(point)
    }
    close()
    return
      "<path class=\"\(color)\" style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"2\" "
      + "stroke-linejoin=\"round\" d=\"\(path)\"/>\n"
  }

  /// What a law says, as a dashed line.
  private func curve(_ theory: Theory) -> String {
    guard case .curve(_, _, _, _, let always) = theory else { return "" }
    var (path, isOpen) = ("", false)
    for sample in samples(of: theory) {
      let isSeen = sample.value.isFinite
      if isSeen {
        path += (isOpen ? "L" : "M") + pixels(sample.time, sample.value)
      }
      isOpen = isSeen
    }
    return "<path class=\"axis\" stroke-dasharray=\"\(always ? "6 4" : "1.5 4")\" "
      + "stroke-width=\"1.5\" d=\"\(path)\"/>\n"
  }

  /// What a law lets pass, as a band around it.
  private func tolerance(_ theory: Theory) -> String {
    let samples = samples(of: theory).filter(\.value.isFinite)
    guard !samples.isEmpty else { return "" }
    let corners =
      samples.map { pixels($0.time, $0.high) } + samples.reversed().map { pixels($0.time, $0.low) }
    return
      "<path class=\"text\" fill-opacity=\"0.07\" d=\"M\(corners.joined(separator: "L"))Z\"/>\n"
  }

  /// A sample for each two pixels across.
  private func samples(of theory: Theory)
    -> [(time: Double, low: Double, value: Double, high: Double)]
  {
    guard case .curve(_, let from, let to, _, _) = theory else { return [] }
    return theory.samples(count: max(1, Int((x.pixel(to) - x.pixel(from)) / 2)))
  }

  private func pixels(_ time: Double, _ value: Double) -> String {
    "\(decimal(x.pixel(time), 1)) \(decimal(y.pixel(value), 1))"
  }

  private func svg(_ theory: Theory) -> String {
    switch theory {
    case .curve: return tolerance(theory)
    case .point(let time, let value, let tolerance):
      let (left, low, high) = (
        x.pixel(time), y.pixel(value - tolerance), y.pixel(value + tolerance)
      )
      let bar = low - high > 10 ? rule(left, low, left, high, 1) : ""
      return bar
        + "<circle class=\"axis\" cx=\"\(decimal(left))\" cy=\"\(decimal(y.pixel(value)))\" r=\"5\" "
        + "stroke-width=\"1.5\"/>\n"
    case .moment(let time, let tolerance):
      let (left, right) = (x.pixel(time - tolerance), x.pixel(time + tolerance))
      return area(left, y.pixels.high, max(right - left, 1), y.pixels.low - y.pixels.high, 0.12)
        + "<path class=\"axis\" stroke-dasharray=\"5 4\" stroke-width=\"1.5\" "
        + "d=\"M\(decimal(x.pixel(time))) \(decimal(y.pixels.high))V\(decimal(y.pixels.low))\"/>\n"
    case .band(let from, let to, let low, let high, let always):
      let (left, right) = (x.pixel(from), x.pixel(to))
      let (top, bottom) = (high.map(y.pixel) ?? y.pixels.high, low.map(y.pixel) ?? y.pixels.low)
      let edges = [high, low].compactMap(\.self).map { value in
        "<path class=\"axis\" stroke-dasharray=\"\(always ? "5 4" : "1.5 4")\" stroke-width=\"1.5\" "
          + "d=\"M\(decimal(left)) \(decimal(y.pixel(value)))H\(decimal(max(right, left + 6)))\"/>\n"
      }
      return area(left, top, max(right - left, 1), bottom - top, 0.07) + edges.joined()
    }
  }

  private func area(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ opacity: Double)
    -> String
  {
    "<rect class=\"text\" fill-opacity=\"\(opacity)\" x=\"\(decimal(x))\" y=\"\(decimal(y))\" "
      + "width=\"\(decimal(width))\" height=\"\(decimal(max(height, 0)))\"/>\n"
  }
}
