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
        try require(
          abs(value) <= 1e6,
          "shapes[\(index)].\(name)",
          is: value,
          "give a number, as a rule from -1 to 1"
        )
      }
    }
    return shapes.count == count ? shapes : Array(repeating: shapes.first ?? .init(), count: count)
  }

  /// Whether no timing function shapes the motion between keyframes.
  var hasStraightStretches: Bool { keys.functions.isEmpty }

  /// The animation with only some of its keyframes.
  func keeping(_ indices: [Int]) -> KeyframeAnimation {
    var copy = self
    copy.values = indices.map { values[$0] }
    copy.keys = keys.keeping(indices)
    return copy
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
