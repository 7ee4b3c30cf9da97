package import Chipmunk
internal import Tiltbox

/// A complete SVG file.
package struct SVGDocument {
  let size: Vector
  let title: String
  var theme = Theme.auto
  /// A description for people who cannot see the drawing.
  var description = ""
  var content = ""

  /// A list in which every program has at least one font.
  private static let fonts = "system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"

  package var text: String {
    let (width, height) = (decimal(size.x), decimal(size.y))
    let words = description.isEmpty ? "" : "<desc>\(description.escapedForXML)</desc>\n"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" font-family="\(Self.fonts)" font-size="12">
      <title>\(title.escapedForXML)</title>
      \(words)\(theme.style)\(content)</svg>

      """
  }
}

extension SVGDocument {
  /// Creates the document of a plot, on its own background; elements have no fill unless they specify one.
  package init(
    plotOf size: Vector,
    title: String,
    description: String = "",
    theme: Theme = .auto,
    content: String
  ) {
    self.init(
      size: size,
      title: title,
      theme: theme,
      description: description,
      content: "<rect class=\"inside\" width=\"100%\" height=\"100%\"/>\n"
        + "<g fill=\"none\">\n\(content)</g>\n"
    )
  }
}
