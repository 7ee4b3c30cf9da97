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
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
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
