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
      try require(abs(angle) <= 1e6, name, is: angle, "give an angle within ±1000000 radians")
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
    add(.arc(arc), to: arc.point(at: 1))
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
