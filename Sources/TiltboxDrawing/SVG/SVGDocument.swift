internal import Chipmunk
internal import Tiltbox

/// A drawing as a file of its own.
struct SVGDocument {
  let size: Vector
  let title: String
  let theme: Theme
  var content = ""

  /// Every program has one of them.
  static let fonts = "system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"

  var text: String {
    let (width, height) = (decimal(size.x), decimal(size.y))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" font-family="\(Self.fonts)" font-size="12">
      <title>\(title.escapedForXML)</title>
      \(SVGStyle(theme: theme).element)\(content)</svg>

      """
  }
}

/// A text at a pixel.
func label(
  _ text: String,
  at place: Vector,
  anchor: String = "start",
  _ attributes: String = "class=\"text\""
) -> String {
  "<text x=\"\(decimal(place.x))\" y=\"\(decimal(place.y))\" text-anchor=\"\(anchor)\" \(attributes)>"
    + "\(text.escapedForXML)</text>\n"
}
