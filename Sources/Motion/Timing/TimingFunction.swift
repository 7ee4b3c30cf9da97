/// A function that maps time to progress: it takes 0 to 0 and 1 to 1 and shapes the interval
/// between.
public enum TimingFunction: Sendable {
  /// Progress equals time.
  case linear
  /// A cubic Bézier curve.
  case cubicBezier(CubicBezier)
  /// One of Penner's easing functions.
  case penner(Penner)
  /// A step function.
  case steps(Steps)
  /// A piecewise linear function.
  case stops(LinearStops)
  /// A damped spring.
  case spring(SpringTiming)
  /// A custom function.
  ///
  /// It must return equal results for equal times. A result that is not finite is replaced by the time itself.
  case custom(@Sendable (Double) -> Double)

  /// The progress at a fraction of the time.
  ///
  /// Any finite time is allowed and gives a finite progress. Outside 0...1, Béziers and stops
  /// continue along their tangents, steps continue in steps, and all others hold their ends. No
  /// allocation.
  ///
  /// - Parameters:
  ///   - t: The fraction of the time.
  ///   - isBefore: Whether the animation has not begun yet; it matters only to `steps`.
  /// - Returns: The progress, of which 0 is the start and 1 the end.
  public func callAsFunction(_ t: Double, isBefore: Bool = false) -> Double {
    switch self {
    case .linear: return t
    case .cubicBezier(let curve): return curve(t)
    case .penner(let function): return function(t)
    case .steps(let steps): return steps(t, isBefore: isBefore)
    case .stops(let stops): return stops(t)
    case .spring(let spring): return spring(t)
    case .custom(let function):
      let progress = function(t)
      return progress.isFinite ? progress : t
    }
  }

  /// The four control points, (0, 0) and (1, 1) included, of a Bézier curve or `linear`.
  public var controlPoints: [SIMD2<Double>]? {
    switch self {
    case .linear: [SIMD2(0, 0), SIMD2(0, 0), SIMD2(1, 1), SIMD2(1, 1)]
    case .cubicBezier(let curve): [SIMD2(0, 0), curve.control1, curve.control2, SIMD2(1, 1)]
    default: nil
    }
  }
}

extension TimingFunction {
  /// Slow at the start: the Bézier (0.42, 0, 1, 1).
  public static let easeIn = TimingFunction.cubicBezier(CubicBezier(unchecked: 0.42, 0, 1, 1))
  /// Slow at the end: the Bézier (0, 0, 0.58, 1).
  public static let easeOut = TimingFunction.cubicBezier(CubicBezier(unchecked: 0, 0, 0.58, 1))
  /// Slow at both ends: the Bézier (0.42, 0, 0.58, 1).
  public static let easeInEaseOut = TimingFunction.cubicBezier(
    CubicBezier(unchecked: 0.42, 0, 0.58, 1)
  )
  /// Core Animation's default and CSS's `ease`: the Bézier (0.25, 0.1, 0.25, 1).
  public static let `default` = TimingFunction.cubicBezier(
    CubicBezier(unchecked: 0.25, 0.1, 0.25, 1)
  )

  /// A Bézier through two control points, in the order of CSS's `cubic-bezier()`.
  ///
  /// - Throws: `MotionError` if an x is outside 0...1 or a y is not finite.
  public static func bezier(
    _ x1: Double,
    _ y1: Double,
    _ x2: Double,
    _ y2: Double
  ) throws(MotionError) -> TimingFunction {
    .cubicBezier(try CubicBezier(x1, y1, x2, y2))
  }

  /// Penner's function of a family that eases at the given end.
  public static func ease(_ ease: Penner.Ease, _ family: Penner.Family) -> TimingFunction {
    .penner(Penner(family, ease))
  }

  /// A ball that bounces to rest at the end, with rational pieces.
  public static let bounceEaseOut = TimingFunction.ease(.out, .bounceRational)
}
