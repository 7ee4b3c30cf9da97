internal import Tiltbox

/// Pieces of an SVG document.
enum Markup {
  static func text(_ text: String, _ x: Double, _ y: Double, _ attributes: String = "") -> String {
    let space = attributes.isEmpty ? "" : " \(attributes)"
    return "<text x=\"\(x.pixels)\" y=\"\(y.pixels)\"\(space)>\(text.escapedForXML)</text>\n"
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<path d=\"M\(x1.pixels) \(y1.pixels)L\(x2.pixels) \(y2.pixels)\"/>\n"
  }

  static func rectangle(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ attributes: String
  ) -> String {
    "<rect x=\"\(x.pixels)\" y=\"\(y.pixels)\" width=\"\(width.pixels)\" "
      + "height=\"\(height.pixels)\" \(attributes)/>\n"
  }

  static func points(_ points: [(x: Double, y: Double)]) -> String {
    points.map { "\($0.x.pixels),\($0.y.pixels)" }.joined(separator: " ")
  }
}

extension Double {
  /// The number with two decimals at most.
  var pixels: String {
    let text = ((self * 100).rounded() / 100 + 0).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
