/// A segment of a path, whose parameter runs from 0 to 1.
enum PathSegment: Hashable, Sendable {
  case line(SIMD2<Double>, SIMD2<Double>)
  case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  case arc(EllipticalArc)

  var start: SIMD2<Double> { point(at: 0) }
  var end: SIMD2<Double> { point(at: 1) }

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
