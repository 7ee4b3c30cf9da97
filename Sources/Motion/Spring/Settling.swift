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
    // After its only turning point the solution decreases: double a time until it has settled, then bisect.
    let turn = lastTurn(from: start, decay: decay, rate: rate)
    var high = turn + 1 / angularFrequency
    while abs(state(at: high, from: start).displacement) > epsilon { high *= 2 }
    var low = turn
    if abs(state(at: turn, from: start).displacement) <= epsilon { low = 0; high = turn }
    for _ in 0..<200 where high - low > 1e-12 * high {
      let middle = low + (high - low) / 2
      if abs(state(at: middle, from: start).displacement) > epsilon {
        low = middle
      } else {
        high = middle
      }
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
