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
