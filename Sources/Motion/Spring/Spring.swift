/// A damped harmonic oscillator, m·x″ + c·x′ + k·x = 0, that pulls a value to its target.
///
/// In all three regimes: below, at and above critical damping.
public struct Spring: Hashable, Sendable {
  /// The mass m at the end of the spring, in kg, above 0.
  public let mass: Double
  /// The stiffness k, in N per unit of length, above 0.
  public let stiffness: Double
  /// The damping c, in N·s per unit of length, 0 or more; with 0 it oscillates forever.
  public let damping: Double

  /// The frequency without damping, √(k/m), in radians per second.
  public let angularFrequency: Double
  /// The damping ratio, c / (2√(km)): below 1 the spring oscillates, above 1 it is overdamped.
  public let dampingRatio: Double

  /// Makes a spring from its three physical constants; the defaults are Core Animation's.
  ///
  /// - Throws: `MotionError` if one is not finite or not in its range, or if the spring they make
  ///   is too fast or too slow for a `Double`.
  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10) throws(MotionError) {
    for (value, name) in [(mass, "mass"), (stiffness, "stiffness")] {
      try require(value, in: .positive, name, "give a finite number above 0")
    }
    try require(damping, in: .nonnegative, "damping", "give a finite number of 0 or more")
    let frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * mass) / frequency
    try require(
      (1e-100...1e100).contains(frequency) && ratio <= 1e6,
      "stiffness",
      is: stiffness,
      "with mass \(number(mass)) and damping \(number(damping)), give a spring with √(stiffness/mass) from "
        + "1e-100 to 1e100 rad/s and damping up to 1e6 times the critical one"
    )
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    angularFrequency = frequency
    dampingRatio = ratio
  }

  /// Makes a spring of mass 1 from a perceptual duration and bounce.
  ///
  /// The stiffness is (2π / duration)². The damping ratio is 1 − bounce for a bounce of 0 or more,
  /// and 1 / (1 + bounce) for a negative one, which flattens the curve.
  ///
  /// - Parameters:
  ///   - duration: The period without damping, in seconds, from 1e-99 to 1e99.
  ///   - bounce: From −0.999999 up to 1, which bounces for ever; 0 is critical damping.
  /// - Throws: `MotionError` if one is not in its range.
  public init(duration: Double, bounce: Double = 0) throws(MotionError) {
    try require(duration, in: 1e-99...1e99, "duration", "give a time from 1e-99 to 1e99 s")
    try require(bounce, in: -0.999_999...1, "bounce", "give a number from -0.999999 to 1")
    let frequency = 2 * Double.pi / duration
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    try self.init(mass: 1, stiffness: frequency * frequency, damping: 2 * ratio * frequency)
  }
}

extension Spring {
  /// The displacement and velocity of a spring some time after its release.
  public struct State: Hashable, Sendable {
    /// The displacement from the target, in the unit of the value.
    public var displacement: Double
    /// The velocity, in that unit per second.
    public var velocity: Double

    /// Makes a state from its two parts.
    public init(displacement: Double, velocity: Double = 0) {
      self.displacement = displacement
      self.velocity = velocity
    }
  }

  /// Returns the state some time after a given one: the exact solution of the equation.
  ///
  /// - Parameters:
  ///   - time: The time since then, in seconds; negative times count as 0.
  ///   - start: The state at time 0.
  /// - Returns: The state at that time; its parts saturate.
  public func state(at time: Double, from start: State) -> State {
    let (a, b) = response(at: time)
    let (x, v) = (start.displacement, start.velocity)
    let pull = -b * angularFrequency * angularFrequency
    return State(
      displacement: ((a * x).saturated + (b * v).saturated).saturated,
      velocity: ((pull * x).saturated + ((a - damping / mass * b) * v).saturated).saturated
    )
  }

  /// The two basis solutions: the displacement at a time after a release at 1 without velocity, and after a release at
  /// 0 with velocity 1.
  func response(at time: Double) -> (ofDisplacement: Double, ofVelocity: Double) {
    let t = time > 0 ? min(time, 1e200) : 0
    let decay = dampingRatio * angularFrequency
    let rate = angularFrequency * abs(1 - dampingRatio * dampingRatio).squareRoot()
    let phase = rate * t
    guard dampingRatio > 1 else {
      let envelope = exponential(-decay * t)
      guard phase > 1e-9 else { return (envelope * (1 + decay * t), envelope * t) }
      let swing = envelope * sine(phase) / rate
      return (envelope * cosine(phase) + decay * swing, swing)
    }
    // The slow root is −(decay − rate), written without subtracting nearly equal numbers.
    let slow = angularFrequency * angularFrequency / (decay + rate)
    let envelope = exponential(-slow * t)
    let swing =
      phase > 1e-9
      ? -envelope * exponentialMinusOne(-2 * phase) / (2 * rate)
      : envelope * t
    return (envelope * (1 + exponential(-2 * phase)) / 2 + decay * swing, swing)
  }
}

extension Spring {
  /// The time from which on a spring stays within a fraction of its initial displacement.
  ///
  /// Below critical damping, this is the time at which the envelope of the oscillation falls below `epsilon`; otherwise
  /// it is found by bisection on the solution after its last turning point.
  ///
  /// - Parameters:
  ///   - initialVelocity: The initial velocity of the value towards its target, in whole distances per second.
  ///   - epsilon: The fraction, above 0; 0.001 is Core Animation's.
  /// - Returns: Seconds; infinity without damping, and for a fraction that is not above 0.
  public func settlingDuration(initialVelocity: Double = 0, epsilon: Double = 0.001) -> Double {
    guard epsilon > 0, damping > 0, initialVelocity.isFinite else { return .infinity }
    let start = State(displacement: 1, velocity: -initialVelocity)
    let decay = dampingRatio * angularFrequency
    let rate = angularFrequency * abs(1 - dampingRatio * dampingRatio).squareRoot()
    if dampingRatio < 1, rate / angularFrequency > 1e-6 {
      let amplitude = hypotenuse(1, (decay - initialVelocity) / rate)
      return max(0, logarithm(amplitude / epsilon) / decay)
    }
    func moves(at time: Double) -> Bool { abs(state(at: time, from: start).displacement) > epsilon }
    // After its only turning point the solution decreases: double a time until it has settled, then bisect.
    let turn = lastTurn(from: start, decay: decay, rate: rate)
    var (low, high) = (turn, turn + 1 / angularFrequency)
    while moves(at: high) { high *= 2 }
    if !moves(at: turn) { (low, high) = (0, turn) }
    for _ in 0..<200 where high - low > 1e-12 * high {
      let middle = low + (high - low) / 2
      if moves(at: middle) { low = middle } else { high = middle }
    }
    return high
  }

  /// The time at which a spring that does not oscillate turns back, at the peak of its overshoot; 0 if it never does.
  private func lastTurn(from start: State, decay: Double, rate: Double) -> Double {
    // x′(t) = e^(−decay·t)·(v·cosh(rate·t) − (ω² x + decay·v)·sinh(rate·t)/rate), zero where
    // tanh(rate·t) / rate = v / (ω² x + decay·v).
    let pull = angularFrequency * angularFrequency * start.displacement + decay * start.velocity
    let ratio = start.velocity / pull
    guard ratio.isFinite, ratio > 0, rate * ratio < 1 else { return 0 }
    let x = rate * ratio
    return x > 1e-6 ? logarithm((1 + x) / (1 - x)) / (2 * rate) : ratio
  }
}

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
