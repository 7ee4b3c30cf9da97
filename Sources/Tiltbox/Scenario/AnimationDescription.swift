public import Motion

/// A change over time in a scenario: the target, the change, and its timing.
///
/// It is a plain value; `Motion` plays it. Numbers come as lists: one for an angle, two for a position, any number for
/// a user-defined value.
public struct AnimationDescription: Hashable, Sendable {
  /// What changes; nil for a group, whose animations say it themselves.
  public var target: AnimationTarget?
  /// The change.
  public var change: Change
  /// When it plays, how fast and how often.
  public var play: Play
  /// How progress follows time: one function, or none for an even pace. With keyframes, one for each
  /// stretch between two values, or one for all; with a path, one for the play, or one for each piece.
  public var timing: [TimingFunctionDescription]
  /// Whether it is added to what lies under it, instead of hiding that.
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

  /// How something changes.
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

  /// One or two of three: the others follow.
  public struct Ends: Hashable, Sendable {
    /// Where it starts.
    public var from: [Double]?
    /// Where it ends.
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

  /// Values, and the ways between them.
  public struct Keyframes: Hashable, Sendable {
    /// The values, at least one.
    public var values: [[Double]]
    /// The fraction of the play at which each is reached; nil for even ones.
    public var times: [Double]?
    /// The interpolation between values.
    public var mode: CalculationMode
    /// For the cubic modes, how the curve passes each value: none, one for all, or one for each.
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
