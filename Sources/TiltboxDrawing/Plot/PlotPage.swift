internal import Chipmunk

/// Panels side by side under a title, as an SVG document.
package struct PlotPage {
  let title: String
  let subtitle: String
  /// A description of the plots for people who cannot see them.
  let description: String
  let panels: [String]

  private static let titleHeight = 56.0

  package init(title: String, subtitle: String, description: String, panels: [String]) {
    (self.title, self.subtitle) = (title, subtitle)
    (self.description, self.panels) = (description, panels)
  }

  package var svg: String {
    let columns = panels.count == 1 ? 1 : 2
    let rows = (panels.count + columns - 1) / columns
    let placed = panels.enumerated().map { place, panel in
      Markup.moved(
        Double(place % columns) * PagePanel.width,
        Double(place / columns) * PagePanel.height + Self.titleHeight,
        panel
      )
    }
    return SVGDocument(
      plotOf: Vector(
        Double(columns) * PagePanel.width,
        Double(rows) * PagePanel.height + Self.titleHeight
      ),
      title: "\(title): \(description)",
      content: Markup.title(title, 24, 30) + Markup.text(subtitle, 24, 48) + placed.joined()
    ).text
  }
}

/// The size of a page's panels, and the style of their lines.
package enum PagePanel {
  static let (width, height) = (560.0, 380.0)
  package static let frame = PlotFrame(left: 84, right: 536, top: 40, bottom: 312)
  /// The attributes of a line through values.
  package static let line =
    "class=\"c0\" style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"1.8\""

  package static func x(_ values: [Double], parts: Int = 6) -> PlotAxis {
    PlotAxis(values, from: frame.left + 10, to: frame.right - 10, parts: parts)
  }

  package static func y(_ values: [Double], room: Double = 0) -> PlotAxis {
    PlotAxis(values, from: frame.bottom, to: frame.top, ends: .values(room: room))
  }
}
