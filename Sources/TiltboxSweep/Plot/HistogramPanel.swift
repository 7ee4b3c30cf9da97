/// How often a measure had which value, with its median and the range of 90 %.
struct HistogramPanel {
  private let name: String
  private let isYesNo: Bool
  private let values: [Double]

  init(name: String, isYesNo: Bool, _ values: [Double]) {
    (self.name, self.isYesNo) = (name, isYesNo)
    self.values = values.filter { !$0.isNaN }.sorted()
  }

  /// As many bars as Freedman and Diaconis advise: each twice the quartiles' distance over the count's cube root.
  private var bars: [(from: Double, to: Double, count: Int)] {
    guard let low = values.first, let high = values.last, low < high else {
      let value = values.first ?? 0
      let reach = max(abs(value) * 0.05, 0.5)
      return [(value - reach / 10, value + reach / 10, values.count)]
    }
    var cubeRoot = 1.0
    while cubeRoot * cubeRoot * cubeRoot < Double(values.count) { cubeRoot += 0.25 }
    let width = 2 * (values.quantile(0.75) - values.quantile(0.25)) / cubeRoot
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

  var svg: String { isYesNo ? share : histogram }

  private var histogram: String {
    let bars = bars
    let x = PlotAxis(
      of: bars.flatMap { [$0.from, $0.to] },
      from: PlotPanel.left + 10,
      to: PlotPanel.right - 10
    )
    let y = PlotAxis(
      of: [0, Double(bars.map(\.count).max() ?? 1) * 1.04],
      from: PlotPanel.bottom,
      to: PlotPanel.top
    )
    var svg = PlotPanel.frame(
      "\(name): runs",
      xName: "median \(values.quantile(0.5).brief), 90 % between "
        + "\(values.quantile(0.05).brief) and \(values.quantile(0.95).brief)",
      x: x.marks().map { (place: x.place($0), label: $0.brief) },
      y: y.marks().map { (place: y.place($0), label: $0.brief) }
    )
    svg += "<g fill=\"\(PlotPanel.color)\" fill-opacity=\"0.75\" stroke=\"#ffffff\">\n"
    for bar in bars where bar.count > 0 {
      let (left, top) = (x.place(bar.from), y.place(Double(bar.count)))
      svg += Markup.rectangle(left, top, x.place(bar.to) - left, PlotPanel.bottom - top, "")
    }
    svg += "</g>\n<g stroke=\"#cf222e\" stroke-dasharray=\"4 3\">\n"
    for share in [0.05, 0.5, 0.95] where values.first != values.last {
      let place = x.place(values.quantile(share))
      svg += Markup.line(place, PlotPanel.top, place, PlotPanel.bottom)
    }
    return svg + "</g>\n"
  }

  /// Of a yes or no, two bars, and the interval of the share.
  private var share: String {
    let yes = values.count { $0 != 0 }
    let interval = WilsonInterval(yes, of: values.count)
    let y = PlotAxis(of: [0, 1], from: PlotPanel.bottom, to: PlotPanel.top)
    let x = PlotAxis(of: [-0.5, 1.5], from: PlotPanel.left, to: PlotPanel.right)
    let part = Double(yes) / Double(values.count)
    var svg = PlotPanel.frame(
      "\(name): share of runs",
      xName: "yes between \(interval.low.percent) and \(interval.high.percent), 95 % confidence",
      x: [(x.place(0), "no"), (x.place(1), "yes")],
      y: y.marks().map { (place: y.place($0), label: $0.percent) }
    )
    svg += "<g fill=\"\(PlotPanel.color)\" fill-opacity=\"0.75\">\n"
    for (place, height) in [(0.0, 1 - part), (1, part)] {
      let (left, top) = (x.place(place - 0.3), y.place(height))
      svg += Markup.rectangle(left, top, x.place(place + 0.3) - left, PlotPanel.bottom - top, "")
    }
    let middle = x.place(1)
    return svg + "</g>\n<g stroke=\"#24292f\" stroke-width=\"1.5\">\n"
      + Markup.line(middle, y.place(interval.low), middle, y.place(interval.high)) + "</g>\n"
  }
}
