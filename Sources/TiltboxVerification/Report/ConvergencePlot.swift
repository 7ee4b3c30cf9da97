internal import Tiltbox

/// Errors against steps as a picture: both axes logarithmic, so that the slope of a line is its order.
public struct ConvergencePlot: Sendable {
  private let lines: [Convergence]
  private let references: [Reference]
  private let steps: LogarithmicAxis
  private let errors: LogarithmicAxis

  private static let (width, height) = (1080.0, 640.0)
  private static let (left, right, top, bottom) = (90.0, 700.0, 76.0, 570.0)
  private static let labelX = 740.0
  private static let labelHeight = 19.0

  /// Makes a plot of the quantities whose order of convergence a report knows.
  ///
  /// - Returns: nil if there is none: no order is claimed, or a single step was run.
  public init?(_ report: VerificationReport) {
    let lines = report.convergences.filter { line in line.points.allSatisfy { $0.error > 0 } }
    references = Reference.all(for: lines)
    let points = lines.flatMap(\.points) + references.flatMap(\.points)
    guard let steps = LogarithmicAxis(of: points.map(\.step), from: Self.left, to: Self.right),
      let errors = LogarithmicAxis(of: points.map(\.error), from: Self.bottom, to: Self.top)
    else { return nil }
    // The greatest error first, as the labels stand.
    self.lines = lines.sorted { ($0.points.first?.error ?? 0) > ($1.points.first?.error ?? 0) }
    self.steps = steps
    self.errors = errors
  }

  /// The picture as an SVG document.
  public var svg: String {
    let (width, height) = (Self.width.brief(), Self.height.brief())
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" \
      font-family="system-ui, DejaVu Sans, sans-serif" font-size="13" fill="#24292f">
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text x="\(Self.left.brief())" y="32" font-size="19" font-weight="600">\
      Error against step</text>
      <text x="\(Self.left.brief())" y="54" fill="#57606a">distance to the continuous theory, \
      as a share of the quantity; the slope is the order of convergence</text>

      """ + grid + slopes + curves + labels + "</svg>\n"
  }

  private var grid: String {
    var text = "<g stroke=\"#d8dee4\">\n"
    for power in errors.decades {
      text += line(Self.left, errors.place(power), Self.right, errors.place(power))
    }
    for step in stepsRun {
      text += line(steps.place(step), Self.top, steps.place(step), Self.bottom)
    }
    text += "</g>\n<g fill=\"#57606a\">\n"
    for power in errors.decades {
      text += label(
        power == 1 ? "1" : power.brief(1),
        Self.left - 10,
        errors.place(power) + 4,
        "text-anchor=\"end\""
      )
    }
    for step in stepsRun {
      let x = steps.place(step)
      text += label("\(step.stepText) s", x, Self.bottom + 24, "text-anchor=\"middle\"")
    }
    text += label("step", (Self.left + Self.right) / 2, Self.bottom + 50, "text-anchor=\"middle\"")
    return text + "</g>\n"
  }

  private var slopes: String {
    references.map { reference in
      let (x1, x2) = (steps.place(reference.points[0].step), steps.place(reference.points[1].step))
      let y1 = errors.place(reference.points[0].error)
      let y2 = errors.place(reference.points[1].error)
      let dashes = "<g stroke=\"#8c959f\" stroke-dasharray=\"2 5\">\(line(x1, y1, x2, y2))</g>"
      let (x, y) = (x1 + (x2 - x1) * 0.12 + 8, y1 + (y2 - y1) * 0.12 + 18)
      return dashes + label("order \(reference.order.brief())", x, y, "fill=\"#6e7781\"")
    }.joined()
  }

  private var curves: String {
    lines.indices.map { index in
      let points = lines[index].points.map {
        (x: steps.place($0.step).brief(), y: errors.place($0.error).brief())
      }
      let path = points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
      let dots = points.map { "<circle cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"3.2\" stroke=\"none\"/>" }
      return "<g stroke=\"\(color(index))\" fill=\"\(color(index))\">"
        + "<polyline points=\"\(path)\" fill=\"none\" stroke-width=\"1.8\"/>"
        + dots.joined() + "</g>\n"
    }.joined()
  }

  /// The names at the right, each as near to its line's end as the others let it.
  private var labels: String {
    var places = lines.map { errors.place($0.points.first?.error ?? 1) }
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + Self.labelHeight)
    }
    for index in places.indices.reversed() {
      let limit = index + 1 < places.count ? places[index + 1] - Self.labelHeight : Self.bottom
      places[index] = min(places[index], limit)
    }
    return lines.indices.map { index in
      let line = lines[index]
      let end = errors.place(line.points.first?.error ?? 1)
      let start = steps.place(line.points.first?.step ?? 1) + 8
      let leader = self.line(start, end, Self.labelX - 6, places[index])
      let name = "\(line.caseName): \(line.quantity)".escapedForXML
      return "<g stroke=\"\(color(index))\" stroke-opacity=\"0.45\">\(leader)</g>"
        + label(
          "\(name) <tspan fill=\"#57606a\">· \(line.order.fixed(2))</tspan>",
          Self.labelX,
          places[index] + 4,
          "fill=\"\(color(index))\""
        )
    }.joined()
  }

  private var stepsRun: [Double] { Set(lines.flatMap { $0.points.map(\.step) }).sorted() }

  /// Hues around the circle, a golden angle apart, so that neighbours differ.
  private func color(_ index: Int) -> String {
    let hue = (Double(index) * 137.508 + 210).truncatingRemainder(dividingBy: 360)
    return "hsl(\(hue.brief(3)), 62%, 40%)"
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<line x1=\"\(x1.brief())\" y1=\"\(y1.brief())\" x2=\"\(x2.brief())\" y2=\"\(y2.brief())\"/>\n"
  }

  private func label(_ text: String, _ x: Double, _ y: Double, _ attributes: String) -> String {
    "<text x=\"\(x.brief())\" y=\"\(y.brief())\" \(attributes)>\(text)</text>\n"
  }
}

/// A straight line that has a claimed order exactly, below the lowest curve of that order.
private struct Reference {
  let order: Double
  /// Its two ends, that at the shortest step first.
  let points: [Convergence.Point]

  static func all(for lines: [Convergence]) -> [Reference] {
    Set(lines.map(\.claimed)).sorted().compactMap { order in
      let curves = lines.filter { $0.claimed == order }
      guard
        let lowest = curves.min(by: { ($0.points.last?.error ?? 0) < ($1.points.last?.error ?? 0) }
        ),
        let long = lowest.points.first, let short = lowest.points.last
      else { return nil }
      let error = long.error * 0.6
      return Reference(
        order: order,
        points: [
          Convergence.Point(
            step: short.step,
            error: error * power(short.step / long.step, order)
          ),
          Convergence.Point(step: long.step, error: error),
        ]
      )
    }
  }
}
