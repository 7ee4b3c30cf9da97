internal import Chipmunk

/// The measures of a picture, shared by all ways of drawing it: SVG, pixels, and the canvas of a page, which gets them
/// from ``script``. Lengths are in pixels unless noted otherwise.
enum DrawingMetrics {
  /// The minimum thickness of a wall, and the width of the grid lines.
  static let wall = 4.0
  static let grid = 1.0
  /// The line around a body's form, and the line of the mark that shows its rotation.
  static let edge = 1.25
  static let mark = 1.25
  /// The inset of a rectangle's mark, as a share of the rectangle's shorter half side.
  static let inset = 0.28
  /// The minimum thickness of a body that is a line.
  static let thin = 2.0
  /// A sensor's outline, its dashes and the gaps between them, and the opacity of its inside; the opacity of a sensor
  /// that is a line.
  static let sensor = 1.5
  static let sensorDashes = [5.0, 4.0]
  static let sensorFill = 0.18
  static let sensorLine = 0.3
  /// The width of a constraint's line, and the radius of its dots.
  static let joint = 1.75
  static let dot = 3.2
  /// The arrow of a gravity of 1 g: its length as a share of the view's shorter side. The polygon points to the right
  /// and has length 1.
  static let arrowLength = 0.3
  static let arrow = [
    Vector(-0.5, -0.045), Vector(0.28, -0.045), Vector(0.28, -0.1364), Vector(0.5, 0),
    Vector(0.28, 0.1364), Vector(0.28, 0.045), Vector(-0.5, 0.045),
  ]
  /// The minimum gravity with an arrow, and the gravity beyond which the arrow stops growing, in g.
  static let arrowRange = 1e-3...1.6
  /// The duration of a contact's ring, in seconds.
  static let flashTime = 0.35
  /// The ring's initial radius, and its growth: for any contact, and in addition for a strength of 1.
  static let flashRadius = [3.0, 8, 18]
  /// The ring's final thickness, and its additional thickness at first.
  static let flashWidth = [0.5, 2.5]
  /// The ring's initial opacity: for any contact, and in addition for a strength of 1.
  static let flashOpacity = [0.35, 0.65]

  /// The colours of a weak, a middling and a strong force: sky blue, orange and vermilion, which people with any kind
  /// of colour vision can tell apart.
  static let forceColors = [4, 1, 5].map(Palette.body)

  /// A ring at the point of a contact.
  struct Ring {
    let radius: Double
    let width: Double
    let opacity: Double

    init(_ flash: DisplayList.Flash) {
      let done = min(flash.age / DrawingMetrics.flashTime, 1)
      let growth = DrawingMetrics.flashRadius[1] + DrawingMetrics.flashRadius[2] * flash.strength
      radius = DrawingMetrics.flashRadius[0] + growth * done.squareRoot()
      width = DrawingMetrics.flashWidth[0] + DrawingMetrics.flashWidth[1] * (1 - done)
      opacity =
        (1 - done) * (1 - done)
        * (DrawingMetrics.flashOpacity[0] + DrawingMetrics.flashOpacity[1] * flash.strength)
    }
  }
}

extension DrawingMetrics {
  /// The same measures for a page, as a script that follows the class `BoxCanvas`.
  static var script: String {
    let numbers: KeyValuePairs = [
      "wall": [wall], "grid": [grid], "edge": [edge], "mark": [mark], "inset": [inset],
      "thin": [thin], "sensor": [sensor], "sensorDashes": sensorDashes, "sensorFill": [sensorFill],
      "sensorLine": [sensorLine], "joint": [joint], "dot": [dot], "arrowLength": [arrowLength],
      "arrowRange": [arrowRange.lowerBound, arrowRange.upperBound], "flashTime": [flashTime],
      "flashRadius": flashRadius, "flashWidth": flashWidth, "flashOpacity": flashOpacity,
    ]
    let members = numbers.map { name, values in
      let texts = values.map { decimal($0, 4) }
      return "\(name): " + (texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]")
    }
    let arrow = arrow.map { "[\(decimal($0.x, 4)), \(decimal($0.y, 4))]" }
    let coil = DampedSpring.coil.map { "[\(decimal($0.x, 4)), \(decimal($0.y, 4))]" }
    let bodies = Palette.bodies.map { "'\($0.hex)'" }
    let forces = forceColors.map {
      "[\([$0.red, $0.green, $0.blue].map { decimal(Double($0) / 255, 4) }.joined(separator: ", "))]"
    }
    return """
      BoxCanvas.metrics = {
        \(members.joined(separator: ", ")),
        arrow: [\(arrow.joined(separator: ", "))],
        coil: [\(coil.joined(separator: ", "))],
      };
      BoxCanvas.forceColors = [\(forces.joined(separator: ", "))];
      BoxCanvas.colors = [\(bodies.joined(separator: ", "))];
      BoxCanvas.light = {\(Palette.light.script)};
      BoxCanvas.dark = {\(Palette.dark.script)};

      """
  }
}

extension DrawingMetrics {
  /// The colours of a page around its canvas, for the reader's theme.
  static var style: String {
    func rule(_ palette: Palette) -> String {
      ":root { --page: \(palette.page.hex); --card: \(palette.inside.hex); "
        + "--text: \(palette.text.hex); }\n"
    }
    return rule(.light) + "@media (prefers-color-scheme: dark) {\n  \(rule(.dark))}\n"
  }
}

extension Palette {
  /// The colours for a canvas.
  fileprivate var script: String {
    let colors: KeyValuePairs = [
      "inside": inside, "grid": grid, "wall": wall, "edge": edge, "mark": mark, "asleep": asleep,
      "fixed": fixed, "gravity": gravity, "joint": joint, "flash": flash, "text": text,
    ]
    return colors.map { "\($0): '\($1.css)'" }.joined(separator: ", ")
  }
}

extension Palette.Color {
  /// The colour in CSS, with its opacity: `rgb(20 26 34 / .55)`.
  fileprivate var css: String {
    opacity < 1 ? "rgb(\(red) \(green) \(blue) / \(decimal(opacity)))" : hex
  }
}
