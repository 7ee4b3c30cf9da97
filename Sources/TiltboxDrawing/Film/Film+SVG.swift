internal import Chipmunk
internal import Tiltbox

/// How a picture is drawn.
public struct DrawingOptions: Sendable {
  /// The width of a picture, or of a panel of several, in pixels.
  public var width: Double
  /// The colours.
  public var theme: Theme

  /// Makes options.
  public init(width: Double = 480, theme: Theme = .auto) {
    (self.width, self.theme) = (width, theme)
  }
}

extension Film {
  /// A frame as SVG.
  ///
  /// - Parameters:
  ///   - time: Its simulated time, in seconds.
  ///   - options: How it is drawn.
  /// - Returns: The text of the file.
  /// - Throws: A ``DrawingError`` for a time outside of the film; what ``Stage`` throws.
  public func svg(at time: Double, _ options: DrawingOptions = DrawingOptions()) throws -> String {
    let index = try index(at: time)
    let picture = try Stage(self).picture(ofFrame: index)
    let view = View(picture.bounds, width: options.width, margin: 6)
    let forms = SVGForms(view)
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
