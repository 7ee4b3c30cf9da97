internal import Motion
internal import Tiltbox

/// One curve in its plot, of which the top left corner is the origin.
struct CurvePanel {
  let curve: Curve
  let scale: CurveScale
  let color: String

  var svg: String { heading + grid + handles + line + dots }

  private var heading: String {
    let bezier = curve.controls.map { points in
      "cubic-bezier(\(points.flatMap { [$0.x, $0.y] }.map(decimal).joined(separator: ", ")))"
    }
    let isNumbers = curve.name.allSatisfy { "0123456789.,+-eE ".contains($0) }
    let name = isNumbers ? "custom" : curve.name
    return text(name, 0, -32, "class=\"name\"")
      + text(bezier == name ? "" : bezier ?? "", 0, -14, "")
  }

  /// Fine lines at the marks, stronger ones at 0 and 1, and the numbers beside them.
  private var grid: String {
    let (side, height) = (scale.side, scale.height)
    var svg = ""
    for mark in scale.marks {
      let isEnd = mark == 0 || mark == 1
      svg += stroke(0, scale.y(mark), side, scale.y(mark), isEnd ? 0.6 : 0.22)
      svg += text(decimal(mark), -8, scale.y(mark) + 4, "text-anchor=\"end\"")
    }
    for time in [0, 0.25, 0.5, 0.75, 1] {
      svg += stroke(scale.x(time), 0, scale.x(time), height, time == 0 || time == 1 ? 0.6 : 0.22)
      svg += text(decimal(time), scale.x(time), height + 17, "text-anchor=\"middle\"")
    }
    let middle = short(height / 2)
    return svg + text("time", side / 2, height + 35, "text-anchor=\"middle\"")
      + "<text transform=\"translate(-35 \(middle)) rotate(-90)\" text-anchor=\"middle\">"
      + "progress</text>\n"
  }

  private func stroke(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ opacity: Double)
    -> String
  {
    "<path d=\"M\(short(x1)) \(short(y1))L\(short(x2)) \(short(y2))\" stroke=\"#767676\" "
      + "stroke-opacity=\"\(opacity)\"/>\n"
  }

  /// From each end to its control point, an open circle.
  private var handles: String {
    guard let controls = curve.controls else { return "" }
    return zip([SIMD2(0.0, 0), SIMD2(1, 1)], controls).map { end, control in
      let (x, y) = (short(scale.x(control.x)), short(scale.y(control.y)))
      return
        "<path d=\"M\(point(end))L\(point(control))\" stroke=\"\(color)\" stroke-width=\"1.5\" "
        + "stroke-dasharray=\"4 3\"/>\n"
        + "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"4.5\" stroke=\"\(color)\" stroke-width=\"2\"/>\n"
    }.joined()
  }

  private var line: String {
    risers
      + "<path d=\"\(pathData)\" stroke=\"\(color)\" stroke-width=\"3\" stroke-linecap=\"round\" "
      + "stroke-linejoin=\"round\"/>\n"
  }

  /// Béziers as they are, steps as flat pieces, everything else in 240 straight ones.
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

  /// The flat pieces of steps, unless they are too many to be told apart.
  private var treads: [(SIMD2<Double>, SIMD2<Double>)]? {
    guard case .steps(let steps) = curve.function, steps.count <= 500 else { return nil }
    return (0..<steps.count).map { step in
      let (start, width) = (Double(step) / Double(steps.count), 1 / Double(steps.count))
      let value = steps(start + width / 2)
      return (SIMD2(start, value), SIMD2(start + width, value))
    }
  }

  /// The jumps of steps, dotted.
  private var risers: String {
    guard let treads else { return "" }
    let corners: [SIMD2<Double>] = [[0, 0]] + treads.flatMap { [$0.0, $0.1] } + [[1, 1]]
    return "<path d=\"M\(corners.map(point).joined(separator: "L"))\" stroke=\"\(color)\" "
      + "stroke-dasharray=\"1.5 3\"/>\n"
  }

  /// The progress at equal times, on a line at the right: far apart where it is fast.
  private var dots: String {
    let x = scale.side + 20
    let track = stroke(x, scale.y(1), x, scale.y(0), 0.6)
    return track
      + (0...12).map { index in
        let y = short(scale.y(curve.function(Double(index) / 12)))
        return
          "<circle cx=\"\(short(x))\" cy=\"\(y)\" r=\"4\" fill=\"\(color)\" fill-opacity=\"0.65\"/>\n"
      }.joined()
  }

  private func point(_ p: SIMD2<Double>) -> String {
    "\(short(scale.x(p.x))) \(short(scale.y(p.y)))"
  }

  private func text(_ text: String, _ x: Double, _ y: Double, _ attributes: String) -> String {
    guard !text.isEmpty else { return "" }
    return "<text x=\"\(short(x))\" y=\"\(short(y))\" \(attributes)>\(text.escapedForXML)</text>\n"
  }
}
