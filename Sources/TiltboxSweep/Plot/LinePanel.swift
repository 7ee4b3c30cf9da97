internal import TiltboxScenario

/// A measure over a field: the median, and a band from 5 to 95 % where a value has several runs; of a yes or no, the
/// share with its interval.
struct LinePanel {
  private let name: String
  private let field: String
  private let isYesNo: Bool
  private let scale: FieldScale
  /// For each value of the field: low, middle, high; nil where no run has a value.
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
    let x = PlotAxis(
      of: scale.allPositions,
      from: PlotPanel.left + 10,
      to: PlotPanel.right - 10
    )
    let found = bands.compactMap(\.self)
    let shown = hasBand ? found.flatMap { [$0.low, $0.high] } : found.map(\.middle)
    let y = PlotAxis(
      of: isYesNo ? [0, 1] : shown,
      from: PlotPanel.bottom,
      to: PlotPanel.top,
      room: 0.04
    )
    let yMarks = y.marks().map { mark in
      (place: y.place(mark), label: isYesNo ? mark.percent : mark.brief)
    }
    let title = isYesNo ? "\(name): share of yes" : name
    return PlotPanel.frame(title, xName: field, x: scale.marks(x, 7), y: yMarks) + curve(x, y)
  }

  private func curve(_ x: PlotAxis, _ y: PlotAxis) -> String {
    var svg = "<g fill=\"\(PlotPanel.color)\" stroke=\"\(PlotPanel.color)\">\n"
    for stretch in stretches {
      let places = stretch.compactMap { index in
        bands[index].map { band in (x.place(scale.allPositions[index]), band) }
      }
      if hasBand {
        let outline =
          places.map { (x: $0.0, y: y.place($0.1.high)) }
          + places.reversed().map { (x: $0.0, y: y.place($0.1.low)) }
        svg += "<polygon points=\"\(Markup.points(outline))\" fill-opacity=\"0.15\" "
        svg += "stroke=\"none\"/>\n"
      }
      let line = places.map { (x: $0.0, y: y.place($0.1.middle)) }
      if scale.isNumeric {
        svg += "<polyline points=\"\(Markup.points(line))\" fill=\"none\" stroke-width=\"1.8\"/>\n"
      }
      guard line.count <= 120 else { continue }
      for point in line {
        svg += "<circle cx=\"\(point.x.pixels)\" cy=\"\(point.y.pixels)\" r=\"2.6\" "
        svg += "stroke=\"none\"/>\n"
      }
    }
    return svg + "</g>\n"
  }

  /// The places of the field's values that follow each other without a gap.
  private var stretches: [[Int]] {
    bands.indices.split { bands[$0] == nil }.map(Array.init)
  }
}
