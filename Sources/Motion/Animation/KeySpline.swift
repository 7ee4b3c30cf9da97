/// A smooth curve through keyframes: a cubic Bézier between each two neighbours.
///
/// It is built from interpolation alone, by de Casteljau's construction, so it works for every value that can be
/// interpolated.
struct KeySpline<Value: Animatable>: Sendable {
  private let values: [Value]
  private let departures: [Value]
  private let arrivals: [Value]

  /// Makes a Kochanek–Bartels curve.
  init(_ values: [Value], times: [Double], shapes: [CurveShape]) {
    self.values = values
    let last = values.count - 1
    var departures: [Value] = []
    var arrivals: [Value] = []
    for index in 0...last {
      let value = values[index]
      // The first and the last chord continue beyond the ends.
      let before = index > 0 ? values[index - 1] : values[1].interpolated(to: value, at: 2)
      let after = index < last ? values[index + 1] : values[last - 1].interpolated(to: value, at: 2)
      let (from, to) = (times[max(0, index - 1)], times[min(last, index + 1)])
      let isInner = index > 0 && index < last && to > from
      let share = isInner ? 2 * (times[index] - from) / (to - from) : 1
      // value ± (w₁·(value − before) + w₂·(after − value)) / 3, as the middle of two points.
      func control(_ side: Double, _ w: (before: Double, after: Double), _ scale: Double) -> Value {
        let factor = side * scale * 2 / 3
        return before.interpolated(to: value, at: 1 + factor * w.before)
          .interpolated(to: value.interpolated(to: after, at: factor * w.after), at: 0.5)
      }
      let weights = shapes[index].weights
      arrivals.append(control(-1, weights.arrival, share))
      departures.append(control(1, weights.departure, 2 - share))
    }
    self.departures = departures
    self.arrivals = arrivals
  }

  /// The value at a fraction of the segment after a keyframe: exact at 0 and 1.
  func value(in stretch: Int, at t: Double) -> Value {
    let (a, b) = (values[stretch], departures[stretch])
    let (c, d) = (arrivals[stretch + 1], values[stretch + 1])
    let middle = b.interpolated(to: c, at: t)
    let left = a.interpolated(to: b, at: t).interpolated(to: middle, at: t)
    let right = middle.interpolated(to: c.interpolated(to: d, at: t), at: t)
    return left.interpolated(to: right, at: t)
  }

  /// The rate at which the value changes with the fraction of its segment, as a length.
  func speed(in stretch: Int, at t: Double) -> Double {
    let step = 1e-5
    let (start, end) = (max(0, t - step), min(1, t + step))
    return value(in: stretch, at: start).distance(to: value(in: stretch, at: end)) / (end - start)
  }
}
