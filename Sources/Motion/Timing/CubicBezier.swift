/// A timing function drawn as a cubic Bézier from (0, 0) to (1, 1): x is time, y is progress.
///
/// As in CSS and Core Animation. The x of both control points is within 0...1, so that time never
/// runs back; y is free, for anticipation and overshoot.
public struct CubicBezier: Hashable, Sendable {
  /// The first control point, the end of the handle at (0, 0).
  public let control1: SIMD2<Double>
  /// The second control point, the end of the handle at (1, 1).
  public let control2: SIMD2<Double>

  // x(t) = ((ax·t + bx)·t + cx)·t
  private let ax: Double
  private let bx: Double
  private let cx: Double

  /// Makes a curve from its two control points, in the order of CSS's `cubic-bezier()`.
  ///
  /// - Throws: `MotionError` if an x is outside 0...1 or a y is not finite.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws(MotionError) {
    for (x, name) in [(x1, "x1"), (x2, "x2")] {
      try require(0 <= x && x <= 1, name, is: x, "give a number from 0 to 1")
    }
    for (y, name) in [(y1, "y1"), (y2, "y2")] { try requireFinite(y, name) }
    self.init(unchecked: x1, y1, x2, y2)
  }

  init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    control1 = SIMD2(x1, y1)
    control2 = SIMD2(x2, y2)
    cx = 3 * x1
    bx = 3 * (x2 - x1) - cx
    ax = 1 - cx - bx
  }

  /// The progress at a fraction of the time.
  ///
  /// Outside 0...1 the curve continues along its tangent, as in the CSS easing specification. Takes constant time,
  /// without allocation.
  public func callAsFunction(_ x: Double) -> Double {
    if x > 0, x < 1 { return y(at: parameter(at: x)) }
    if x == 0 || x == 1 { return x }
    return beyond(x)
  }

  /// The parameter t in 0...1 whose x(t) differs from `x`, in 0...1, by less than 1e-14.
  ///
  /// It uses Householder's method of third order, which for a cubic needs all its derivatives and one division per
  /// step; two or three steps are enough. A step that would leave the bracketing interval is replaced by bisection.
  func parameter(at x: Double) -> Double {
    var t = x
    var low = 0.0
    var high = 1.0
    for _ in 0..<64 {
      let error = ((ax * t + bx) * t + cx) * t - x
      if abs(error) < 1e-14 { return t }
      if error < 0 { low = t } else { high = t }
      let slope = (3 * ax * t + 2 * bx) * t + cx
      let bend = (3 * ax * t + bx) * error
      let square = slope * slope
      t -= error * (square - bend) / (slope * (square - 2 * bend) + error * error * ax)
      if !(t > low && t < high) { t = low + (high - low) / 2 }
    }
    return t
  }

  private func y(at t: Double) -> Double {
    let s = 1 - t
    return 3 * s * t * (s * control1.y + t * control2.y) + t * t * t
  }

  private func beyond(_ x: Double) -> Double {
    guard !x.isNaN else { return 0 }
    if x < 0 {
      let near = control1.x > 0 ? control1 : control2
      return near.x > 0 ? (x * (near.y / near.x).saturated).saturated : 0
    }
    let near = control2.x < 1 ? control2 : control1
    guard near.x < 1 else { return 1 }
    return (1 + (x - 1) * ((1 - near.y) / (1 - near.x)).saturated).saturated
  }
}
