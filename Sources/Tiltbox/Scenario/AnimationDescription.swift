public import Chipmunk
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
      (self.from, self.to, self.by) = (from, to, by)
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
      (self.values, self.times, self.mode, self.shapes) = (values, times, mode, shapes)
    }
  }
}

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
      (self.form, self.rotation, self.mode, self.times) = (form, rotation, mode, times)
    }
  }

  /// A spring, and the initial velocity of the object that it pulls.
  public struct SpringDescription: Hashable, Sendable {
    /// The spring, in one of two forms.
    public enum Form: Hashable, Sendable {
      /// Mass in kg, stiffness in N and damping in N·s, both per unit of length.
      case constants(mass: Double = 1, stiffness: Double = 100, damping: Double = 10)
      /// Its apparent duration in seconds, and how much it bounces, from −0.999999 to 1.
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
  /// A time of a touch or a handover, in seconds.
  package static let moment = ParameterRange("time", "s", 0...1e9)
  /// The duration of one play, in seconds.
  package static let duration = ParameterRange("duration", "s", 0...1e9)
  /// The rate of an animation's time.
  package static let speed = ParameterRange("speed", "", -1e6...1e6)
  /// The number of plays of an animation.
  package static let repeatCount = ParameterRange("repeat", "", 1e-9...1e12, infinity: "forever")
  /// How long an animation repeats, in seconds.
  package static let repeatDuration = ParameterRange(
    "repeatDuration",
    "s",
    1e-9...1e12,
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

extension Scenario {
  func reportAnimations(to found: inout DiagnosticList) {
    var keys: [String: String] = [:]
    var first: [AnimationTarget: String] = [:]
    for (index, animation) in animations.enumerated() where !found.isFull {
      report(animation, at: "animations[\(index)]", &keys, &first, &found)
    }
  }

  private func report(
    _ animation: AnimationDescription,
    at path: String,
    _ keys: inout [String: String],
    _ first: inout [AnimationTarget: String],
    _ found: inout DiagnosticList
  ) {
    let count = found.diagnostics.count
    if let key = animation.key, let other = keys.updateValue(path, forKey: key) {
      found.add("\(path).key", "\"\(key)\" names \(other) already; give another key")
    }
    animation.reportTiming(at: path, to: &found)
    let isTimed = found.diagnostics.count == count
    if case .group(let members) = animation.change {
      if members.isEmpty { found.add("\(path).group", "has no animation; give at least one") }
      for (index, member) in members.enumerated() {
        report(member, at: "\(path).group[\(index)]", &keys, &first, &found)
      }
      guard found.diagnostics.count == count else { return }
      found.attemptMotion(path) { () throws(MotionError) in
        _ = try animation.groupTiming(of: members)
      }
      return
    }
    guard let target = animation.target else {
      let words = "missing; give what changes, such as tilt or body.ID.position"
      return found.add("\(path).target", words)
    }
    let countBefore = found.diagnostics.count
    guard let form = form(of: target, at: "\(path).target", &found) else { return }
    reportRivals(of: target, animation, at: path, &first, &found)
    let site = AnimationSite(path: path, form: form, animation: animation)
    animation.change.report(at: site, to: &found)
    guard found.diagnostics.count == countBefore else { return }
    var trial = animation
    if !isTimed { (trial.play, trial.timing, trial.sampleRate) = (.init(), [], nil) }
    found.attemptMotion(path) { () throws(MotionError) in _ = try trial.span(count: form.count) }
  }

  /// Reports a body moved in two ways at once: by its pose and by its velocity.
  private func reportRivals(
    of target: AnimationTarget,
    _ animation: AnimationDescription,
    at path: String,
    _ first: inout [AnimationTarget: String],
    _ found: inout DiagnosticList
  ) {
    guard case .body(let id, let property) = target.base else { return }
    func add(_ message: String) { found.add("\(path).target", message) }
    var moved = [property]
    if animation.rotates { moved.append(.angle) }
    for property in moved {
      if first[.body(id, property)] == nil { first[.body(id, property)] = path }
      if let rival = property.rival, let other = first[.body(id, rival)] {
        add("\(other) animates the \(rival.rawValue) of \"\(id)\" already; drop one of the two")
      }
      guard let body = found.names.bodies[id].map({ bodies[$0] }) else { continue }
      if property == .position, body.velocity != .zero {
        add("\"\(id)\" has a velocity of its own already; drop that")
      }
      if property == .angle, body.angularVelocity != 0 {
        add("\"\(id)\" has an angularVelocity of its own already; drop that")
      }
    }
  }
}

extension AnimationTarget.BodyProperty {
  fileprivate var rival: Self? {
    switch self {
    case .position: .velocity
    case .velocity: .position
    case .angle: .angularVelocity
    case .angularVelocity: .angle
    case .force, .torque: nil
    }
  }
}

extension AnimationDescription {
  /// Reports problems of the timing and the timing functions.
  fileprivate func reportTiming(at path: String, to found: inout DiagnosticList) {
    let count = found.diagnostics.count
    found.check(self, Self.fields, at: path)
    if found.diagnostics.count == count {
      found.attemptMotion(path) { () throws(MotionError) in _ = try play.media() }
    }
    for (index, function) in timing.enumerated() {
      let field = timing.count == 1 ? "\(path).timing" : "\(path).timing[\(index)]"
      found.attemptMotion(field) { () throws(MotionError) in _ = try function.function() }
    }
    guard timing.count > 1, !change.takesTimings else { return }
    found.add("\(path).timing", "a list goes with values or a path; give one timing function")
  }
}
