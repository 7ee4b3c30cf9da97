extension Path {
  /// Adds an arc as SVG's `A` describes it: by its end instead of its middle.
  ///
  /// By the SVG specification's notes on elliptical arcs (F.6): radii that are too small grow, and
  /// with a radius of 0 the arc is a straight piece.
  ///
  /// - Parameters:
  ///   - end: Where the arc ends.
  ///   - radii: The half axes; their sign does not matter.
  ///   - rotation: The direction of the first half axis, in degrees, as in SVG.
  ///   - isLarge: Whether it is the arc of more than half the ellipse.
  ///   - isPositive: Whether its angle grows.
  /// - Throws: `MotionError` if a number is not within ±`limit`, or the path was not started.
  public mutating func arc(
    to end: SIMD2<Double>,
    radii: SIMD2<Double>,
    rotation: Double,
    isLarge: Bool,
    isPositive: Bool
  ) throws(MotionError) {
    try Self.check(end, "point")
    try Self.check(radii, "radii")
    try require(abs(rotation) <= 1e6, "rotation", is: rotation, "give an angle in degrees")
    let start = try from()
    guard start != end else { return }
    var r = SIMD2(abs(radii.x), abs(radii.y))
    guard r.min() > 0 else { return try line(to: end) }

    let phi = rotation.remainder(dividingBy: 360) * .pi / 180
    let axis = SIMD2(cosine(phi), sine(phi))
    // Half the chord, in the ellipse's axes and then in units of its radii.
    let half = (start - end) / 2
    let chord = SIMD2(axis.x * half.x + axis.y * half.y, axis.x * half.y - axis.y * half.x)
    let size = hypotenuse(chord.x / r.x, chord.y / r.y)
    if size > 1 { r *= size }
    // Reject an ellipse too flat to grow to its end point.
    try Self.check(r, "radii")
    let unit = chord / r
    let square = min(1, (unit * unit).sum())
    guard square > 1e-30 else { return try line(to: end) }
    let side = (max(0, 1 - square) / square).squareRoot() * (isLarge == isPositive ? -1 : 1)
    let middle = SIMD2(unit.y, -unit.x) * side
    let shift = middle * r
    let center =
      (start + end) / 2
      + SIMD2(axis.x * shift.x - axis.y * shift.y, axis.y * shift.x + axis.x * shift.y)

    let (a, b) = (unit - middle, -unit - middle)
    let startAngle = arcTangent(a.y, over: a.x)
    var sweep = arcTangent(b.y, over: b.x) - startAngle
    if isPositive, sweep < 0 { sweep += 2 * .pi }
    if !isPositive, sweep > 0 { sweep -= 2 * .pi }
    try Self.check(center, "center")
    let arc = EllipticalArc(
      center: center,
      radii: r,
      axis: axis,
      startAngle: startAngle,
      sweep: sweep
    )
    add(.arc(arc), to: end)
  }
}
