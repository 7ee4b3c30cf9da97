import Chipmunk
import Motion
import Tiltbox

extension CaseSetup {
  /// A ball under four constant tilts in succession, with abrupt changes between them.
  fileprivate func steppedTilt(_ integrator: Integrator) throws -> [Measurement] {
    let tilts = [
      Tilt(x: 0, y: -1), Tilt(x: 0.8, y: -0.6), Tilt(x: -0.6, y: 0.8), Tilt(x: 0.28, y: 0.96),
    ]
    let (m, h) = (ticks(0.3), step)
    let world = Scenario.World(integrator: integrator)
    let system = try system([.disc(at: .zero)], world: world) { tick in
      tilts[min(tick / m, tilts.count - 1)]
    }
    try system.advance(tilts.count * m)

    let (count, time) = (Double(m), Double(m) * h)
    let isAhead = integrator == .halfKick
    var (discrete, continuous, velocity) = (Vector.zero, Vector.zero, Vector.zero)
    var (gained, before) = (Vector.zero, Vector(0, -Self.gravity))
    for tilt in tilts {
      let a = Vector(tilt.x, tilt.y) * Self.gravity
      if isAhead { gained = gained + (a - before) * (h / 2) }
      let way = isAhead ? time * time / 2 : freeWay(1, count)
      discrete = discrete + (velocity + gained) * time + a * way
      continuous = continuous + velocity * time + a * (time * time / 2)
      velocity = velocity + a * time
      before = a
    }
    return place(of: system, discrete: discrete, continuous: continuous, order: freeOrder)
  }

  /// Compares the place of the ball with theory.
  private func place(
    of system: any MeasuredSystem,
    discrete: Vector,
    continuous: Vector,
    order: Double?
  ) -> [Measurement] {
    let place = system.states[0].position
    return [
      ("x", place.x, discrete.x, continuous.x), ("y", place.y, discrete.y, continuous.y),
    ].map { Measurement($0, "units", $1).exact(discrete: $2, continuous: $3, order: order) }
  }
}

extension VerificationCase {
  /// A ball under four successive tilts: piecewise parabolas.
  ///
  /// With a constant acceleration a over a time T, continuous: x ← x + v·T + a·T²/2, v ← v + a·T. Discrete, over m
  /// steps of h: the same with `Engine.tiltbox`; with the C library, x ← x + v·m·h + a·h²·m(m−1)/2, v ← v + a·m·h. A
  /// change of tilt at a tick acts from that tick on.
  static let steppedTilt = VerificationCase(
    "stepped-tilt",
    "a ball under four tilts of 0.3 s each"
  ) { try $0.steppedTilt(.chipmunk) }

  /// The same with velocities half a step ahead.
  ///
  /// Discrete: the parabolas are the continuous ones, but an abrupt change of tilt acts half a step early: at each
  /// change, the velocity gains h/2 times the change of acceleration. The error is therefore of first order.
  static let steppedTiltHalfKick = VerificationCase(
    "stepped-tilt-half-kick",
    "the same with world.integrator: half-kick, of first order where tilt jumps",
    engines: [.chipmunk]
  ) { try $0.steppedTilt(.halfKick) }
}

/// Sums over n ticks of a gravity that rotates by the angle θ per tick: Sₙ = Σ sin kθ and Cₙ = Σ cos kθ for k < n, in
/// closed form (Lagrange's identities), and the sums of these sums.
private struct TurningSums {
  let sine: Double
  let cosine: Double
  /// S₀ + … + Sₙ₋₁.
  let sineSum: Double
  /// C₀ + … + Cₙ₋₁.
  let cosineSum: Double

  init(_ n: Int, _ angle: Double) {
    let (half, count) = (angle / 2, Double(n))
    let (s, c) = (Motion.sine(half), Motion.cosine(half))
    let envelope = Motion.sine(count * half) / s
    sine = envelope * Motion.sine((count - 1) * half)
    cosine = envelope * Motion.cosine((count - 1) * half)
    sineSum = (count * c - cosine * c - sine * s) / (2 * s)
    cosineSum = (count * s + sine * c - cosine * s) / (2 * s)
  }
}

extension CaseSetup {
  /// A ball under a rotating gravity: (sin ωt, −cos ωt)·g, as on a phone that rolls over.
  fileprivate func turningTilt(_ integrator: Integrator, order: Double) throws -> [Measurement] {
    let (n, h, g, speed) = (ticks(1.2), step, Self.gravity, Double.pi)
    let world = Scenario.World(integrator: integrator)
    let system = try system([.disc(at: .zero)], world: world) { tick in
      .inclined(speed * Double(tick) * h)
    }
    try system.advance(n)
    let sums = TurningSums(n, speed * h)
    let angle = speed * Double(n) * h
    let radius = g / (speed * speed)
    // Half a step ahead, each velocity is h·g/2 at first and has gained h times the gravity of all ticks up to its own.
    // With `Engine.tiltbox`, each step adds the exact way under its own gravity.
    let isExact = engine == .tiltbox
    let lead = isExact ? 0.5 : integrator == .halfKick ? 1 : 0
    let first = isExact ? 0 : Double(n) / 2
    let (x, y) = (sums.sineSum + lead * sums.sine, sums.cosineSum + lead * (sums.cosine - first))
    return place(
      of: system,
      discrete: Vector(x, -y) * (g * h * h),
      continuous: Vector(angle - sine(angle), cosine(angle) - 1) * radius,
      order: order
    )
  }
}

extension VerificationCase {
  /// A ball under a continuously rotating tilt.
  ///
  /// Continuous, from rest: x = (g/ω²)(ωt − sin ωt) and y = −(g/ω²)(1 − cos ωt). Discrete: the tilt of tick k acts in
  /// the step after it, so vₙ = g·h·(Sₙ, −Cₙ) with the sums of sines and cosines up to n. With the C library, the
  /// position is h times the sum of the velocities; with `Engine.tiltbox`, h times the sum of their means over each step.
  static let turningTilt = VerificationCase(
    "turning-tilt",
    "a ball for 1.2 s under a tilt that turns once in 2 s"
  ) { try $0.turningTilt(.chipmunk, order: 1) }

  /// The same with velocities half a step ahead, which is of second order.
  ///
  /// Discrete: vₙ = g·h·(Sₙ₊₁, ½ − Cₙ₊₁), and the position is h times the sum of the velocities.
  static let turningTiltHalfKick = VerificationCase(
    "turning-tilt-half-kick",
    "the same with world.integrator: half-kick",
    engines: [.chipmunk]
  ) { try $0.turningTilt(.halfKick, order: 2) }
}
