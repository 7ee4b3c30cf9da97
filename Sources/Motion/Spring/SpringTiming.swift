/// A timing function that follows a spring released at 0 with its target at 1.
///
/// The fraction of the time is scaled to the spring's settling duration. The remaining displacement
/// at that moment, less than `epsilon`, is distributed over the whole time, so that the end is
/// exactly 1.
public struct SpringTiming: Hashable, Sendable {
  /// The spring.
  public let spring: Spring
  /// The initial velocity towards the target, in whole distances per second.
  public let initialVelocity: Double
  /// The settling duration, in seconds: the time of the fraction 1.
  public let duration: Double
  private let rest: Double

  /// Makes a timing function from a spring.
  ///
  /// - Parameters:
  ///   - spring: A spring with damping.
  ///   - initialVelocity: The initial velocity towards the target, in whole distances per second.
  ///   - epsilon: The fraction of the way at which it counts as settled, above 0 and below 1.
  /// - Throws: `MotionError` if the spring never settles or a number is not in its range.
  public init(
    _ spring: Spring,
    initialVelocity: Double = 0,
    epsilon: Double = 0.001
  ) throws(MotionError) {
    try requireFinite(initialVelocity, "initialVelocity")
    try require(epsilon > 0 && epsilon < 1, "epsilon", is: epsilon, "give a number between 0 and 1")
    duration = spring.settlingDuration(initialVelocity: initialVelocity, epsilon: epsilon)
    try require(
      duration.isFinite,
      "damping",
      is: spring.damping,
      "give a spring that settles: damping above 0 and a moderate initial velocity"
    )
    self.spring = spring
    self.initialVelocity = initialVelocity
    let start = Spring.State(displacement: 1, velocity: -initialVelocity)
    rest = spring.state(at: duration, from: start).displacement
  }

  /// The progress at a fraction of the time: exactly 0 up to 0, exactly 1 from 1 on.
  public func callAsFunction(_ t: Double) -> Double {
    guard t > 0 else { return 0 }
    guard t < 1 else { return 1 }
    let start = Spring.State(displacement: 1, velocity: -initialVelocity)
    return 1 - spring.state(at: t * duration, from: start).displacement + t * rest
  }
}
