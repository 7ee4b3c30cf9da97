internal import Chipmunk
internal import Motion
internal import Tiltbox
internal import TiltboxDrawing

/// A plot of one curve; the origin is the top left corner.
struct CurvePanel {
  let curve: Curve
  let scale: CurveScale
  let color: String

  var svg: String { heading + grid + handles + line + dots }

  private var heading: String {
    let isNumbers = curve.name.allSatisfy { "0123456789.,+-eE ".contains($0) }
    let name = isNumbers ? "custom" : curve.name
    return Markup.heading(name, 0, -32)
      + (curve.css.map { $0 == name ? "" : Markup.text($0, 0, -14) } ?? "")
  }

  private var grid: String {
    scale.frame.grid(
      x: scale.time.marks(strong: [0, 1]),
      y: scale.progress.marks(strong: [0, 1]),
      xName: "time",
      yName: "progress"
    )
  }

  /// Lines from each end to its control point, which is an open circle.
  private var handles: String {
    guard let controls = curve.controls else { return "" }
    return zip([SIMD2(0.0, 0), SIMD2(1, 1)], controls).map { end, control in
      let (from, to) = (place(end), place(control))
      return Markup.line(from.x, from.y, to.x, to.y, "\(stroke(1.5)) stroke-dasharray=\"4 3\"")
        + Markup.circle(to.x, to.y, radius: 4.5, stroke(2))
    }.joined()
  }

  private func stroke(_ width: Double) -> String {
    "class=\"\(color)\" style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"\(width)\""
  }

  private var line: String {
    risers
      + "<path d=\"\(pathData)\" \(stroke(3)) stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
  }

  /// The path: Béziers as such, steps as flat pieces, everything else as 240 straight pieces.
  private var pathData: String {
    if let controls = curve.controls {
      return "M\(point([0, 0]))C\(point(controls[0])) \(point(controls[1])) \(point([1, 1]))"
    }
    if let treads { return treads.map { "M\(point($0))L\(point($1))" }.joined() }
    let points = (0...240).map { index in
      let t = Double(index) / 240
      return point(SIMD2(t, curve.function(t)))
    }
    return "M" + points.joined(separator: "L")
  }

  /// The flat pieces of steps; nil if there are too many to be distinguished.
  private var treads: [(SIMD2<Double>, SIMD2<Double>)]? {
    guard case .steps(let steps) = curve.function, steps.count <= 500 else { return nil }
    return (0..<steps.count).map { step in
      let (start, width) = (Double(step) / Double(steps.count), 1 / Double(steps.count))
      let value = steps(start + width / 2)
      return (SIMD2(start, value), SIMD2(start + width, value))
    }
  }

  /// The jumps of steps, as dotted lines.
  private var risers: String {
    guard let treads else { return "" }
    let corners: [SIMD2<Double>] = [[0, 0]] + treads.flatMap { [$0.0, $0.1] } + [[1, 1]]
    return "<path d=\"M\(corners.map(point).joined(separator: "L"))\" \(stroke(1)) "
      + "stroke-dasharray=\"1.5 3\"/>\n"
  }

  /// Dots for the progress at equal times, on a line at the right: their distance shows the speed.
  private var dots: String {
    let x = CurveDrawing.side + 20
    let track = Markup.line(x, place([0, 1]).y, x, place([0, 0]).y)
    return track
      + (0...12).map { index in
        let y = scale.progress.place(curve.function(Double(index) / 12))
        return Markup.circle(x, y, radius: 4, "class=\"\(color)\" fill-opacity=\"0.65\"")
      }.joined()
  }

  private func place(_ p: SIMD2<Double>) -> (x: Double, y: Double) {
    (scale.time.place(p.x), scale.progress.place(p.y))
  }

  private func point(_ p: SIMD2<Double>) -> String {
    let (x, y) = place(p)
    return "\(decimal(x)) \(decimal(y))"
  }
}

/// Draws curves side by side as an SVG, each in a panel with axes, control points and handles.
struct CurveDrawing {
  let curves: [Curve]

  /// The side of the unit square, and the margins of each panel's plot, in pixels.
  static let side = 220.0
  static let margin = (left: 46.0, right: 40.0, top: 56.0, bottom: 46.0)
  /// The maximum number of panels in a row.
  private static let columns = 4

  var svg: String {
    let range = valueRange
    let scale = CurveScale(range)
    let panel = SIMD2(
      Self.margin.left + Self.side + Self.margin.right,
      Self.margin.top + scale.height + Self.margin.bottom
    )
    let rows = (curves.count + Self.columns - 1) / Self.columns
    let columns = (curves.count + rows - 1) / rows
    let (width, height) = (panel.x * Double(columns), panel.y * Double(rows) + 26)
    let panels = curves.enumerated().map { index, curve in
      Markup.moved(
        Double(index % columns) * panel.x + Self.margin.left,
        Double(index / columns) * panel.y + Self.margin.top,
        CurvePanel(curve: curve, scale: scale, color: "c\(index % 6)").svg
      )
    }
    let legend = "dots: progress at thirteen equal times"
    return SVGDocument(
      plotOf: Vector(width, height),
      title: "Timing functions: \(curves.map(\.name).joined(separator: ", "))",
      description:
        "Progress over time, one panel for each curve. Open circles are control points, on their "
        + "handles. The dots on the right of each panel are its progress at thirteen equal times.",
      content: panels.joined() + Markup.text(legend, width / 2, height - 12, anchor: .middle)
    ).text
  }

  /// The range of progress in all panels, including control points.
  private var valueRange: ClosedRange<Double> {
    let values = curves.flatMap { curve in
      let controls = curve.controls ?? []
      return (0...240).map { curve.function(Double($0) / 240) } + controls.map(\.y)
    }
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    return min(0, low)...max(1, high)
  }
}

/// The axes of a panel, in pixels from its top left corner.
struct CurveScale {
  let height: Double
  let time: PlotAxis
  let progress: PlotAxis

  /// Makes the axes. Progress and time have the same scale, unless the plot would be too tall.
  init(_ range: ClosedRange<Double>) {
    let extent = min(range.upperBound - range.lowerBound, 1e300)
    let side = CurveDrawing.side
    height = min(side * extent, side * 2)
    time = PlotAxis([0, 1], from: 0, to: side, parts: 5)
    let ends = [range.lowerBound, range.upperBound]
    progress = PlotAxis(ends, from: height, to: 0, parts: Int(height / 40))
  }

  var frame: PlotFrame {
    PlotFrame(left: 0, right: CurveDrawing.side, top: 0, bottom: height, nameDistance: 35)
  }
}

/// A plot of a motion and its fit: dots for the samples, a line for the fit, circles for its keyframes.
struct FitDrawing {
  let name: String
  let samples: [(time: Double, value: Double)]
  let motion: FittedMotion

  private static let (width, height) = (720.0, 400.0)
  private static let line = "class=\"c0\" \(stroke(1.6))"

  private static func stroke(_ width: Double) -> String {
    "style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"\(width.brief())\""
  }

  /// The circle of a keyframe.
  private static func ring(_ x: Double, _ y: Double) -> String {
    Markup.circle(x, y, radius: 5.5, "class=\"c5\" \(stroke(2))")
  }

  var svg: String {
    let frame = PlotFrame(left: 74, right: Self.width - 24, top: 56, bottom: Self.height - 50)
    let times = samples.map(\.time)
    let x = PlotAxis(times, from: frame.left, to: frame.right, parts: 8)
    let y = PlotAxis(samples.map(\.value), from: frame.bottom, to: frame.top, ends: .marks)
    let span = x.range
    let curve = (0...800).map { index in
      let time = span.lowerBound + (span.upperBound - span.lowerBound) * Double(index) / 800
      return (x: x.place(time), y: y.place(motion.value(at: time)))
    }
    let dots = samples.map { sample in
      Markup.circle(x.place(sample.time), y.place(sample.value), radius: 2, "class=\"c4\"")
    }
    let keys = keyframes.map { Self.ring(x.place($0.time), y.place($0.value)) }
    return SVGDocument(
      plotOf: Vector(Self.width, Self.height),
      title: "\(name): \(summary)",
      content: Markup.heading("\(name): \(summary)", frame.left, 24)
        + frame.grid(x: x.marks(), y: y.marks(), xName: "time in s")
        + legend(frame) + dots.joined() + Markup.polyline(curve, Self.line) + keys.joined()
    ).text
  }

  private func legend(_ frame: PlotFrame) -> String {
    let y = frame.top - 12
    return Markup.circle(frame.left + 6, y - 4, radius: 2, "class=\"c4\"")
      + Markup.text("samples", frame.left + 14, y)
      + Markup.polyline([(frame.left + 78, y - 4), (frame.left + 98, y - 4)], Self.line)
      + Markup.text("fitted", frame.left + 104, y)
      + (keyframes.isEmpty
        ? ""
        : Self.ring(frame.left + 160, y - 4) + Markup.text("keyframes", frame.left + 172, y))
  }

  private var summary: String {
    let error = "at most \(motion.error.brief(3)) off"
    return switch motion.form {
    case .keyframes(let animation, _): "\(animation.values.count) keyframes, \(error)"
    case .spring: "a spring, \(error)"
    }
  }

  private var keyframes: [(time: Double, value: Double)] {
    guard case .keyframes(let animation, _) = motion.form else { return [] }
    return zip(animation.keyTimes, animation.values).map {
      (animation.timing.beginTime + $0 * animation.duration, $1)
    }
  }
}
