import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// Two crates with a drag of their own: each keeps a share d of its velocity each second, the one in the world's gravity
  /// g, the other in g/4.
  ///
  /// v′ = −a − λ·v with λ = −ln d, so v = −(a/λ)(1 − e^(−λt)), which tends to −a/λ, and the way is
  /// (a/λ)(t − (1 − e^(−λt))/λ). The integrator follows this exactly.
  static let linearDrag = VerificationCase(
    "linear-drag",
    "the way and the terminal speed of crates with a drag of their own, after 1 s and after 60 s",
    engines: [.tiltbox]
  ) { setup in
    let damping = 0.3
    var heavy = BodyDescription.crate(at: .zero)
    heavy.damping = damping
    var light = BodyDescription.crate(at: Vector(100, 0))
    (light.id, light.damping, light.gravityScale) = ("light", damping, 0.25)
    let system = try setup.system([heavy, light])
    let n = setup.ticks(1)
    try system.advance(n)
    let early = system.states[0]
    try system.advance(setup.ticks(60) - n)
    let late = system.states

    let (g, rate, t) = (CaseSetup.gravity, -logarithm(damping), Double(n) * setup.step)
    let share = 1 - exponential(-rate * t)
    return [
      .law(
        "speed at 1 s",
        "units/s",
        -early.velocity.y,
        discrete: g / rate * share,
        allowed: 1e-11
      ),
      .law(
        "way at 1 s",
        "units",
        -early.position.y,
        discrete: g / rate * (t - share / rate),
        allowed: 1e-10
      ),
      .law("terminal speed", "units/s", -late[0].velocity.y, discrete: g / rate, allowed: 1e-11),
      .law(
        "terminal speed in a quarter of the gravity",
        "units/s",
        -late[1].velocity.y,
        discrete: g / rate / 4,
        allowed: 1e-11
      ),
    ]
  }
}
