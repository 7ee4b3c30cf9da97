import Chipmunk
import Tiltbox

/// Sums over n ticks of a gravity that turns by the angle θ at each: Sₙ = Σ sin kθ and Cₙ = Σ cos kθ for
/// k < n, in closed form (Lagrange's identities), and the sums of these in turn.
private struct TurningSums {
  let sine: Double
  let cosine: Double
  /// S₀ + … + Sₙ₋₁.
  let sineSum: Double
  /// C₀ + … + Cₙ₋₁.
  let cosineSum: Double

  init(_ n: Int, _ angle: Double) {
    let (half, count) = (angle / 2, Double(n))
    let (s, c) = (TiltboxVerification.sine(half), TiltboxVerification.cosine(half))
    let envelope = TiltboxVerification.sine(count * half) / s
    sine = envelope * TiltboxVerification.sine((count - 1) * half)
    cosine = envelope * TiltboxVerification.cosine((count - 1) * half)
    sineSum = (count * c - cosine * c - sine * s) / (2 * s)
    cosineSum = (count * s + sine * c - cosine * s) / (2 * s)
  }
}

extension VerificationCase {
  /// A ball under a gravity that turns: (sin ωt, −cos ωt)·g, as of a phone that is rolled over.
  ///
  /// Continuous, from rest: x = (g/ω²)(ωt − sin ωt) and y = −(g/ω²)(1 − cos ωt). Discrete: the tilt of tick k
  /// acts with the step after it, so vₙ = g·h·(Sₙ, −Cₙ) with the sums of sines and cosines up to n, and the position is
  /// h times the sum of the velocities.
  static let turningTilt = VerificationCase(
    "turning-tilt",
    "a ball for 1.2 s under a tilt that turns once in 2 s"
  ) { laboratory in
    let speed = Double.pi
    let (n, h, g) = (laboratory.ticks(1.2), laboratory.step, Laboratory.gravity)
    let apparatus = try laboratory.setUp(Scenario(bodies: [.disc(at: .zero)])) { tick in
      .inclined(speed * Double(tick) * h)
    }
    try apparatus.advance(n)
    let t = Double(n) * h
    let sums = TurningSums(n, speed * h)
    let radius = g / (speed * speed)
    let state = apparatus.states[0]
    return [
      .law(
        "x",
        "units",
        state.position.x,
        discrete: g * h * h * sums.sineSum,
        continuous: radius * (speed * t - sine(speed * t)),
        order: 1
      ),
      .law(
        "y",
        "units",
        state.position.y,
        discrete: -g * h * h * sums.cosineSum,
        continuous: -radius * (1 - cosine(speed * t)),
        order: 1
      ),
      .law(
        "velocity x",
        "units/s",
        state.velocity.x,
        discrete: g * h * sums.sine,
        continuous: g / speed * (1 - cosine(speed * t)),
        order: 1
      ),
    ]
  }
}
