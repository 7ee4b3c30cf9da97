/// The form of a fitted motion.
public enum FitForm: String, CaseIterable, Sendable {
  /// The spring if one reproduces the motion, otherwise keyframes.
  case any
  /// Keyframes with a cubic Bézier between each two neighbours.
  case keyframes
  /// One spring.
  case spring
}

/// Finds the fewest Bézier keyframes, or the spring, that reproduce a recorded or drawn motion.
///
/// Keyframes are placed where the motion reverses, and in between if one monotonic Bézier is not enough. A reversal
/// between two samples, as of a bouncing ball, is found by extrapolating the motion from both sides.
///
/// - Parameters:
///   - samples: The motion: times in seconds, strictly rising, and values; at least two.
///   - tolerance: The greatest distance of a sample from the result, in the unit of the values, above 0.
///   - form: The form of the fitted motion.
/// - Returns: The fitted motion, whose `error` is at most the tolerance.
/// - Throws: `MotionError` if the samples or the tolerance are out of range, or if no spring fits and one is requested.
///
/// Complexity: O(*n* log *n*) for *n* samples in each stretch between two keyframes.
public func fit(
  _ samples: [(time: Double, value: Double)],
  within tolerance: Double,
  as form: FitForm = .any
) throws(MotionError) -> FittedMotion {
  try require(samples.count >= 2, "the number of samples", is: samples.count, "give at least 2")
  for (index, sample) in samples.enumerated() {
    try requireFinite(sample.time, "samples[\(index)].time")
    try requireFinite(sample.value, "samples[\(index)].value")
    try require(
      index == 0 || sample.time > samples[index - 1].time,
      "samples[\(index)].time",
      is: sample.time,
      "give times that rise"
    )
  }
  try require(tolerance, in: .positive, "tolerance", "give a finite number above 0")
  let points = samples.map { SIMD2($0.time, $0.value) }
  var nearest = Double.infinity
  if form != .keyframes, let spring = SpringFit(points) {
    let fitted = try spring.motion(rounding: tolerance)
    if fitted.error <= tolerance { return fitted }
    nearest = fitted.error
  }
  try require(
    form != .spring,
    "tolerance",
    is: tolerance,
    nearest.isFinite
      ? "no spring comes closer than \(nearest); give more, or fit keyframes"
      : "no spring is near; fit keyframes"
  )
  return try KeyframeFit(points, tolerance: tolerance).motion()
}

/// A motion that was fitted to samples.
public struct FittedMotion: Sendable {
  /// The form of the motion.
  public enum Form: Sendable {
    /// Keyframes, with a timing function between each two neighbours.
    case keyframes(KeyframeAnimation<Double>, functions: [TimingFunction])
    /// A spring from one value to another.
    case spring(SpringAnimation<Double>, from: Double, to: Double)

    fileprivate var animation: any Animation<Double> {
      switch self {
      case .keyframes(let animation, _): animation
      case .spring(let animation, _, _): animation
      }
    }

    /// The value at a time; before and after the motion, that of its ends.
    fileprivate func value(at time: Double) -> Double {
      var held = animation
      held.timing.fillMode = .both
      return held.value(at: time, over: 0)
    }
  }

  /// The form of the motion; it begins at the first sample's time.
  public let form: Form
  /// The greatest distance of a sample from the motion, in the unit of the values.
  public let error: Double

  /// The motion as an animation.
  public var animation: any Animation<Double> { form.animation }

  /// Returns the value at a time in seconds; before and after the motion, that of its ends.
  public func value(at time: Double) -> Double { form.value(at: time) }

  /// Measures how far samples are from a motion.
  init(_ form: Form, of points: [SIMD2<Double>]) {
    self.form = form
    error = points.map { abs(form.value(at: $0.x) - $0.y) }.max() ?? 0
  }
}

extension Double {
  /// The nearest number with some decimals.
  func rounded(places: Int) -> Double {
    let scale = power(10, Double(places))
    let scaled = (self * scale).rounded()
    return scaled.isFinite ? scaled / scale : self
  }

  /// The number of decimals at which rounding is at most a thousandth of this number.
  var decimalsOfThousandth: Int {
    Swift.max(0, Swift.min(12, Int((3 - logarithm(self) / logarithm(10)).rounded(.up))))
  }
}

// Export of a fitted motion to other languages. Numbers are the measured ones, in full precision.

extension FittedMotion {
  /// The animation as an entry of a scenario's `animations`.
  ///
  /// - Parameter target: The target of the animation, as in `body.ball.position.y`.
  /// - Returns: The text.
  package func yaml(target: String) -> String {
    let play = "begin: \(number(begin))\n  duration: \(number(animation.duration))"
    switch form {
    case .keyframes(let animation, let functions):
      return """
        - target: \(target)
          values: [\(list(animation.values))]
          keyTimes: [\(list(animation.keyTimes))]
          timing: [\(functions.map(\.yaml).joined(separator: ", "))]
          \(play)

        """
    case .spring(let animation, let from, let to):
      let spring = animation.spring
      let velocity = animation.initialVelocity.map { ", velocity: \(number($0))" } ?? ""
      return """
        - target: \(target)
          from: \(number(from))
          to: \(number(to))
          spring: {stiffness: \(number(spring.stiffness)), damping: \(number(spring.damping))\(velocity)}
          \(play)

        """
    }
  }

  /// The motion as CSS: keyframes of a custom property, and one `linear()` for the whole motion if its ends differ.
  ///
  /// - Parameters:
  ///   - name: The keyframes' name.
  ///   - tolerance: The greatest distance of the linear segments of `linear()` from the motion.
  /// - Returns: The text; nil for a spring that settles too late, or where it began.
  package func css(name: String, tolerance: Double) -> String? {
    let stops = stops(tolerance: tolerance)
    var css = "/* at most \(number(error.rounded(places: 6))) off */\n"
    let duration = number(animation.duration)
    if case .keyframes(let animation, let functions) = form {
      css += "@keyframes \(name) {\n"
      for (index, value) in animation.values.enumerated() {
        let percent = number((animation.keyTimes[index] * 100).rounded(places: 10))
        let timing =
          index < functions.count ? "; animation-timing-function: \(functions[index].css)" : ""
        css += "  \(percent)% { --value: \(number(value))\(timing) }\n"
      }
      css += "}\n.\(name) { animation: \(name) \(duration)s }\n"
    } else if stops == nil {
      return nil
    }
    guard let stops else { return css }
    let words = stops.map { "\(number($0.y)) \(number($0.x))%" }
    return css
      + ".\(name)-linear { transition: --value \(duration)s linear(\(words.joined(separator: ", "))) }\n"
  }

  /// The whole motion as a piecewise linear timing function: points of time, in percent, and progress. Rounding moves
  /// them by about a hundredth of the tolerance.
  private func stops(tolerance: Double) -> [SIMD2<Double>]? {
    let span = animation.activeSpan
    let (first, last) = (value(at: span.lowerBound), value(at: span.upperBound))
    let way = last - first
    guard abs(way) > tolerance,
      let samples = try? KeyframeAnimation(
        sampledFrom: span.lowerBound,
        to: span.upperBound,
        rate: min(1000, 2000 / max(span.upperBound - span.lowerBound, 1e-3)),
        value
      )
    else { return nil }
    let kept = samples.simplified(tolerance: tolerance)
    let places = max(4, (10 * tolerance / abs(way)).decimalsOfThousandth)
    return zip(kept.keyTimes, kept.values).map { time, value in
      let progress = ((value - first) / way).rounded(places: places) + 0
      return SIMD2((time * 100).rounded(places: places - 2), progress)
    }
  }

  /// The motion as Swift.
  package var swift: String {
    let timing =
      "MediaTiming(beginTime: \(number(begin)), duration: \(number(animation.duration)))"
    switch form {
    case .keyframes(let animation, let functions):
      return """
        let motion = try KeyframeAnimation(
          values: [\(list(animation.values))],
          keyTimes: [\(list(animation.keyTimes))],
          timingFunctions: [\(functions.map(\.swift).joined(separator: ", "))],
          timing: \(timing)
        )

        """
    case .spring(let animation, let from, let to):
      let spring = animation.spring
      let velocity = animation.initialVelocity.map { "\n  initialVelocity: \(number($0))," } ?? ""
      return """
        let motion = try SpringAnimation(
          from: \(number(from)),
          to: \(number(to)),
          spring: Spring(stiffness: \(number(spring.stiffness)), damping: \(number(spring.damping))),\(velocity)
          timing: \(timing)
        )

        """
    }
  }

  private var begin: Double { animation.timing.beginTime }
  private func list(_ numbers: [Double]) -> String { numbers.map(number).joined(separator: ", ") }
}

/// A value as text: for a number, the shortest decimal that reads back to it, without the `.0` of a whole one.
func number(_ value: Any) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension TimingFunction {
  /// The name of the function, if the fit chose a named one.
  private var name: String? {
    switch self {
    case .linear: "linear"
    default:
      Self.named.dropFirst().prefix(4).first { $0.function.controlPoints == controlPoints }?.name
    }
  }

  private var numbers: String {
    (controlPoints ?? []).dropFirst().prefix(2).flatMap { [number($0.x), number($0.y)] }
      .joined(separator: ", ")
  }

  fileprivate var yaml: String { name ?? "[\(numbers)]" }
  fileprivate var swift: String { name.map { ".\($0)" } ?? ".bezier(\(numbers))" }
  fileprivate var css: String {
    switch name {
    case "linear": "linear"
    case "default": "ease"
    case "easeIn": "ease-in"
    case "easeOut": "ease-out"
    case "easeInEaseOut": "ease-in-out"
    default: "cubic-bezier(\(numbers))"
    }
  }
}
