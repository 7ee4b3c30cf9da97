internal import Chipmunk
internal import Motion
internal import Tiltbox
internal import TiltboxDrawing

/// How the error of a quantity against the continuous theory decreases with the step.
package struct Convergence: Hashable, Sendable {
  /// A step and its error.
  package struct Point: Hashable, Sendable {
    /// The step, in seconds.
    package let step: Double
    /// The distance to the continuous theory, relative to the quantity's scale.
    package let error: Double
  }

  /// The case.
  package let caseName: String
  /// The quantity.
  package let quantity: String
  /// The claimed order.
  package let claimed: Double
  /// The errors, by decreasing step.
  package private(set) var points: [Point]

  /// The measured order: the slope of a least-squares line through the points on logarithmic axes.
  package var order: Double {
    let logs = points.map { (logarithm($0.step), logarithm($0.error)) }
    let count = Double(logs.count)
    let (mx, my) = (logs.map(\.0).reduce(0, +) / count, logs.map(\.1).reduce(0, +) / count)
    let covariance = logs.reduce(0) { $0 + ($1.0 - mx) * ($1.1 - my) }
    let variance = logs.reduce(0) { $0 + ($1.0 - mx) * ($1.0 - mx) }
    return covariance / variance
  }

  /// The tolerance of the order. The next term of the error is one order higher in the step, so its effect on the slope
  /// is proportional to the longest step. The largest deviation measured up to 1/30 s is 4 times that step in seconds.
  /// An error that is 2 % off for other reasons turns the line the more, the nearer the steps are to each other.
  package var allowed: Double {
    guard let longest = points.first?.step, let shortest = points.last?.step else { return 0 }
    return 0.04 / logarithm(longest / shortest) + 6 * longest
  }

  /// Whether the measured order agrees with the claimed one.
  package var passes: Bool { abs(order - claimed) <= allowed }

  static func all(in results: [VerificationResult]) -> [Convergence] {
    var found: [Convergence] = []
    for result in results {
      let (caseName, measured) = (result.caseName, result.measurement)
      guard let order = measured.order, let error = measured.discretizationError else { continue }
      let point = Point(step: result.step, error: error)
      let index = found.firstIndex { $0.caseName == caseName && $0.quantity == measured.quantity }
      if let index {
        found[index].points.append(point)
        found[index].points.sort { $0.step > $1.step }
      } else {
        let quantity = measured.quantity
        found.append(
          Convergence(caseName: caseName, quantity: quantity, claimed: order, points: [point])
        )
      }
    }
    return found.filter { Set($0.points.map(\.step)).count > 1 }
  }
}

/// A plot of errors against steps with logarithmic axes, so that the slope of a line is its order.
package struct ConvergencePlot: Sendable {
  private let lines: [Convergence]
  private let references: [Reference]
  private let steps: LogarithmicAxis
  private let errors: LogarithmicAxis

  private static let frame = PlotFrame(left: 90, right: 700, top: 76, bottom: 570)
  private static let labelX = 740.0
  private static let labelHeight = 19.0

  package init?(_ report: VerificationReport) {
    let lines = report.convergences.filter { line in line.points.allSatisfy { $0.error > 0 } }
    references = Reference.all(for: lines)
    let points = lines.flatMap(\.points) + references.flatMap { [$0.start, $0.end] }
    let (frame, widths, heights) = (Self.frame, points.map(\.step), points.map(\.error))
    guard let steps = LogarithmicAxis(of: widths, from: frame.left, to: frame.right),
      let errors = LogarithmicAxis(of: heights, from: frame.bottom, to: frame.top)
    else { return nil }
    // Sort by decreasing error, which is the order of the labels.
    self.lines = lines.sorted { ($0.points.first?.error ?? 0) > ($1.points.first?.error ?? 0) }
    self.steps = steps
    self.errors = errors
  }

  /// The picture as an SVG document.
  package var svg: String {
    SVGDocument(
      plotOf: Vector(1080, 640),
      title: "Error against step",
      content: Markup.title("Error against step", Self.frame.left, 32)
        + Markup.text(Self.explanation, Self.frame.left, 54)
        + Self.frame.grid(x: marks, y: errors.decades, xName: "step") + slopes + curves + labels
    ).text
  }

  private static let explanation =
    "distance to the continuous theory, as a share of the quantity; "
    + "the slope is the order of convergence"

  private var marks: [PlotMark] {
    Set(lines.flatMap { $0.points.map(\.step) }).sorted().map {
      PlotMark(steps.place($0), "\($0.stepText) s")
    }
  }

  private var slopes: String {
    references.map { reference in
      let (start, end) = (place(reference.start), place(reference.end))
      let (x, y) = (start.x + (end.x - start.x) * 0.12, start.y + (end.y - start.y) * 0.12)
      let style = "class=\"axis\" stroke-opacity=\"0.6\" stroke-dasharray=\"2 5\""
      return Markup.line(start.x, start.y, end.x, end.y, style)
        + Markup.text("order \(reference.order.brief())", x + 8, y + 18)
    }.joined()
  }

  private var curves: String {
    lines.enumerated().map { index, line in
      let points = line.points.map(place)
      return Markup.polyline(points, "stroke=\"\(ColorRamp.hue(index))\" stroke-width=\"1.8\"")
        + points.map { Markup.circle($0.x, $0.y, radius: 3.2, "fill=\"\(ColorRamp.hue(index))\"") }
        .joined()
    }.joined()
  }

  private func place(_ point: Convergence.Point) -> (x: Double, y: Double) {
    (steps.place(point.step), errors.place(point.error))
  }

  /// The names on the right, each as near to the end of its line as the others allow.
  private var labels: String {
    var places = lines.map { errors.place($0.points.first?.error ?? 1) }
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + Self.labelHeight)
    }
    for index in places.indices.reversed() {
      let limit =
        index + 1 < places.count ? places[index + 1] - Self.labelHeight : Self.frame.bottom
      places[index] = min(places[index], limit)
    }
    return lines.enumerated().map { index, line in
      let end = errors.place(line.points.first?.error ?? 1)
      let start = steps.place(line.points.first?.step ?? 1) + 8
      return Markup.line(
        start,
        end,
        Self.labelX - 6,
        places[index],
        "stroke=\"\(ColorRamp.hue(index))\" stroke-opacity=\"0.45\""
      )
        + Markup.text(
          "\(line.caseName): \(line.quantity) · \(line.order.fixed(2))",
          Self.labelX,
          places[index] + 4,
          "fill=\"\(ColorRamp.hue(index))\""
        )
    }.joined()
  }
}

/// A straight line with exactly a claimed order, below the lowest curve of that order.
private struct Reference {
  let order: Double
  /// The end at the shortest step.
  let start: Convergence.Point
  let end: Convergence.Point

  static func all(for lines: [Convergence]) -> [Reference] {
    Set(lines.map(\.claimed)).sorted().compactMap { order in
      let curves = lines.filter { $0.claimed == order }.map(\.points)
      let lowest = curves.min { ($0.last?.error ?? 0) < ($1.last?.error ?? 0) }
      guard let long = lowest?.first, let short = lowest?.last else { return nil }
      let end = Convergence.Point(step: long.step, error: long.error * 0.6)
      let error = end.error * power(short.step / long.step, order)
      let start = Convergence.Point(step: short.step, error: error)
      return Reference(order: order, start: start, end: end)
    }
  }
}
