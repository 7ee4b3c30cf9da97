internal import Chipmunk
internal import TiltboxJSON

/// The measures of a picture, shared by all ways of drawing it: SVG, pixels, and the canvas of a page. Lengths are in
/// pixels unless noted otherwise.
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
  /// The arrow of a gravity of 1 g: its length as a share of the shorter side of what is shown. The polygon points to
  /// the right and has length 1.
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
}

extension DrawingMetrics {
  /// The colours, and the measures that a scene's drawing does not have, for a page: a script that follows the class
  /// `BoxCanvas`.
  static var script: String {
    let metrics: [(String, JSON)] = [
      ("wall", .number(wall)), ("grid", .number(grid)), ("joint", .number(joint)),
      ("dot", .number(dot)), ("arrowLength", .number(arrowLength)),
      ("arrowRange", JSON([arrowRange.lowerBound, arrowRange.upperBound])),
      ("arrow", .array(arrow.map { JSON($0) })), ("flashTime", .number(flashTime)),
      ("flashRadius", JSON(flashRadius)), ("flashWidth", JSON(flashWidth)),
      ("flashOpacity", JSON(flashOpacity)), ("coil", .array(DampedSpring.coil.map { JSON($0) })),
    ]
    let forces = forceColors.map { JSON([$0.red, $0.green, $0.blue].map { Double($0) / 255 }) }
    return """
      BoxCanvas.metrics = \(JSON.object(metrics).line);
      BoxCanvas.forceColors = \(JSON.array(forces).line);
      BoxCanvas.colors = \(JSON.array(Palette.bodies.map { .text($0.hex) }).line);
      BoxCanvas.light = \(Palette.light.json.line);
      BoxCanvas.dark = \(Palette.dark.json.line);

      """
  }
}

extension DrawingMetrics {
  /// The colours of a page around its canvas, for the reader's theme.
  static var style: String {
    func rule(_ palette: Palette) -> String {
      ":root { --page: \(palette[.page].hex); --card: \(palette[.inside].hex); "
        + "--text: \(palette[.text].hex); }\n"
    }
    return rule(.light) + "@media (prefers-color-scheme: dark) {\n  \(rule(.dark))}\n"
  }
}

extension Palette {
  /// The colours for a canvas, by their names.
  fileprivate var json: JSON { .object(Name.allCases.map { ($0.rawValue, .text(self[$0].css)) }) }
}

extension Palette.Color {
  /// The colour in CSS, with its opacity: `rgb(20 26 34 / .55)`.
  fileprivate var css: String {
    opacity < 1 ? "rgb(\(red) \(green) \(blue) / \(decimal(opacity)))" : hex
  }
}
