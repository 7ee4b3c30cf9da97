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
    let bezier = curve.controls.map { points in
      "cubic-bezier(\(points.flatMap { [$0.x, $0.y] }.map(\.shortest).joined(separator: ", ")))"
    }
    let isNumbers = curve.name.allSatisfy { "0123456789.,+-eE ".contains($0) }
    let name = isNumbers ? "custom" : curve.name
    return Markup.heading(name, 0, -32)
      + (bezier.map { $0 == name ? "" : Markup.text($0, 0, -14) } ?? "")
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
    let x = scale.side + 20
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
