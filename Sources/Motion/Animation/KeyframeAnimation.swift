/// A change through a list of values.
public struct KeyframeAnimation<Value: Animatable>: PropertyAnimation {
  /// The timing: begin, duration, speed and repetition.
  public var timing: MediaTiming
  /// The timing function over one play, applied before the key times.
  public var timingFunction = TimingFunction.linear
  /// Whether it is added to the value beneath it instead of replacing it.
  public var isAdditive = false
  /// Whether each repetition continues from the end of the previous one.
  public var isCumulative = false

  /// The keyframes.
  public private(set) var values: [Value]
  /// The interpolation between keyframes.
  public let calculationMode: CalculationMode
  /// The times of the keyframes, as fractions of the duration; for `paced`, those that follow from
  /// the distances of the values.
  public var keyTimes: [Double] { keys.times }

  private var keys: KeyTimes
  private let spline: KeySpline<Value>?
  private let arcLength: ArcLengthTable?

  /// Makes an animation through values.
  ///
  /// - Parameters:
  ///   - values: The keyframes, at least one.
  ///   - keyTimes: The fraction of the duration at which each is reached, never falling; `nil` to
  ///     spread them evenly. Before the first and after the last, that keyframe is held. For
  ///     `discrete`, a last one of 1 may follow, as in Core Animation.
  ///   - timingFunctions: How progress follows time between keyframes: none, one for all, or n − 1
  ///     for n values.
  ///   - calculationMode: How the values between keyframes are found.
  ///   - shapes: For the cubic modes, how the curve passes each keyframe: none, one for all, or one
  ///     for each.
  ///   - timing: Begin, duration, speed and repetition.
  /// - Throws: `MotionError` if there is no value, one is not finite, or a count or a key time is
  ///   not as above.
  public init(
    values: [Value],
    keyTimes: [Double]? = nil,
    timingFunctions: [TimingFunction] = [],
    calculationMode: CalculationMode = .linear,
    shapes: [CurveShape] = [],
    timing: MediaTiming = .natural
  ) throws(MotionError) {
    try require(!values.isEmpty, "values", is: "an empty list", "give at least one value")
    for (index, value) in values.enumerated() { try requireFinite(value, "values[\(index)]") }
    let shapes = try Self.check(shapes, count: values.count)
    let keys = try KeyTimes(keyTimes, timingFunctions, keys: values.count, mode: calculationMode)
    self.values = values
    self.calculationMode = calculationMode
    self.timing = timing
    let isCubic = calculationMode == .cubic || calculationMode == .cubicPaced
    let spline =
      isCubic && values.count > 1
      ? KeySpline(values, times: keys.times, shapes: shapes) : nil
    self.spline = spline
    arcLength = spline.flatMap { spline in
      guard calculationMode == .cubicPaced else { return nil }
      let table = ArcLengthTable(
        stretches: values.count - 1,
        halvings: 7,
        speed: spline.speed(in:at:)
      )
      return table.total.isFinite && table.total > 0 ? table : nil
    }
    self.keys =
      calculationMode == .paced
      ? KeyTimes(pacing: zip(values, values.dropFirst()).map { $0.distance(to: $1) }) : keys
  }

  private static func check(
    _ shapes: [CurveShape],
    count: Int
  ) throws(MotionError) -> [CurveShape] {
    try require(
      [0, 1, count].contains(shapes.count),
      "shapes",
      has: "\(shapes.count) shapes for \(count) values",
      "give one, or \(count)"
    )
    for (index, shape) in shapes.enumerated() {
      for (value, name) in [
        (shape.tension, "tension"), (shape.continuity, "continuity"), (shape.bias, "bias"),
      ] {
        let remedy = "give a number, as a rule from -1 to 1"
        try require(abs(value) <= 1e6, "shapes[\(index)].\(name)", is: value, remedy)
      }
    }
    return shapes.count == count ? shapes : Array(repeating: shapes.first ?? .init(), count: count)
  }

  /// Returns the value at a parent time, or the underlying value if the animation is not active
  /// then.
  ///
  /// Specialized for common types of values; for others it is generic, and slower.
  @specialized(where Value == Double)
  @specialized(where Value == SIMD2<Double>)
  @specialized(where Value == SIMD3<Double>)
  @specialized(where Value == SIMD4<Double>)
  @specialized(where Value == Angle)
  @specialized(where Value == Color)
  public func value(at time: Double, over underlying: Value) -> Value {
    played(at: time, over: underlying)
  }

  /// Returns the value at a progress; below 0 and above 1, that of the ends.
  public func value(atProgress progress: Double, over underlying: Value) -> Value {
    if calculationMode == .discrete || values.count == 1 { return values[keys.key(at: progress)] }
    if let arcLength, let spline {
      let place = arcLength.place(at: progress.clamped(0, 1) * arcLength.total)
      return spline.value(in: place.stretch, at: place.fraction)
    }
    let (index, fraction) = keys.stretch(at: progress)
    if let spline { return spline.value(in: index, at: fraction) }
    return values[index].interpolated(to: values[index + 1], at: fraction)
  }
}

/// The interpolation between keyframes.
public enum CalculationMode: String, CaseIterable, Sendable {
  /// Linear from each value to the next.
  case linear
  /// Each value until the time of the next one.
  case discrete
  /// Linear, at a constant rate over all values; key times and timing functions are ignored.
  case paced
  /// On a smooth curve through the values (Kochanek and Bartels, 1984).
  case cubic
  /// On that curve at a constant rate; key times and timing functions are ignored.
  case cubicPaced
}

/// How a smooth curve passes one keyframe; all three are usually within −1...1, and 0 gives the Catmull–Rom spline.
public struct CurveShape: Hashable, Sendable {
  /// Positive for a tighter curve, negative for a rounder one.
  public var tension: Double
  /// Other than 0 for a corner.
  public var continuity: Double
  /// Positive to bend the curve before the keyframe, negative to bend it after.
  public var bias: Double

  /// Makes a shape; without arguments, a smooth one.
  public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    (self.tension, self.continuity, self.bias) = (tension, continuity, bias)
  }

  /// The weights of the chords before and after the keyframe in its incoming and outgoing tangents.
  var weights:
    (arrival: (before: Double, after: Double), departure: (before: Double, after: Double))
  {
    let (t, c, b) = (1 - tension, continuity, bias)
    return (
      (t * (1 - c) * (1 + b) / 2, t * (1 + c) * (1 - b) / 2),
      (t * (1 + c) * (1 + b) / 2, t * (1 - c) * (1 - b) / 2)
    )
  }
}

/// The times of keyframes within one play, and the timing between neighbours.
struct KeyTimes: Sendable {
  /// The fraction of the duration at which each key is reached; at least one, never decreasing.
  let times: [Double]
  /// None, one for all segments, or one for each segment between two keys.
  let functions: [TimingFunction]

  /// Checks key times and timing functions; missing times are spread evenly.
  ///
  /// - Throws: `MotionError` if a count or a time is wrong.
  init(
    _ times: [Double]?,
    _ functions: [TimingFunction],
    keys: Int,
    mode: CalculationMode
  ) throws(MotionError) {
    try require(
      [0, 1, keys - 1].contains(functions.count),
      "timingFunctions",
      has: "\(functions.count) functions for \(keys) values",
      keys > 2 ? "give one, or \(keys - 1)" : "give one"
    )
    if let times { try Self.check(times, keys: keys, mode: mode) }
    let isPaced = mode == .paced || mode == .cubicPaced
    let stretches = Double(mode == .discrete ? keys : max(1, keys - 1))
    if !isPaced, let times {
      self.times = Array(times.prefix(keys))
    } else {
      self.times = (0..<keys).map { Double($0) / stretches }
    }
    let ignoresFunctions = isPaced || mode == .discrete || keys < 2
    self.functions = ignoresFunctions ? [] : functions
  }

  init(times: [Double], functions: [TimingFunction]) {
    self.times = times
    self.functions = functions
  }

  /// The key times for segments of the given lengths at a constant rate.
  init(pacing lengths: [Double]) {
    let longest = lengths.max() ?? 0
    var sum = 0.0
    var sums = [0.0]
    for length in lengths {
      sum += longest > 0 ? length / longest : 1
      sums.append(sum)
    }
    times = sums.map { $0 / max(sum, 1) }
    functions = []
  }

  private static func check(
    _ times: [Double],
    keys: Int,
    mode: CalculationMode
  ) throws(MotionError) {
    let isExtended = mode == .discrete && times.count == keys + 1 && times.last == 1
    try require(
      times.count == keys || isExtended,
      "keyTimes",
      has: "\(times.count) times for \(keys) values",
      "give one for each value" + (mode == .discrete ? ", and at most a 1 after them" : "")
    )
    for (index, time) in times.enumerated() {
      try require(time, in: 0...1, "keyTimes[\(index)]", "give a fraction from 0 to 1")
      guard index > 0 else { continue }
      let previous = times[index - 1]
      try require(
        time >= previous,
        "keyTimes[\(index)]",
        is: "\(number(time)) after \(number(previous))",
        "give key times that never fall"
      )
    }
  }

  /// The last key at or before a progress, or 0.
  func key(at progress: Double) -> Int { times.lastIndex(notAfter: progress) { $0 } }

  /// The segment of a progress, and the completed fraction of it, shaped by its timing function. Logarithmic in the
  /// number of keys.
  func stretch(at progress: Double) -> (index: Int, fraction: Double) {
    let index = min(key(at: progress), times.count - 2)
    guard index >= 0 else { return (0, 0) }
    let (start, end) = (times[index], times[index + 1])
    let fraction =
      progress >= end ? 1 : progress <= start ? 0 : (progress - start) / (end - start)
    let isBetweenKeys = progress >= times[0] && progress <= times[times.count - 1]
    if functions.isEmpty || !isBetweenKeys { return (index, fraction) }
    return (index, functions[functions.count == 1 ? 0 : index](fraction))
  }
}

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
    try require(rate, in: .positive, "rate", "give a finite number above 0 per second")
    let count = (span * rate - 1e-9).rounded(.up)
    try require(
      count <= 10_000_000,
      "rate",
      is: "\(rate) over \(span) s",
      "give a rate and a duration with at most 10000000 samples"
    )
    let times = (0..<Int(max(count, span > 0 ? 1 : 0))).map { Double($0) / rate } + [span]
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
    guard calculationMode == .linear, keys.functions.isEmpty, values.count > 2 else { return self }
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
    return changed {
      $0.values = kept.map { values[$0] }
      $0.keys = KeyTimes(times: kept.map { keyTimes[$0] }, functions: [])
    }
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
