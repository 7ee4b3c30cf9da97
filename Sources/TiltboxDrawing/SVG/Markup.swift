internal import Tiltbox

/// Elements of an SVG document, with coordinates in pixels. A style contains an element's other attributes.
package enum Markup {
  package static func text(
    _ text: String,
    _ x: Double,
    _ y: Double,
    anchor: Anchor = .start,
    _ style: String = "class=\"text\""
  ) -> String {
    "<text x=\"\(decimal(x))\" y=\"\(decimal(y))\" text-anchor=\"\(anchor.rawValue)\" \(style)>"
      + "\(text.escapedForXML)</text>\n"
  }

  /// Returns the title of a drawing; a heading is the name of a plot in it.
  package static func title(_ words: String, _ x: Double, _ y: Double) -> String {
    text(words, x, y, "class=\"text\" font-size=\"18\" font-weight=\"600\"")
  }
  package static func heading(_ words: String, _ x: Double, _ y: Double) -> String {
    text(words, x, y, "class=\"text\" font-size=\"14\" font-weight=\"600\"")
  }

  /// The part of a text at its position.
  package enum Anchor: String { case start, middle, end }

  /// Returns a text that reads upwards.
  package static func uprightText(_ text: String, _ x: Double, _ y: Double) -> String {
    "<text transform=\"translate(\(decimal(x)) \(decimal(y))) rotate(-90)\" text-anchor=\"middle\" "
      + "class=\"text\">\(text.escapedForXML)</text>\n"
  }

  package static func line(
    _ x1: Double,
    _ y1: Double,
    _ x2: Double,
    _ y2: Double,
    _ style: String = "class=\"axis\""
  ) -> String {
    "<path d=\"M\(decimal(x1)) \(decimal(y1))L\(decimal(x2)) \(decimal(y2))\" \(style)/>\n"
  }

  package static func polyline(_ points: [(x: Double, y: Double)], _ style: String) -> String {
    "<polyline points=\"\(list(points))\" \(style)/>\n"
  }

  package static func polygon(_ points: [(x: Double, y: Double)], _ style: String) -> String {
    "<polygon points=\"\(list(points))\" \(style)/>\n"
  }

  package static func rectangle(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ style: String
  ) -> String {
    "<rect x=\"\(decimal(x))\" y=\"\(decimal(y))\" width=\"\(decimal(width))\" "
      + "height=\"\(decimal(height))\" \(style)/>\n"
  }

  package static func circle(_ x: Double, _ y: Double, radius: Double, _ style: String) -> String {
    "<circle cx=\"\(decimal(x))\" cy=\"\(decimal(y))\" r=\"\(decimal(radius))\" \(style)/>\n"
  }

  /// Returns elements with a translated origin.
  package static func moved(_ x: Double, _ y: Double, _ elements: String) -> String {
    "<g transform=\"translate(\(decimal(x)) \(decimal(y)))\">\n\(elements)</g>\n"
  }

  private static func list(_ points: [(x: Double, y: Double)]) -> String {
    points.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " ")
  }
}

extension String {
  /// Returns both ends of a text that is too long.
  package func shortened(to most: Int) -> String {
    count > most ? "\(prefix((most - 1) / 2))…\(suffix(most / 2))" : self
  }
}

/// Formats a number for SVG, with a maximum number of decimals; 0 if it is not finite.
package func decimal(_ value: Double, _ places: Int = 2) -> String {
  value.isFinite ? value.decimal(places) : "0"
}
