internal import TiltboxDrawing
internal import TiltboxFiles

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
