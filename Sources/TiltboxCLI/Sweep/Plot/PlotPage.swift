internal import Chipmunk
internal import TiltboxDrawing

/// Panels side by side under a title, as an SVG document.
struct PlotPage {
  let title: String
  let subtitle: String
  /// What a reader is told who does not see it.
  let description: String
  let panels: [String]

  private static let titleHeight = 56.0

  var svg: String {
    let columns = panels.count == 1 ? 1 : 2
    let rows = (panels.count + columns - 1) / columns
    let placed = panels.enumerated().map { place, panel in
      Markup.moved(
        Double(place % columns) * PlotPanel.width,
        Double(place / columns) * PlotPanel.height + Self.titleHeight,
        panel
      )
    }
    return SVGDocument(
      plotOf: Vector(
        Double(columns) * PlotPanel.width,
        Double(rows) * PlotPanel.height + Self.titleHeight
      ),
      title: "\(title): \(description)",
      content: Markup.text(title, 24, 30, "class=\"text\" font-size=\"18\" font-weight=\"600\"")
        + Markup.text(subtitle, 24, 48) + placed.joined()
    ).text
  }
}

/// What all panels share: their size, and how values are drawn.
enum PlotPanel {
  static let (width, height) = (560.0, 380.0)
  static let frame = PlotFrame(left: 84, right: 536, top: 40, bottom: 312)
  /// The attributes of a line through values.
  static let line = "class=\"c0\" style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"1.8\""

  static func x(_ values: [Double], parts: Int = 6) -> PlotAxis {
    PlotAxis(values, from: frame.left + 10, to: frame.right - 10, parts: parts)
  }

  static func y(_ values: [Double], room: Double = 0) -> PlotAxis {
    PlotAxis(values, from: frame.bottom, to: frame.top, ends: .values(room: room))
  }
}
