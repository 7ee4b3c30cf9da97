internal import Chipmunk
internal import Tiltbox

/// How a picture is drawn.
public struct DrawingOptions: Sendable {
  /// The width of a picture, or of a panel of several, in pixels, from 16 to 16384.
  public var width: Double
  /// The colours.
  public var theme: Theme

  /// Makes options.
  public init(width: Double = 480, theme: Theme = .auto) {
    (self.width, self.theme) = (width, theme)
  }

  /// The width, from 16 to 16384.
  var checkedWidth: Double {
    get throws(DrawingError) {
      guard (16...16384).contains(width) else {
        throw DrawingError("the width is \(width) pixels; give a number from 16 to 16384")
      }
      return width
    }
  }
}

extension Film {
  /// A frame as SVG.
  ///
  /// - Parameters:
  ///   - time: Its simulated time, in seconds.
  ///   - options: How it is drawn.
  /// - Returns: The text of the file.
  /// - Throws: A ``DrawingError`` for a time outside of the film, or a width that cannot be drawn; what `FilmRenderer` throws.
  public func svg(at time: Double, _ options: DrawingOptions = DrawingOptions()) throws -> String {
    let index = try index(at: time)
    let picture = try FilmRenderer(self).picture(ofFrame: index)
    let view = View(picture.bounds, width: try options.checkedWidth, margin: 6)
    let forms = SVGForms(view, detail: picture.detail(at: view.scale))
    var document = SVGDocument(
      size: view.size,
      title: "\(scenario.name) at \(decimal(frames[index].time, 4)) s",
      theme: options.theme
    )
    document.content =
      forms.opening + forms.ground(picture) + forms.gravity(picture) + forms.marks(picture)
      + "</g>\n"
    return document.text
  }
}
