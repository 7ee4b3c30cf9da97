import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A crate that falls through a damping medium and keeps a share d of its velocity each second.
  ///
  /// Continuous: v′ = −g − λ·v with λ = −ln d, so v = −(g/λ)(1 − e^(−λt)), which tends to −g/λ. Discrete:
  /// vₙ₊₁ = D·vₙ − g·h with D = d^h, so vₙ = −g·h·(1 − Dⁿ)/(1 − D), which tends to −g·h/(1 − D). With `Engine.tiltbox`, h
  /// is a substep.
  static let terminalVelocity = VerificationCase(
    "terminal-velocity",
    "the speed of a fall that loses 80 % of it each second, after 1 s and after 20 s"
  ) { setup in
    let damping = 0.2
    let g = CaseSetup.gravity
    let perStep = setup.engine == .tiltbox ? CaseSetup.substeps : 1
    let h = setup.step / Double(perStep)
    let system = try setup.system([.crate(at: .zero)], world: Scenario.World(damping: damping))
    let n = setup.ticks(1)
    try system.advance(n)
    let early = -system.states[0].velocity.y
    try system.advance(setup.ticks(20) - n)
    let late = -system.states[0].velocity.y

    let rate = -logarithm(damping)
    let kept = power(damping, h)
    let t = Double(n) * setup.step
    return [
      .law(
        "speed at 1 s",
        "units/s",
        early,
        discrete: g * h * (1 - power(kept, Double(n * perStep))) / (1 - kept),
        continuous: g / rate * (1 - exponential(-rate * t)),
        order: 1
      ),
      .law(
        "terminal speed",
        "units/s",
        late,
        discrete: g * h / (1 - kept),
        continuous: g / rate,
        order: 1
      ),
    ]
  }
}
