internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles

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
