internal import TiltboxScenario
internal import Tiltbox

/// A measure over two fields, as colours: the mean where a pair of values has several runs, of a yes or no the share.
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

  /// Where the colours end, and their legend begins.
  private static let right = PlotPanel.right - 84

  var svg: String {
    let values = means.values.flatMap { $0.values.map { $0.sum / Double($0.count) } }
    let (low, high) = isYesNo ? (0, 1) : (values.min() ?? 0, values.max() ?? 1)
    let columns = Double(xScale.values.count)
    let rows = Double(yScale.values.count)
    let width = (Self.right - PlotPanel.left) / columns
    let height = (PlotPanel.bottom - PlotPanel.top) / rows
    var svg = "<g shape-rendering=\"crispEdges\">\n"
    svg += Markup.rectangle(
      PlotPanel.left,
      PlotPanel.top,
      Self.right - PlotPanel.left,
      PlotPanel.bottom - PlotPanel.top,
      "fill=\"#eaeef2\""
    )
    for (i, x) in xScale.values.enumerated() {
      for (j, y) in yScale.values.enumerated() {
        guard let cell = means[x]?[y] else { continue }
        let share = high > low ? (cell.sum / Double(cell.count) - low) / (high - low) : 0.5
        svg += Markup.rectangle(
          PlotPanel.left + Double(i) * width,
          PlotPanel.bottom - Double(j + 1) * height,
          width,
          height,
          "fill=\"\(ColorRamp.color(share))\""
        )
      }
    }
    return svg + "</g>\n" + names(width, height) + legend(low, high)
  }

  private func names(_ width: Double, _ height: Double) -> String {
    let (left, bottom) = (PlotPanel.left, PlotPanel.bottom)
    let title = isYesNo ? "\(name): share of yes" : name
    var svg = Markup.text(title, left, PlotPanel.top - 14, "font-size=\"14\" font-weight=\"600\"")
    svg += "<g fill=\"#57606a\">\n"
    for index in Self.thinned(xScale.values.count, 6) {
      let label = FieldScale.label(xScale.values[index])
      let x = left + (Double(index) + 0.5) * width
      svg += Markup.text(label, x, bottom + 18, "text-anchor=\"middle\"")
    }
    for index in Self.thinned(yScale.values.count, 9) {
      let label = FieldScale.label(yScale.values[index])
      let y = bottom - (Double(index) + 0.5) * height + 4
      svg += Markup.text(label, left - 8, y, "text-anchor=\"end\"")
    }
    let middle = (left + Self.right) / 2
    svg += Markup.text(across, middle, bottom + 44, "text-anchor=\"middle\"")
    let y = ((PlotPanel.top + bottom) / 2).pixels
    svg += "<text transform=\"translate(20 \(y)) rotate(-90)\" text-anchor=\"middle\">"
    return svg + "\(down.escapedForXML)</text>\n</g>\n"
  }

  private func legend(_ low: Double, _ high: Double) -> String {
    let (x, top, bottom) = (Self.right + 18, PlotPanel.top, PlotPanel.bottom)
    let steps = 40
    let height = (bottom - top) / Double(steps)
    var svg = "<g shape-rendering=\"crispEdges\">\n"
    for step in 0..<steps {
      let share = (Double(step) + 0.5) / Double(steps)
      let y = bottom - Double(step + 1) * height
      svg += Markup.rectangle(x, y, 12, height, "fill=\"\(ColorRamp.color(share))\"")
    }
    svg += "</g>\n<g fill=\"#57606a\">\n"
    let axis = PlotAxis(of: [low, high], from: bottom, to: top)
    for mark in axis.marks() {
      let label = isYesNo ? mark.percent : mark.brief
      svg += Markup.text(label, x + 18, axis.place(mark) + 4)
    }
    return svg + "</g>\n"
  }

  /// So many places at most, evenly.
  private static func thinned(_ count: Int, _ most: Int) -> [Int] {
    Array(stride(from: 0, to: count, by: max(1, (count + most - 1) / most)))
  }
}

/// From dark blue over green to yellow, lighter all the way, so that it can be told apart in grey and by colour-blind
/// people: nine points of Matplotlib's viridis (van der Walt and Smith, 2015; public domain).
enum ColorRamp {
  private static let points: [(Double, Double, Double)] = [
    (68, 1, 84), (71, 44, 122), (59, 81, 139), (44, 113, 142), (33, 144, 141), (39, 173, 129),
    (92, 200, 99), (170, 220, 50), (253, 231, 37),
  ]

  static func color(_ share: Double) -> String {
    let place = min(max(share, 0), 1) * Double(points.count - 1)
    let index = min(Int(place), points.count - 2)
    let (a, b, part) = (points[index], points[index + 1], place - Double(index))
    let parts = [a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part, a.2 + (b.2 - a.2) * part]
    return "rgb(" + parts.map { "\(Int($0.rounded()))" }.joined(separator: ",") + ")"
  }
}
