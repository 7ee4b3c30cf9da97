internal import Motion
internal import Tiltbox

/// Curves side by side as an SVG: a panel each, with axes, control points and handles.
///
/// The background is left clear, and every colour stands out from white and from black, so that the
/// drawing sits well on a light page and on a dark one. The line colours are near Okabe and Ito's,
/// which colour-blind people tell apart; each panel carries its name besides.
struct CurveDrawing {
  let curves: [Curve]

  /// The side of the unit square, and the room around each panel's plot.
  static let side = 220.0
  static let margin = (left: 46.0, right: 40.0, top: 56.0, bottom: 46.0)
  /// The most panels in a row.
  private static let columns = 4
  private static let colors = ["#2A83C6", "#D55E00", "#009E73", "#B0609A", "#767676"]

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
      let (row, column) = (index / columns, index % columns)
      let x = Double(column) * panel.x + Self.margin.left
      let y = Double(row) * panel.y + Self.margin.top
      return "<g transform=\"translate(\(short(x)) \(short(y)))\">\n"
        + CurvePanel(curve: curve, scale: scale, color: Self.colors[index % Self.colors.count]).svg
        + "</g>\n"
    }
    let names = curves.map(\.name).joined(separator: ", ").escapedForXML
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(short(width))" height="\(short(height))" \
      viewBox="0 0 \(short(width)) \(short(height))" role="img" fill="none" \
      font-family="system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="11">
      <title>Timing functions: \(names)</title>
      <desc>Progress over time, one panel for each curve. Open circles are control points, on their \
      handles. The dots on the right of each panel are its progress at thirteen equal times.</desc>
      <style>text { fill: #767676 } .name { font-size: 14px; font-weight: 600 }
      @media (prefers-color-scheme: dark) { text { fill: #a0a0a0 } }</style>
      \(panels.joined())<text x="\(short(width / 2))" y="\(short(height - 12))" \
      text-anchor="middle">dots: progress at thirteen equal times</text>
      </svg>

      """
  }

  /// The least and the greatest progress to be shown, control points included, the same for all.
  private var valueRange: ClosedRange<Double> {
    let values = curves.flatMap { curve in
      (0...240).map { curve.function(Double($0) / 240) } + (curve.controls ?? []).map(\.y)
    }
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    return min(0, low)...max(1, high)
  }
}

/// Where a progress is in a panel, in pixels down from its top.
struct CurveScale {
  let range: ClosedRange<Double>
  let side: Double
  /// Pixels for a progress of 1: those of the time, or fewer if the plot would be too tall.
  let unit: Double
  let height: Double

  init(_ range: ClosedRange<Double>, side: Double) {
    let extent = min(range.upperBound - range.lowerBound, 1e300)
    self.range = range
    self.side = side
    height = min(side * extent, side * 2)
    unit = height / extent
  }

  func x(_ time: Double) -> Double { time * side }
  func y(_ progress: Double) -> Double { (range.upperBound - progress) * unit }

  /// The marks of the progress axis: quarters, or wider apart when many units are shown.
  var marks: [Double] {
    let extent = range.upperBound - range.lowerBound
    var step = 0.25
    while extent / step > 12 { step *= 2 }
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }
}

/// A pixel position with two decimals at most.
func short(_ pixels: Double) -> String { decimal((pixels * 100).rounded() / 100) }
