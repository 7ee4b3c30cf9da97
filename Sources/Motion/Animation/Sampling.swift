extension KeyframeAnimation {
  /// Makes linear keyframes of a function of time.
  ///
  /// The function is sampled at `start`, every 1/`rate` seconds after it, and at `end`. Between two samples the
  /// keyframes differ from it by at most a²/(8·rate²), where a² is its greatest second derivative there; a jump becomes
  /// a ramp of one sample.
  ///
  /// - Parameters:
  ///   - start: The time that becomes the animation's begin time, in seconds.
  ///   - end: The time at which it ends, not before `start`.
  ///   - rate: Samples per second.
  ///   - function: The value at a time.
  /// - Throws: `MotionError` if the span is negative or not finite, the rate is not above 0, or there would be more
  ///   than ten million samples.
  public init(
    sampledFrom start: Double,
    to end: Double,
    rate: Double = 60,
    _ function: (Double) -> Value
  ) throws(MotionError) {
    try requireFinite(start, "start")
    let span = end - start
    try requireDuration(span, "duration")
    try require(
      rate.isFinite && rate > 0,
      "rate",
      is: rate,
      "give a finite number above 0 per second"
    )
    let count = (span * rate - 1e-9).rounded(.up)
    try require(
      count <= 10_000_000,
      "rate",
      is: "\(rate) over \(span) s",
      "give a rate and a duration with at most 10000000 samples"
    )
    let times = (0..<Int(max(count, 0))).map { Double($0) / rate } + [span]
    try self.init(
      values: times.map { function(start + $0) },
      keyTimes: times.map { span > 0 ? min($0 / span, 1) : 1 },
      timing: MediaTiming(beginTime: start, duration: span)
    )
  }

  /// The fewest of these keyframes whose linear interpolation stays within a tolerance of all the others: it reduces
  /// samples to a handful of keyframes.
  ///
  /// Uses the method of Douglas and Peucker, measured at equal times. Only for `linear` without timing functions
  /// between the keyframes; others are returned unchanged.
  ///
  /// - Parameter tolerance: The greatest distance allowed, in the unit of the values; NaN counts as 0.
  /// - Returns: The animation with those keyframes only; with some more for values for which the method would take
  ///   quadratic time.
  /// - Complexity: O(*n* log *n*) for *n* keyframes.
  public func simplified(tolerance: Double) -> KeyframeAnimation {
    guard calculationMode == .linear, hasStraightStretches, values.count > 2 else { return self }
    var isKept = Array(repeating: false, count: values.count)
    isKept[0] = true
    isKept[values.count - 1] = true
    let tolerance = tolerance.isNaN ? 0 : tolerance
    // If splits always cut off little at one end, there would be as many spans as keys: deep spans are halved instead.
    let depth = 2 * (Int.bitWidth - values.count.leadingZeroBitCount) + 8
    var open = [(span: 0...(values.count - 1), depth: 0)]
    while let (span, level) = open.popLast() {
      guard let worst = worstKey(in: span), worst.distance > tolerance else { continue }
      let place = level < depth ? worst.index : (span.lowerBound + span.upperBound) / 2
      isKept[place] = true
      open.append((span.lowerBound...place, level + 1))
      open.append((place...span.upperBound, level + 1))
    }
    let kept = values.indices.filter { isKept[$0] }
    return keeping(kept)
  }

  /// The keyframe farthest from the straight line over a span of keyframes.
  private func worstKey(in span: ClosedRange<Int>) -> (index: Int, distance: Double)? {
    let (first, last) = (span.lowerBound, span.upperBound)
    let length = keyTimes[last] - keyTimes[first]
    return (first + 1..<max(last, first + 1)).map { index in
      let fraction = length > 0 ? (keyTimes[index] - keyTimes[first]) / length : 1
      let straight = values[first].interpolated(to: values[last], at: fraction)
      return (index, values[index].distance(to: straight))
    }.max { $0.distance < $1.distance }
  }
}

extension Animation where Value: Animatable {
  /// The animation as linear keyframes, read at a rate over its active span.
  ///
  /// The result has the span as its begin time and duration, and the fill mode of the original; its
  /// repetitions, speed and pacing are in the keyframes.
  ///
  /// - Parameters:
  ///   - underlying: The value beneath the animation; used if one of its ends is missing.
  ///   - rate: Readings per second.
  /// - Returns: Linear keyframes.
  /// - Throws: `MotionError` if the animation never ends, or the rate is not above 0.
  public func sampled(
    over underlying: Value,
    rate: Double = 60
  ) throws(MotionError) -> KeyframeAnimation<Value> {
    let span = activeSpan
    try require(
      span.upperBound.isFinite && span.lowerBound.isFinite,
      "repeatCount",
      is: "endless",
      "sample an animation that ends, or a part of it by KeyframeAnimation(sampledFrom:to:)"
    )
    let base = isAdditive ? underlying.neutral : underlying
    var held = self
    held.timing.fillMode = .both
    var samples = try KeyframeAnimation(
      sampledFrom: span.lowerBound,
      to: span.upperBound,
      rate: rate
    ) { held.value(at: $0, over: base) }
    samples.isAdditive = isAdditive
    samples.timing.fillMode = timing.fillMode
    samples.timing.isRemovedOnCompletion = timing.isRemovedOnCompletion
    return samples
  }
}
