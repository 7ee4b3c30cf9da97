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
      let spring = try? Spring(
        stiffness: frequency * frequency,
        damping: 2 * ratio * frequency
      )
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

  /// The spring as an animation, with numbers rounded as far as a tolerance allows.
  func motion(rounding tolerance: Double) throws(MotionError) -> FittedMotion {
    guard let found = Self.solution(points, frequency, ratio) else {
      preconditionFailure("the spring that was found has a solution")
    }
    let places = tolerance.decimalsOfThousandth
    let from = (found.target + found.distance).rounded(places: places)
    let to = found.target.rounded(places: places)
    let spring = try Spring(
      stiffness: (frequency * frequency).rounded(places: 4),
      damping: (2 * ratio * frequency).rounded(places: 4)
    )
    let velocity = found.velocity.rounded(places: places)
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
