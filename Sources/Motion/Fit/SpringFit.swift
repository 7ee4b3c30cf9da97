/// The spring closest to a motion, by least squares.
///
/// For a given frequency and damping ratio, the target, the distance and the initial velocity follow from three linear
/// equations; those two are searched for.
struct SpringFit {
  private let points: [SIMD2<Double>]
  private let frequency: Double
  private let ratio: Double

  /// Searches for the spring; nil if the motion does not move.
  init?(_ points: [SIMD2<Double>]) {
    let values = points.map(\.y)
    guard points.count >= 5, let least = values.min(), let greatest = values.max(), least < greatest
    else { return nil }
    self.points = points
    let span = points[points.count - 1].x - points[0].x
    var best = (place: SIMD2(0.0, 0.0), error: Double.infinity)
    // From a quarter of an oscillation in all to as many oscillations as the samples can show.
    let most = logarithm(.pi * Double(points.count) / 4 / span)
    let first = logarithm(.pi / 2 / span)
    func error(_ place: SIMD2<Double>) -> Double {
      Self.solution(points, exponential(place.x), Self.ratio(place.y))?.error ?? .infinity
    }
    for step in 0...24 {
      for ratio in [-3.0, -1.6, -0.7, 0, 0.7] {
        let place = SIMD2(first + (most - first) * Double(step) / 24, ratio)
        let value = error(place)
        if value < best.error { best = (place, value) }
      }
    }
    guard best.error.isFinite else { return nil }
    let place = leastPlace(from: best.place, step: 0.2, until: 1e-9, error)
    (frequency, ratio) = (exponential(place.x), Self.ratio(place.y))
  }

  /// The damping ratio, whose logarithm is searched for, within the range of a spring.
  private static func ratio(_ logarithm: Double) -> Double { exponential(logarithm.clamped(-9, 3)) }

  /// The best target, distance and initial velocity, and the sum of the squared residuals.
  private static func solution(
    _ points: [SIMD2<Double>],
    _ frequency: Double,
    _ ratio: Double
  ) -> (target: Double, distance: Double, velocity: Double, error: Double)? {
    guard
      let spring = try? Spring(stiffness: frequency * frequency, damping: 2 * ratio * frequency)
    else { return nil }
    var (matrix, right) = ([SIMD3<Double>](repeating: .zero, count: 3), SIMD3<Double>.zero)
    var rows: [SIMD3<Double>] = []
    for point in points {
      let response = spring.response(at: point.x - points[0].x)
      let row = SIMD3(1, response.ofDisplacement, response.ofVelocity * frequency)
      rows.append(row)
      for index in 0..<3 { matrix[index] += row * row[index] }
      right += row * point.y
    }
    guard let found = solve(matrix, right) else { return nil }
    let error = zip(rows, points).reduce(0) { sum, pair in
      let off = (pair.0 * found).sum() - pair.1.y
      return sum + off * off
    }
    return (found.x, found.y, found.z * frequency, error)
  }

  /// Solves three linear equations by Cramer's rule; nil if they have no unique solution.
  private static func solve(_ rows: [SIMD3<Double>], _ right: SIMD3<Double>) -> SIMD3<Double>? {
    func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
      a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
    }
    let size = determinant(rows[0], rows[1], rows[2])
    guard abs(size) > 1e-14 * rows[0].x * rows[0].x * rows[0].x else { return nil }
    // The matrix is symmetric, so its rows are its columns.
    return SIMD3(
      determinant(right, rows[1], rows[2]) / size,
      determinant(rows[0], right, rows[2]) / size,
      determinant(rows[0], rows[1], right) / size
    )
  }

  /// The spring as an animation, with short numbers if they are near enough.
  func motion(rounding tolerance: Double) throws(MotionError) -> FittedMotion {
    let places = tolerance.decimalsOfThousandth
    // The constants of a slow spring would round to 0.
    let short = try motion(
      value: { $0.rounded(places: places) },
      { $0 < 1e-4 ? $0 : $0.rounded(places: 4) }
    )
    if short.error <= tolerance { return short }
    return try motion(value: { $0 }, { $0 })
  }

  private func motion(
    value: (Double) -> Double,
    _ constant: (Double) -> Double
  ) throws(MotionError) -> FittedMotion {
    guard let found = Self.solution(points, frequency, ratio) else {
      preconditionFailure("the spring that was found has a solution")
    }
    let (from, to) = (value(found.target + found.distance), value(found.target))
    let spring = try Spring(
      stiffness: constant(frequency * frequency),
      damping: constant(2 * ratio * frequency)
    )
    let velocity = value(found.velocity)
    let begin = points[0].x
    let span = points[points.count - 1].x - begin
    let animation = try SpringAnimation(
      from: from,
      to: to,
      spring: spring,
      initialVelocity: velocity == 0 ? nil : velocity,
      timing: MediaTiming(beginTime: begin, duration: span)
    )
    return FittedMotion(.spring(animation, from: from, to: to), of: points)
  }
}

/// The start, turning points and end of a motion.
struct TurningPoints {
  private let points: [SIMD2<Double>]
  /// The start, the turning points beyond the tolerance, and the end.
  private(set) var knots: [SIMD2<Double>] = []

  init(_ points: [SIMD2<Double>], tolerance: Double) {
    self.points = points
    knots = [points[0]]
    var (low, high) = (0, 0)
    var rises: Bool?
    for index in points.indices {
      let value = points[index].y
      if value < points[low].y { low = index }
      if value > points[high].y { high = index }
      if rises != false, points[high].y - value > tolerance {
        if rises == true { add(high) }
        (rises, low, high) = (false, index, index)
      } else if rises != true, value - points[low].y > tolerance {
        if rises == false { add(low) }
        (rises, low, high) = (true, index, index)
      }
    }
    knots.append(points[points.count - 1])
  }

  private mutating func add(_ index: Int) {
    let knot = refined(index)
    // Rounding must never swap two of them.
    if knot.x > knots[knots.count - 1].x, knot.x < points[points.count - 1].x { knots.append(knot) }
  }

  /// The turning point near an extreme sample: the vertex of a smooth motion, or, at a corner, the intersection of the
  /// curves on both sides.
  private func refined(_ index: Int) -> SIMD2<Double> {
    guard index >= 3, index + 3 < points.count else { return points[index] }
    func slope(_ a: Int, _ b: Int) -> Double {
      (points[b].y - points[a].y) / (points[b].x - points[a].x)
    }
    let before = slope(index - 2, index - 1) - slope(index - 3, index - 2)
    let after = slope(index + 2, index + 3) - slope(index + 1, index + 2)
    let across = slope(index + 1, index + 2) - slope(index - 2, index - 1)
    guard abs(across) > 6 * max(abs(before), abs(after)) else {
      let curve = Parabola(points[index - 1], points[index], points[index + 1])
      return curve.vertex(within: points[index - 1].x...points[index + 1].x) ?? points[index]
    }
    let isTop = points[index].y > points[index - 1].y
    var best = points[index]
    for left in [index - 1, index] where left >= 2 && left + 3 < points.count {
      let (a, b) = (
        Parabola(points[left - 2], points[left - 1], points[left]),
        Parabola(points[left + 1], points[left + 2], points[left + 3])
      )
      guard let time = a.meeting(b, within: points[left].x...points[left + 1].x) else { continue }
      let value = a.value(at: time)
      if isTop ? value > best.y : value < best.y { best = SIMD2(time, value) }
    }
    return best
  }
}

/// A parabola through three points.
private struct Parabola {
  private let middle: SIMD2<Double>
  private let slope: Double
  private let bend: Double

  init(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) {
    let (left, right) = ((b.y - a.y) / (b.x - a.x), (c.y - b.y) / (c.x - b.x))
    middle = b
    bend = (right - left) / (c.x - a.x)
    slope = left + bend * (b.x - a.x)
  }

  func value(at time: Double) -> Double {
    let t = time - middle.x
    return middle.y + t * (slope + t * bend)
  }

  /// The vertex, if it is within a range of times.
  func vertex(within times: ClosedRange<Double>) -> SIMD2<Double>? {
    guard bend != 0, times.contains(middle.x - slope / (2 * bend)) else { return nil }
    let time = middle.x - slope / (2 * bend)
    return SIMD2(time, value(at: time))
  }

  /// The intersection with another parabola within a range of times, by bisection.
  func meeting(_ other: Parabola, within times: ClosedRange<Double>) -> Double? {
    func gap(_ time: Double) -> Double { value(at: time) - other.value(at: time) }
    var (low, high) = (times.lowerBound, times.upperBound)
    let sign = gap(low)
    guard sign * gap(high) <= 0 else { return nil }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if gap(middle) * sign > 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
