public import Chipmunk
public import Motion

extension AnimationDescription {
  /// A path, and the motion along it.
  public struct PathDescription: Hashable, Sendable {
    /// The path itself.
    public enum Form: Hashable, Sendable {
      /// SVG path data; y points up, as everywhere.
      case svg(String)
      /// The ellipse in a rectangle, from its right end, counterclockwise.
      case ellipse(x: Double, y: Double, width: Double, height: Double)
      /// Straight lines from point to point.
      case points([Vector])
    }

    /// The path itself.
    public var form: Form
    /// The rotation along the path. It applies to a body's position, and then rotates the body.
    public var rotation: PathAnimation<Pose>.RotationMode
    /// The motion through the pieces.
    public var mode: CalculationMode
    /// The fraction of the play at which each end of a piece is reached; nil for even ones.
    public var times: [Double]?

    /// Makes a description.
    public init(
      _ form: Form,
      rotation: PathAnimation<Pose>.RotationMode = .none,
      mode: CalculationMode = .paced,
      times: [Double]? = nil
    ) {
      self.form = form
      self.rotation = rotation
      self.mode = mode
      self.times = times
    }
  }

  /// A spring, and the initial velocity of the object that it pulls.
  public struct SpringDescription: Hashable, Sendable {
    /// The spring, in one of two forms.
    public enum Form: Hashable, Sendable {
      /// Mass in kg, stiffness in N and damping in N·s, both per unit of length.
      case constants(mass: Double = 1, stiffness: Double = 100, damping: Double = 10)
      /// Its apparent duration in seconds, and how much it bounces, above −1 and up to 1.
      case bounce(duration: Double, bounce: Double = 0)
    }

    /// The spring.
    public var form: Form
    /// The change per second at first; nil for none.
    public var velocity: [Double]?

    /// Makes a description.
    public init(_ form: Form = .constants(), velocity: [Double]? = nil) {
      self.form = form
      self.velocity = velocity
    }
  }

  /// The timing of an animation: begin, duration, speed and repetition. See `MediaTiming`.
  public struct Play: Hashable, Sendable {
    /// When it begins, in seconds of the run, or of the group.
    public var begin: Double
    /// The duration of one play, in seconds; nil for the natural one.
    public var duration: Double?
    /// The rate of its time.
    public var speed: Double
    /// The offset of its time, in seconds; nil for the one that follows from the speed.
    public var offset: Double?
    /// The number of plays; infinity for ever, nil for one.
    public var repeatCount: Double?
    /// The duration of all repetitions, in seconds, instead of a count.
    public var repeatDuration: Double?
    /// Whether each play is followed by its reversal.
    public var autoreverses: Bool
    /// The value shown before and after it. Forwards holds its end for ever.
    public var fill: MediaTiming.FillMode

    /// Makes a timing: one play of natural duration, from the beginning of the run.
    public init(
      begin: Double = 0,
      duration: Double? = nil,
      speed: Double = 1,
      offset: Double? = nil,
      repeatCount: Double? = nil,
      repeatDuration: Double? = nil,
      autoreverses: Bool = false,
      fill: MediaTiming.FillMode = .removed
    ) {
      self.begin = begin
      self.duration = duration
      self.speed = speed
      self.offset = offset
      self.repeatCount = repeatCount
      self.repeatDuration = repeatDuration
      self.autoreverses = autoreverses
      self.fill = fill
    }
  }
}

extension AnimationDescription.Play {
  /// A point in time, or a difference, in seconds.
  package static let time = ParameterRange("time", "s", -1e9...1e9)
  /// The duration of one play, in seconds.
  package static let duration = ParameterRange("duration", "s", 0...1e9)
  /// The rate of an animation's time.
  package static let speed = ParameterRange("speed", "", -1e6...1e6)
  /// The number of plays of an animation.
  package static let repeatCount = ParameterRange(
    "repeat",
    "",
    1e-9...1e12,
    allowsInfinity: true,
    infinity: "forever"
  )
  /// How long an animation repeats, in seconds.
  package static let repeatDuration = ParameterRange(
    "repeatDuration",
    "s",
    1e-9...1e12,
    allowsInfinity: true,
    infinity: "forever"
  )
  /// The rate of the samples from which keyframes are made, in Hz.
  package static let sampleRate = ParameterRange("sample rate", "Hz", 1e-3...1e4)
}

/// A timing function, as a text or as four numbers.
public enum TimingFunctionDescription: Hashable, Sendable {
  /// A name, or CSS syntax: see `TimingFunction.init(_:)`.
  case text(String)
  /// The two control points of a cubic Bézier curve.
  case bezier(Double, Double, Double, Double)

  /// The function.
  ///
  /// Throws `MotionError`.
  public func function() throws(MotionError) -> TimingFunction {
    switch self {
    case .text(let text): try TimingFunction(text)
    case .bezier(let x1, let y1, let x2, let y2): try .bezier(x1, y1, x2, y2)
    }
  }
}
