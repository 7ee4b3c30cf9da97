import Chipmunk
import Tiltbox

/// A ball under four constant tilts in succession, with abrupt changes between them.
private struct SteppedBall {
  let setup: CaseSetup
  let integrator: Integrator

  func measure() throws -> [Measurement] {
    let tilts = [
      Tilt(x: 0, y: -1), Tilt(x: 0.8, y: -0.6), Tilt(x: -0.6, y: 0.8), Tilt(x: 0.28, y: 0.96),
    ]
    let (m, h) = (setup.ticks(0.3), setup.step)
    let scenario = Scenario(
      world: Scenario.World(integrator: integrator),
      bodies: [.disc(at: .zero)]
    )
    let system = try setup.system(scenario) { tick in
      tilts[min(tick / m, tilts.count - 1)]
    }
    try system.advance(tilts.count * m)

    let (count, time) = (Double(m), Double(m) * h)
    let isAhead = integrator == .halfKick
    var (discrete, continuous, velocity) = (Vector.zero, Vector.zero, Vector.zero)
    var (gained, before) = (Vector.zero, Vector(0, -CaseSetup.gravity))
    for tilt in tilts {
      let a = Vector(tilt.x, tilt.y) * CaseSetup.gravity
      if isAhead { gained = gained + (a - before) * (h / 2) }
      let way = isAhead ? time * time / 2 : setup.freeWay(1, count)
      discrete = discrete + (velocity + gained) * time + a * way
      continuous = continuous + velocity * time + a * (time * time / 2)
      velocity = velocity + a * time
      before = a
    }
    let place = system.states[0].position
    return [
      .law(
        "x",
        "units",
        place.x,
        discrete: discrete.x,
        continuous: continuous.x,
        order: setup.freeOrder
      ),
      .law(
        "y",
        "units",
        place.y,
        discrete: discrete.y,
        continuous: continuous.y,
        order: setup.freeOrder
      ),
    ]
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
  ) { setup in
    try SteppedBall(setup: setup, integrator: .chipmunk).measure()
  }

  /// The same with velocities half a step ahead.
  ///
  /// Discrete: the parabolas are the continuous ones, but an abrupt change of tilt acts half a step early: at each
  /// change, the velocity gains h/2 times the change of acceleration. The error is therefore of first order.
  static let steppedTiltHalfKick = VerificationCase(
    "stepped-tilt-half-kick",
    "the same with world.integrator: half-kick, of first order where tilt jumps",
    engines: [.chipmunk]
  ) { setup in
    try SteppedBall(setup: setup, integrator: .halfKick).measure()
  }
}
