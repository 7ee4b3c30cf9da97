public import Motion

/// A change over time in a scenario: the target, the change, and its timing.
///
/// It is a plain value; `Motion` plays it. Numbers come as lists: one for an angle, two for a position, any number for
/// a user-defined value.
public struct AnimationDescription: Hashable, Sendable {
  /// The target; nil for a group, whose animations have their own.
  public var target: AnimationTarget?
  /// The change.
  public var change: Change
  /// When it plays, how fast and how often.
  public var play: Play
  /// The timing functions: one, or none for a constant rate. With keyframes, one for each segment between two values,
  /// or one for all; with a path, one for the play, or one for each piece.
  public var timing: [TimingFunctionDescription]
  /// Whether it is added to the value beneath it, instead of replacing that.
  public var isAdditive: Bool
  /// Whether each repetition continues from the end of the previous one.
  public var isCumulative: Bool
  /// Samples a second: the animation is played as linear keyframes at this rate; nil for none.
  public var sampleRate: Double?
  /// Its own name, by which fields of a file can be set from outside; unique in its scenario.
  public var key: String?

  /// Makes a description.
  public init(
    _ target: AnimationTarget?,
    _ change: Change,
    play: Play = Play(),
    timing: [TimingFunctionDescription] = [],
    isAdditive: Bool = false,
    isCumulative: Bool = false,
    sampleRate: Double? = nil,
    key: String? = nil
  ) {
    self.target = target
    self.change = change
    self.play = play
    self.timing = timing
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.sampleRate = sampleRate
    self.key = key
  }

  /// The kind of change.
  public enum Change: Hashable, Sendable {
    /// From one value to another. See `BasicAnimation`.
    case basic(Ends)
    /// Through a list of values. See `KeyframeAnimation`.
    case keyframes(Keyframes)
    /// Along a path. See `PathAnimation`.
    case path(PathDescription)
    /// Pulled from one value to another. See `SpringAnimation`.
    case spring(Ends, SpringDescription)
    /// Several animations together, in the time of the group. See `AnimationGroup`.
    case group([AnimationDescription])
  }

  /// One or two of three values; the others follow.
  public struct Ends: Hashable, Sendable {
    /// The start value.
    public var from: [Double]?
    /// The end value.
    public var to: [Double]?
    /// The difference.
    public var by: [Double]?

    /// Makes ends.
    public init(from: [Double]? = nil, to: [Double]? = nil, by: [Double]? = nil) {
      self.from = from
      self.to = to
      self.by = by
    }
  }

  /// Values, and the interpolation between them.
  public struct Keyframes: Hashable, Sendable {
    /// The values, at least one.
    public var values: [[Double]]
    /// The fraction of the play at which each is reached; nil for even spacing.
    public var times: [Double]?
    /// The interpolation between values.
    public var mode: CalculationMode
    /// For the cubic modes, the shape of the curve at each value: none, one for all, or one for each.
    public var shapes: [CurveShape]

    /// Makes keyframes.
    public init(
      _ values: [[Double]],
      times: [Double]? = nil,
      mode: CalculationMode = .linear,
      shapes: [CurveShape] = []
    ) {
      self.values = values
      self.times = times
      self.mode = mode
      self.shapes = shapes
    }
  }
}
