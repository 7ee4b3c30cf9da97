/// A movement along a path.
///
/// Of a `SIMD2<Double>`, or of a `Pose`, which may turn with the path.
public struct PathAnimation<Value: PathFollowing>: PropertyAnimation {
  /// How the object rotates along the path.
  public enum RotationMode: String, CaseIterable, Sendable {
    /// No rotation.
    case none
    /// It faces forward.
    case auto
    /// It faces backward.
    case autoReverse
  }

  /// The timing: begin, duration, speed and repetition.
  public var timing: MediaTiming
  /// The timing function over one play, applied before the key times.
  public var timingFunction = TimingFunction.linear
  /// Whether the position is added to the value beneath it instead of replacing it.
  public var isAdditive = false
  /// Whether each repetition continues from the end of the previous one.
  public var isCumulative = false

  /// The path.
  public let path: Path
  /// How the object rotates along the path.
  public let rotationMode: RotationMode
  /// How the object moves through the pieces of the path.
  public let calculationMode: CalculationMode

  private let keys: KeyTimes
  private let trace: PathTrace

  /// Makes an animation along a path.
  ///
  /// - Parameters:
  ///   - path: A path with at least one piece.
  ///   - rotationMode: How the object rotates along the path.
  ///   - calculationMode: `paced` at a constant speed over the true length of the path; `linear` by
  ///     each piece in its own time; `discrete` from point to point.
  ///   - keyTimes: For `linear` and `discrete`, the fraction of the duration at which each of the
  ///     n + 1 ends of the n pieces is reached; `nil` to give each piece the same time.
  ///   - timingFunctions: For `linear`, none, one for all pieces, or one for each.
  ///   - timing: Begin, duration, speed and repetition.
  /// - Throws: `MotionError` if the path is empty, the mode is a cubic one (a path brings its own
  ///   curves), or a count or a key time is wrong.
  public init(
    along path: Path,
    rotationMode: RotationMode = .none,
    calculationMode: CalculationMode = .paced,
    keyTimes: [Double]? = nil,
    timingFunctions: [TimingFunction] = [],
    timing: MediaTiming = .natural
  ) throws(MotionError) {
    try require(!path.isEmpty, "path", is: "without a piece", "give a path with at least one")
    try require(
      calculationMode != .cubic && calculationMode != .cubicPaced,
      "calculationMode",
      is: calculationMode.rawValue,
      "give paced, linear or discrete: a path brings its own curves"
    )
    keys = try KeyTimes(
      keyTimes,
      timingFunctions,
      keys: path.segments.count + 1,
      mode: calculationMode
    )
    trace = PathTrace(path)
    self.path = path
    self.rotationMode = rotationMode
    self.calculationMode = calculationMode
    self.timing = timing
  }

  /// The length of the path.
  public var length: Double { trace.length }

  /// Returns the value at a parent time, or the underlying value if the animation is not active
  /// then.
  ///
  /// Specialized for common types of values; for others it is generic, and slower.
  @specialized(where Value == SIMD2<Double>)
  @specialized(where Value == Pose)
  public func value(at time: Double, over underlying: Value) -> Value {
    played(at: time, over: underlying)
  }

  /// Returns the value at a progress; below 0 and above 1, that of the ends.
  public func value(atProgress progress: Double, over underlying: Value) -> Value {
    let place = place(at: progress)
    let angle: Double? =
      switch rotationMode {
      case .none: nil
      case .auto: trace.angle(at: place)
      case .autoReverse: trace.angle(at: place) + .pi
      }
    return underlying.following(trace.point(at: place), angle: angle.map(Angle.init(radians:)))
  }

  private func place(at progress: Double) -> (stretch: Int, fraction: Double) {
    switch calculationMode {
    case .paced, .cubicPaced:
      return trace.place(atLength: progress.clamped(0, 1) * trace.length)
    case .linear, .cubic:
      let stretch = keys.stretch(at: progress)
      return (stretch.index, stretch.fraction.clamped(0, 1))
    case .discrete:
      let key = keys.key(at: progress)
      return key < path.segments.count ? (key, 0) : (key - 1, 1)
    }
  }
}
