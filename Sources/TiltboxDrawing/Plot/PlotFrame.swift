/// The frame of a plot: a rectangle with lines at the marks of both axes, and the texts of the marks and axes.
package struct PlotFrame {
  package let left: Double
  package let right: Double
  package let top: Double
  package let bottom: Double
  /// The distance of the vertical axis's name from the left of the frame.
  private let nameDistance: Double

  /// Creates a frame, in pixels; y is downwards.
  package init(
    left: Double,
    right: Double,
    top: Double,
    bottom: Double,
    nameDistance: Double = 64
  ) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
    self.nameDistance = nameDistance
  }

  package var middle: Double { (left + right) / 2 }

  /// Draws the lines at the marks, and their texts below and to the left.
  package func grid(x: [PlotMark], y: [PlotMark], xName: String, yName: String = "") -> String {
    let lines =
      y.map { Markup.line(left, $0.place, right, $0.place, Self.style($0)) }
      + x.map { Markup.line($0.place, top, $0.place, bottom, Self.style($0)) }
    let edges =
      Markup.line(left, top, left, bottom, Self.strong)
      + Markup.line(left, bottom, right, bottom, Self.strong)
    return lines.joined() + edges + texts(x: x, y: y, xName: xName, yName: yName)
  }

  /// Draws the texts at the marks, and the names of the axes beyond them.
  package func texts(x: [PlotMark], y: [PlotMark], xName: String, yName: String) -> String {
    var svg = ""
    for mark in y { svg += Markup.text(mark.text, left - 8, mark.place + 4, anchor: .end) }
    for mark in x { svg += Markup.text(mark.text, mark.place, bottom + 18, anchor: .middle) }
    if !xName.isEmpty { svg += Markup.text(xName, middle, bottom + 38, anchor: .middle) }
    if !yName.isEmpty { svg += Markup.uprightText(yName, left - nameDistance, (top + bottom) / 2) }
    return svg
  }

  /// Draws a name above the plot.
  package func heading(_ name: String) -> String { Markup.heading(name, left, top - 14) }

  private static let strong = "class=\"axis\" stroke-opacity=\"0.5\""
  private static func style(_ mark: PlotMark) -> String {
    mark.isStrong ? strong : "class=\"axis\" stroke-opacity=\"0.14\""
  }
}
