internal import Chipmunk

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

  /// Draws panels side by side under a title, as an SVG document.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - subtitle: A line below the title.
  ///   - description: A description of the plots for people who cannot see them.
  ///   - panels: The elements of each panel.
  /// - Returns: The text of the file.
  package static func page(
    title: String,
    subtitle: String,
    description: String,
    panels: [String]
  ) -> String {
    let (columns, titleHeight) = (panels.count == 1 ? 1 : 2, 56.0)
    let rows = (panels.count + columns - 1) / columns
    let placed = panels.enumerated().map { place, panel in
      let (row, column) = place.quotientAndRemainder(dividingBy: columns)
      return Markup.moved(Double(column) * width, Double(row) * height + titleHeight, panel)
    }
    let heading = Markup.title(title.shortened(to: columns == 1 ? 50 : 105), 24, 30)
    return SVGDocument(
      plotOf: Vector(Double(columns) * width, Double(rows) * height + titleHeight),
      title: "\(title): \(description)",
      content: heading + Markup.text(subtitle, 24, 48) + placed.joined()
    ).text
  }
}
