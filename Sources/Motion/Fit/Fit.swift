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
  try require(samples.count >= 2, "samples", is: "\(samples.count) samples", "give at least 2")
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
  try require(
    tolerance.isFinite && tolerance > 0,
    "tolerance",
    is: tolerance,
    "give a finite number above 0"
  )
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
  }

  /// The form of the motion; it begins at the first sample's time.
  public let form: Form
  /// The greatest distance of a sample from the motion, in the unit of the values.
  public let error: Double

  /// The motion as an animation.
  public var animation: any Animation<Double> {
    switch form {
    case .keyframes(let animation, _): animation
    case .spring(let animation, _, _): animation
    }
  }

  /// Returns the value at a time in seconds; before and after the motion, that of its ends.
  public func value(at time: Double) -> Double {
    var held = animation
    held.timing.fillMode = .both
    return held.value(at: time, over: 0)
  }

  /// Measures how far samples are from a motion.
  init(_ form: Form, of points: [SIMD2<Double>]) {
    self.form = form
    var held: any Animation<Double> =
      switch form {
      case .keyframes(let animation, _): animation
      case .spring(let animation, _, _): animation
      }
    held.timing.fillMode = .both
    let shown = held
    error = points.map { abs(shown.value(at: $0.x, over: 0) - $0.y) }.max() ?? 0
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
