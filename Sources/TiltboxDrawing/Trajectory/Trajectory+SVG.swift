internal import Chipmunk
internal import Tiltbox

/// Options for drawing a picture.
public struct DrawingOptions: Sendable {
  /// The width of a picture, or of each panel if there are several, in pixels, from 16, or 120 for a plot, to 16384.
  public var width: Double
  /// The colours.
  public var theme: Theme

  /// Creates options.
  public init(width: Double = 480, theme: Theme = .auto) {
    (self.width, self.theme) = (width, theme)
  }

  /// Returns the width, if it is in its range.
  func checkedWidth(from least: Int = 16) throws(DrawingError) -> Double {
    guard (Double(least)...16384).contains(width) else {
      throw DrawingError("the width is \(width.plain) pixels; give a number from \(least) to 16384")
    }
    return width
  }
}

extension Trajectory {
  /// Draws a frame as SVG.
  ///
  /// - Parameters:
  ///   - time: The simulated time of the frame, in seconds.
  ///   - options: The drawing options.
  /// - Returns: The text of the file.
  /// - Throws: ``DrawingError`` for a time outside the trajectory, or a width outside its range; the errors of
  ///   `TrajectoryRenderer`.
  public func svg(at time: Double, _ options: DrawingOptions = DrawingOptions()) throws -> String {
    let index = try index(at: time)
    let displayList = try TrajectoryRenderer(self).displayList(ofFrame: index)
    let view = View(displayList.bounds, width: try options.checkedWidth(), margin: 6)
    let forms = SVGForms(view, detail: displayList.detail(at: view.scale))
    return SVGDocument(
      size: view.size,
      title: "\(scenario.name) at \(decimal(frames[index].time, 4)) s",
      theme: options.theme,
      content: forms.picture(displayList)
    ).text
  }
}
