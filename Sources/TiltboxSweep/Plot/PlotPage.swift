internal import Tiltbox

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
    let (width, height) = (
      Double(columns) * PlotPanel.width, Double(rows) * PlotPanel.height + Self.titleHeight
    )
    let placed = panels.enumerated().map { place, panel in
      let x = Double(place % columns) * PlotPanel.width
      let y = Double(place / columns) * PlotPanel.height + Self.titleHeight
      return "<g transform=\"translate(\(x.pixels) \(y.pixels))\">\n\(panel)</g>\n"
    }.joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width.pixels)" height="\(height.pixels)" \
      viewBox="0 0 \(width.pixels) \(height.pixels)" role="img" \
      font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="12" fill="#24292f">
      <title>\(title.escapedForXML): \(description)</title>
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(Markup.text(title, 24, 30, "font-size=\"18\" font-weight=\"600\""))\
      \(Markup.text(subtitle, 24, 48, "fill=\"#57606a\""))\(placed)</svg>

      """
  }
}
