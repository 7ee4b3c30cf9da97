/// A line in the plane, made of straight lines, arcs and Bézier curves.
///
/// Built piece by piece, like `CGPath`; ellipses stay true ellipses.
public struct Path: Hashable, Sendable {
  private(set) var segments: [PathSegment] = []
  private var current: SIMD2<Double>?
  private var start = SIMD2<Double>.zero

  /// The greatest coordinate, ±1e150: `Double` can still represent its square.
  public static let limit = 1e150

  /// Makes an empty path.
  public init() {}

  /// The point at which the next piece starts; `nil` at first.
  public var currentPoint: SIMD2<Double>? { current }

  /// Whether the path has no piece.
  public var isEmpty: Bool { segments.isEmpty }

  /// Starts a subpath at a point.
  ///
  /// - Throws: `MotionError` if the point is not within ±`limit`.
  public mutating func move(to point: SIMD2<Double>) throws(MotionError) {
    try Self.check(point, "point")
    start = point
    current = point
  }

  /// Adds a straight line.
  ///
  /// - Throws: `MotionError` if the point is not within ±`limit`, or the path was not started.
  public mutating func line(to end: SIMD2<Double>) throws(MotionError) {
    try Self.check(end, "point")
    add(.line(try from(), end), to: end)
  }

  /// Adds a quadratic Bézier curve.
  ///
  /// - Throws: `MotionError` if a point is not within ±`limit`, or the path was not started.
  public mutating func quad(to end: SIMD2<Double>, control: SIMD2<Double>) throws(MotionError) {
    try Self.check(control, "control")
    let start = try from()
    try cubic(
      to: end,
      control1: start + (control - start) * (2.0 / 3),
      control2: end + (control - end) * (2.0 / 3)
    )
  }

  /// Adds a cubic Bézier curve.
  ///
  /// - Throws: `MotionError` if a point is not within ±`limit`, or the path was not started.
  public mutating func cubic(
    to end: SIMD2<Double>,
    control1: SIMD2<Double>,
    control2: SIMD2<Double>
  ) throws(MotionError) {
    try Self.check(end, "point")
    try Self.check(control1, "control1")
    try Self.check(control2, "control2")
    add(.cubic(try from(), control1, control2, end), to: end)
  }

  /// Closes the subpath with a straight line to its start, unless the path is there already.
  public mutating func close() {
    guard let current, current != start else { return }
    add(.line(current, start), to: start)
  }

  mutating func add(_ segment: PathSegment, to end: SIMD2<Double>) {
    segments.append(segment)
    current = end
  }

  func from() throws(MotionError) -> SIMD2<Double> {
    guard let current else {
      throw MotionError("path", is: "not started", remedy: "move to its first point")
    }
    return current
  }

  static func check(
    _ point: SIMD2<Double>,
    _ parameter: @autoclosure () -> String
  ) throws(MotionError) {
    try require(
      abs(point.x) <= limit && abs(point.y) <= limit,
      parameter(),
      is: "(\(point.x), \(point.y))",
      "give finite coordinates within ±\(limit)"
    )
  }
}

extension Path {
  /// Makes a path of straight pieces through points.
  ///
  /// - Throws: `MotionError` if a point is not within ±`limit`.
  public init(through points: [SIMD2<Double>]) throws(MotionError) {
    self.init()
    for point in points { currentPoint == nil ? try move(to: point) : try line(to: point) }
  }

  /// Makes the ellipse in a rectangle, from its right end, counterclockwise where y points up, as
  /// `CGPath(ellipseIn:)`.
  ///
  /// - Throws: `MotionError` if the rectangle is not within ±`limit`.
  public init(ellipseIn rect: Rect) throws(MotionError) {
    self.init()
    try arc(center: rect.center, radii: rect.size.components / 2, startAngle: 0, endAngle: 2 * .pi)
  }

  /// Makes the outline of a rectangle, from its origin along x first.
  ///
  /// - Throws: `MotionError` if the rectangle is not within ±`limit`.
  public init(_ rect: Rect) throws(MotionError) {
    let (a, b) = (rect.origin, rect.origin + rect.size.components)
    try self.init(through: [a, SIMD2(b.x, a.y), b, SIMD2(a.x, b.y)])
    close()
  }

  /// Adds an arc of a circle or an ellipse, with a straight line to its start if the path is elsewhere.
  ///
  /// - Parameters:
  ///   - center: The center.
  ///   - radii: The half axes; equal for a circle.
  ///   - rotation: The direction of the first half axis, in radians.
  ///   - startAngle: The start of the arc, in radians from the first half axis, counterclockwise where y points up.
  ///   - endAngle: The end of the arc; less than `startAngle` to go clockwise.
  /// - Throws: `MotionError` if a radius is negative or a number is not within ±`limit`.
  public mutating func arc(
    center: SIMD2<Double>,
    radii: SIMD2<Double>,
    rotation: Double = 0,
    startAngle: Double,
    endAngle: Double
  ) throws(MotionError) {
    try Self.check(center, "center")
    try Self.check(radii, "radii")
    try require(
      radii.x >= 0 && radii.y >= 0,
      "radii",
      is: "(\(radii.x), \(radii.y))",
      "give radii of 0 or more"
    )
    for (angle, name) in [
      (rotation, "rotation"), (startAngle, "startAngle"), (endAngle, "endAngle"),
    ] {
      try require(angle, in: -1e6...1e6, name, "give an angle within ±1000000 radians")
    }
    let arc = EllipticalArc(
      center: center,
      radii: radii,
      axis: SIMD2(cosine(rotation), sine(rotation)),
      startAngle: startAngle,
      sweep: endAngle - startAngle
    )
    let first = arc.point(at: 0)
    if let currentPoint {
      if currentPoint.distance(to: first) > 1e-9 * radii.max() { try line(to: first) }
    } else {
      try move(to: first)
    }
    // Up to rounding, an arc of whole turns ends where it starts, and needs no line to close it.
    let isClosed = abs(arc.sweep.remainder(dividingBy: 2 * .pi)) < 1e-9
    add(.arc(arc), to: isClosed ? first : arc.point(at: 1))
  }
}

extension Path {
  /// The path as polylines, one for each connected part; curves are divided equally by their parameter.
  ///
  /// - Parameter pieces: The number of line segments per curve.
  /// - Returns: The points.
  package func polylines(pieces: Int = 24) -> [[SIMD2<Double>]] {
    var lines: [[SIMD2<Double>]] = []
    for segment in segments {
      let start = segment.point(at: 0)
      if lines.last?.last != start { lines.append([start]) }
      var count = pieces
      if case .line = segment { count = 1 }
      for piece in 1...count {
        lines[lines.count - 1].append(segment.point(at: Double(piece) / Double(count)))
      }
    }
    return lines
  }
}

/// A segment of a path, whose parameter runs from 0 to 1.
enum PathSegment: Hashable, Sendable {
  case line(SIMD2<Double>, SIMD2<Double>)
  case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  case arc(EllipticalArc)

  /// The point at a parameter.
  func point(at t: Double) -> SIMD2<Double> {
    switch self {
    case .line(let a, let b): return a.interpolated(to: b, at: t)
    case .cubic(let a, let b, let c, let d):
      if t == 0 { return a }
      if t == 1 { return d }
      let s = 1 - t
      let (near, far) = (
        a * (s * s * s) + b * (3 * s * s * t), c * (3 * s * t * t) + d * (t * t * t)
      )
      return near + far
    case .arc(let arc): return arc.point(at: t)
    }
  }

  /// The derivative of the point by the parameter.
  func derivative(at t: Double) -> SIMD2<Double> {
    switch self {
    case .line(let a, let b): return b - a
    case .cubic(let a, let b, let c, let d):
      let s = 1 - t
      return (b - a) * (3 * s * s) + (c - b) * (6 * s * t) + (d - c) * (3 * t * t)
    case .arc(let arc): return arc.derivative(at: t)
    }
  }

  /// The angle of an arc, in radians of its circle; other segments have none, and turn by less than a turn.
  var sweep: Double { if case .arc(let arc) = self { arc.sweep } else { 0 } }

  /// The direction of travel at a parameter, not normalized. Where the curve has no speed (two control points
  /// coincide), the direction right beside it.
  func direction(at t: Double) -> SIMD2<Double> {
    let direction = derivative(at: t)
    if direction != .zero { return direction }
    let aside = 1e-6
    return point(at: min(1, t + aside)) - point(at: max(0, t - aside))
  }
}

/// An elliptical arc.
struct EllipticalArc: Hashable, Sendable {
  var center: SIMD2<Double>
  /// The half axes; the first one points along `x`.
  var radii: SIMD2<Double>
  /// The direction of the first axis, of length 1.
  var axis = SIMD2(1.0, 0.0)
  /// The start and the extent of the arc, counterclockwise, in radians of the circle from which the ellipse is
  /// stretched.
  var startAngle: Double
  var sweep: Double

  func point(at t: Double) -> SIMD2<Double> {
    let angle = startAngle + t * sweep
    return center + turned(SIMD2(cosine(angle), sine(angle)) * radii)
  }

  func derivative(at t: Double) -> SIMD2<Double> {
    let angle = startAngle + t * sweep
    return turned(SIMD2(-sine(angle), cosine(angle)) * radii) * sweep
  }

  private func turned(_ v: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(axis.x * v.x - axis.y * v.y, axis.y * v.x + axis.x * v.y)
  }
}
