import Chipmunk
import Tiltbox

/// A ball under a tilt that is held, then changed at once, four times.
private struct SteppedBall {
  let laboratory: Laboratory
  let integrator: Integrator

  func measure() throws -> [Measurement] {
    let tilts = [
      Tilt(x: 0, y: -1), Tilt(x: 0.8, y: -0.6), Tilt(x: -0.6, y: 0.8), Tilt(x: 0.28, y: 0.96),
    ]
    let (m, h) = (laboratory.ticks(0.3), laboratory.step)
    let scenario = Scenario(
      world: Scenario.World(integrator: integrator),
      bodies: [.disc(at: .zero)]
    )
    let apparatus = try laboratory.setUp(scenario) { tick in
      tilts[min(tick / m, tilts.count - 1)]
    }
    try apparatus.advance(tilts.count * m)

    let (count, time) = (Double(m), Double(m) * h)
    let isAhead = integrator == .halfKick
    var (discrete, continuous, velocity) = (Vector.zero, Vector.zero, Vector.zero)
    var (gained, before) = (Vector.zero, Vector(0, -Laboratory.gravity))
    for tilt in tilts {
      let a = Vector(tilt.x, tilt.y) * Laboratory.gravity
      if isAhead { gained = gained + (a - before) * (h / 2) }
      let share = count * (isAhead ? count : count - 1)
      discrete = discrete + (velocity + gained) * time + a * (h * h * share / 2)
      continuous = continuous + velocity * time + a * (time * time / 2)
      velocity = velocity + a * time
      before = a
    }
    let place = apparatus.states[0].position
    return [
      .law("x", "units", place.x, discrete: discrete.x, continuous: continuous.x, order: 1),
      .law("y", "units", place.y, discrete: discrete.y, continuous: continuous.y, order: 1),
    ]
  }
}

extension VerificationCase {
  /// A ball under four tilts in turn: piecewise parabolas.
  ///
  /// With a constant acceleration a over a time T, continuous: x ← x + v·T + a·T²/2, v ← v + a·T. Discrete,
  /// over m steps of h: x ← x + v·m·h + a·h²·m(m−1)/2, v ← v + a·m·h. A tilt that comes at a tick acts
  /// from there.
  static let steppedTilt = VerificationCase(
    "stepped-tilt",
    "a ball under four tilts of 0.3 s each"
  ) { laboratory in
    try SteppedBall(laboratory: laboratory, integrator: .chipmunk).measure()
  }

  /// The same with velocities half a step ahead.
  ///
  /// Discrete: the parabolas are the continuous ones, and a tilt that changes at once acts half a step
  /// early: the velocity gains h/2 times the change at each. Of first order, then.
  static let steppedTiltHalfKick = VerificationCase(
    "stepped-tilt-half-kick",
    "the same with world.integrator: half-kick, of first order where tilt jumps"
  ) { laboratory in
    try SteppedBall(laboratory: laboratory, integrator: .halfKick).measure()
  }
}
