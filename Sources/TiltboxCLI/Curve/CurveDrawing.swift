internal import Chipmunk
internal import Motion
internal import TiltboxDrawing

/// Draws curves side by side as an SVG, each in a panel with axes, control points and handles.
struct CurveDrawing {
  let curves: [Curve]

  /// The side of the unit square, and the margins of each panel's plot, in pixels.
  static let side = 220.0
  static let margin = (left: 46.0, right: 40.0, top: 56.0, bottom: 46.0)
  /// The maximum number of panels in a row.
  private static let columns = 4

  var svg: String {
    let range = valueRange
    let scale = CurveScale(range, side: Self.side)
    let panel = SIMD2(
      Self.margin.left + Self.side + Self.margin.right,
      Self.margin.top + scale.height + Self.margin.bottom
    )
    let rows = (curves.count + Self.columns - 1) / Self.columns
    let columns = (curves.count + rows - 1) / rows
    let (width, height) = (panel.x * Double(columns), panel.y * Double(rows) + 26)
    let panels = curves.enumerated().map { index, curve in
      Markup.moved(
        Double(index % columns) * panel.x + Self.margin.left,
        Double(index / columns) * panel.y + Self.margin.top,
        CurvePanel(curve: curve, scale: scale, color: "c\(index % 6)").svg
      )
    }
    return SVGDocument(
      plotOf: Vector(width, height),
      title: "Timing functions: \(curves.map(\.name).joined(separator: ", "))",
      description:
        "Progress over time, one panel for each curve. Open circles are control points, on their "
        + "handles. The dots on the right of each panel are its progress at thirteen equal times.",
      content: panels.joined()
        + Markup.text(
          "dots: progress at thirteen equal times",
          width / 2,
          height - 12,
          anchor: .middle
        )
    ).text
  }

  /// The range of progress in all panels, including control points.
  private var valueRange: ClosedRange<Double> {
    let values = curves.flatMap { curve in
      (0...240).map { curve.function(Double($0) / 240) } + (curve.controls ?? []).map(\.y)
    }
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    return min(0, low)...max(1, high)
  }
}

/// The axes of a panel, in pixels from its top left corner.
struct CurveScale {
  let side: Double
  let height: Double
  let time: PlotAxis
  let progress: PlotAxis

  /// Makes the axes. Progress and time have the same scale, unless the plot would be too tall.
  init(_ range: ClosedRange<Double>, side: Double) {
    let extent = min(range.upperBound - range.lowerBound, 1e300)
    self.side = side
    height = min(side * extent, side * 2)
    time = PlotAxis([0, 1], from: 0, to: side, parts: 5)
    progress = PlotAxis(
      [range.lowerBound, range.upperBound],
      from: height,
      to: 0,
      parts: Int(height / 40)
    )
  }

  var frame: PlotFrame { PlotFrame(left: 0, right: side, top: 0, bottom: height, nameDistance: 35) }
}
