/// Keyframes that reproduce a motion, starting from its turning points.
struct KeyframeFit {
  private let points: [SIMD2<Double>]
  private let tolerance: Double
  private var keys: [SIMD2<Double>] = []
  private var functions: [TimingFunction] = []

  init(_ points: [SIMD2<Double>], tolerance: Double) {
    (self.points, self.tolerance) = (points, tolerance)
    let turns = TurningPoints(points, tolerance: tolerance).knots
    keys = [turns[0]]
    for (from, to) in zip(turns, turns.dropFirst()) { add(from, to) }
  }

  /// Adds the keyframes from one turning point to the next.
  private mutating func add(_ first: SIMD2<Double>, _ last: SIMD2<Double>) {
    let low = points.partitioningIndex { $0.x > first.x }
    let high = points.partitioningIndex { $0.x >= last.x }
    var (from, next) = (first, low)
    while true {
      if let function = function(from, last, points[next..<max(next, high)]) {
        keys.append(last)
        functions.append(function)
        return
      }
      // Finds how far one function reaches, by doubling and then by bisection.
      var (good, found) = (next, TimingFunction.linear)
      var (reach, bad) = (1, high)
      func attempt(_ end: Int) -> Bool {
        guard let function = function(from, points[end], points[next..<end]) else { return false }
        (good, found) = (end, function)
        return true
      }
      while next + reach < bad {
        guard attempt(next + reach) else {
          bad = next + reach
          break
        }
        reach *= 2
      }
      while bad - good > 1 {
        let middle = (good + bad) / 2
        if !attempt(middle) { bad = middle }
      }
      from = points[good]
      next = good + 1
      keys.append(from)
      functions.append(found)
    }
  }

  /// The function from one keyframe to another that is near enough to all points between; nil if there is none.
  private func function(
    _ from: SIMD2<Double>,
    _ to: SIMD2<Double>,
    _ between: ArraySlice<SIMD2<Double>>
  ) -> TimingFunction? {
    let size = to - from
    guard abs(size.y) > tolerance * 1e-6 else {
      return between.allSatisfy { abs($0.y - from.y) <= tolerance } ? .linear : nil
    }
    let places = between.map { ($0 - from) / size }
    let limit = tolerance / abs(size.y)
    func error(_ function: TimingFunction) -> Double {
      places.map { abs(function($0.x) - $0.y) }.max() ?? 0
    }
    let simple: [TimingFunction] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
    let best = simple.map { ($0, error($0)) }.min { $0.1 < $1.1 }
    if let best, best.1 <= limit { return best.0 }
    let fitted = TimingFunction.cubicBezier(CubicBezier(through: places))
    return error(fitted) <= limit ? fitted : nil
  }

  /// The keyframes as an animation, with short numbers if they are near enough.
  func motion() throws(MotionError) -> FittedMotion {
    let places = tolerance.decimalsOfThousandth
    let short = try motion(time: { $0.rounded(places: 6) }, value: { $0.rounded(places: places) })
    return short.error <= tolerance ? short : try motion(time: { $0 }, value: { $0 })
  }

  private func motion(
    time: (Double) -> Double,
    value: (Double) -> Double
  ) throws(MotionError) -> FittedMotion {
    let begin = keys[0].x
    let duration = keys[keys.count - 1].x - begin
    let animation = try KeyframeAnimation(
      values: keys.map { value($0.y) },
      keyTimes: keys.map { time(($0.x - begin) / duration) },
      timingFunctions: functions,
      timing: MediaTiming(beginTime: begin, duration: duration)
    )
    return FittedMotion(.keyframes(animation, functions: functions), of: points)
  }
}

extension CubicBezier {
  /// The monotonic curve closest to some points of time and progress, by least squares.
  ///
  /// For given x of the control points, their y follow from two linear equations; the x are searched for.
  init(through places: [SIMD2<Double>]) {
    func curve(_ x: SIMD2<Double>) -> (curve: CubicBezier, error: Double) {
      let path = CubicBezier(unchecked: x.x, 0, x.y, 0)
      var (aa, ab, bb, ar, br) = (1e-12, 0.0, 1e-12, 0.0, 0.0)
      let terms = places.map { place in
        let t = path.parameter(at: place.x.clamped(0, 1))
        let s = 1 - t
        let (a, b, rest) = (3 * s * s * t, 3 * s * t * t, place.y - t * t * t)
        (aa, ab, bb, ar, br) =
          (aa + a * a, ab + a * b, bb + b * b, ar + a * rest, br + b * rest)
        return (a, b, rest)
      }
      var (y1, y2) = (0.0, 0.0)
      let determinant = aa * bb - ab * ab
      if determinant > 0 {
        (y1, y2) = ((ar * bb - br * ab) / determinant, (br * aa - ar * ab) / determinant)
      }
      if !(0...1 ~= y1) {
        y1 = y1.clamped(0, 1)
        y2 = (br - ab * y1) / bb
      }
      if !(0...1 ~= y2) {
        y2 = y2.clamped(0, 1)
        y1 = ((ar - ab * y2) / aa).clamped(0, 1)
      }
      (y1, y2) = (y1.rounded(places: 4), y2.rounded(places: 4))
      let error = terms.reduce(0) { sum, term in
        let off = term.0 * y1 + term.1 * y2 - term.2
        return sum + off * off
      }
      return (CubicBezier(unchecked: x.x, y1, x.y, y2), error)
    }
    // The valley is narrow and winding: a search from several starts finds its bottom.
    let starts: [SIMD2<Double>] = [
      [1.0 / 3, 2.0 / 3], [0.5, 0.9], [0.42, 1], [0.1, 0.6], [0.7, 0.9], [0, 0.58], [0.25, 0.25],
    ]
    func error(_ x: SIMD2<Double>) -> Double {
      curve(SIMD2(x.x.clamped(0, 1), x.y.clamped(0, 1))).error
    }
    let ends = starts.map { leastPlace(from: $0, step: 0.2, until: 1e-4, error) }
    let x = ends.min { error($0) < error($1) } ?? starts[0]
    func rounded(_ x: Double) -> Double { x.clamped(0, 1).rounded(places: 4) }
    self = curve(SIMD2(rounded(x.x), rounded(x.y))).curve
  }
}

/// The minimum of a function of two numbers near a point: eight directions from the best point so far, with steps that
/// halve if none is better. It ends after at most a thousand steps.
func leastPlace(
  from start: SIMD2<Double>,
  step: Double,
  until least: Double,
  _ function: (SIMD2<Double>) -> Double
) -> SIMD2<Double> {
  let ways: [SIMD2<Double>] = [
    [1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1],
  ]
  var (place, best, step) = (start, function(start), step)
  for _ in 0..<1000 where step > least {
    var isBetter = false
    for way in ways {
      let value = function(place + step * way)
      if value < best {
        (place, best, isBetter) = (place + step * way, value, true)
        break
      }
    }
    if !isBetter { step /= 2 }
  }
  return place
}
