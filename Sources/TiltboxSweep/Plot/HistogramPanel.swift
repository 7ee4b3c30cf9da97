internal import Tiltbox
internal import TiltboxDrawing

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
