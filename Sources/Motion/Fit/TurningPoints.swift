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
