import Chipmunk
import Tiltbox

extension VerificationCase {
  /// A ball under a tilt that is held, then changed at once: piecewise parabolas.
  ///
  /// With a constant acceleration a over a time T, continuous: x ← x + v·T + a·T²/2, v ← v + a·T. Discrete, over m
  /// steps of h: x ← x + v·m·h + a·h²·m(m−1)/2, v ← v + a·m·h. A tilt that comes at a tick acts from there.
  static let steppedTilt = VerificationCase(
    "stepped-tilt",
    "a ball under four tilts of 0.3 s each"
  ) { laboratory in
    let tilts = [
      Tilt(x: 0, y: -1), Tilt(x: 0.8, y: -0.6), Tilt(x: -0.6, y: 0.8), Tilt(x: 0.28, y: 0.96),
    ]
    let (m, h) = (laboratory.ticks(0.3), laboratory.step)
    let apparatus = try laboratory.setUp(Scenario(bodies: [.disc(at: .zero)])) { tick in
      tilts[min(tick / m, tilts.count - 1)]
    }
    try apparatus.advance(tilts.count * m)

    let (count, time) = (Double(m), Double(m) * h)
    var (discrete, continuous, velocity) = (Vector.zero, Vector.zero, Vector.zero)
    for tilt in tilts {
      let a = Vector(tilt.x, tilt.y) * Laboratory.gravity
      discrete = discrete + velocity * time + a * (h * h * count * (count - 1) / 2)
      continuous = continuous + velocity * time + a * (time * time / 2)
      velocity = velocity + a * time
    }
    let state = apparatus.states[0]
    return [
      .law(
        "x",
        "units",
        state.position.x,
        discrete: discrete.x,
        continuous: continuous.x,
        order: 1
      ),
      .law(
        "y",
        "units",
        state.position.y,
        discrete: discrete.y,
        continuous: continuous.y,
        order: 1
      ),
      .law(
        "velocity x",
        "units/s",
        state.velocity.x,
        discrete: velocity.x,
        continuous: velocity.x
      ),
    ]
  }
}
