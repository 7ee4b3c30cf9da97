import Chipmunk
import Motion
import Tiltbox

/// A disc of 1 kg at the end of a spring, stretched by 30 units, without gravity.
///
/// With a = k/m and q = e^(−c·h/m), one step is linear: x ← x + v·h, then v ← (v − a·h·x)·q. It is the matrix below,
/// and n steps are its n-th power.
private struct SpringSteps {
  /// The matrix [[xx, xv], [vx, vv]] of a number of steps.
  var (xx, xv, vx, vv) = (1.0, 0.0, 0.0, 1.0)

  static func one(stiffness a: Double, damping c: Double, step h: Double) -> SpringSteps {
    let q = exponential(-c * h)
    return SpringSteps(xx: 1, xv: h, vx: -a * h * q, vv: (1 - a * h * h) * q)
  }

  static func * (l: SpringSteps, r: SpringSteps) -> SpringSteps {
    SpringSteps(
      xx: l.xx * r.xx + l.xv * r.vx,
      xv: l.xx * r.xv + l.xv * r.vv,
      vx: l.vx * r.xx + l.vv * r.vx,
      vv: l.vx * r.xv + l.vv * r.vv
    )
  }

  func power(_ n: Int) -> SpringSteps {
    guard n > 0 else { return SpringSteps() }
    let half = power(n / 2)
    return n.isMultiple(of: 2) ? half * half : half * half * self
  }
}

/// The stretch of the spring at first, in units.
private let pull = 30.0

extension VerificationCase {
  /// A disc on a damped spring: underdamped, critically damped and overdamped.
  ///
  /// Continuous: x″ + 2ζω·x′ + ω²·x = 0. From rest at x₀, with s = √|1 − ζ²|·ω and d = ζω:
  /// x = x₀·e^(−dt)·(cos st + (d/s)·sin st) for ζ < 1, x₀·e^(−ωt)·(1 + ωt) for ζ = 1, and with hyperbolic functions for
  /// ζ > 1. Discrete: the spring's force acts for a step, then the damper reduces the velocity: a power of a matrix.
  static let dampedSpring = VerificationCase(
    "damped-spring",
    "a disc on a spring of 10 rad/s with a tenth of, exactly, and twice the critical damping"
  ) { setup in
    let frequency = 10.0
    return try [0.1, 1.0, 2.0].map { ratio in
      let damping = 2 * ratio * frequency
      let system = try setup.spring(frequency, damping: damping)
      let n = setup.ticks(0.4)
      try system.advance(n)
      let stiffness = frequency * frequency
      let step = SpringSteps.one(stiffness: stiffness, damping: damping, step: setup.step)
      let stretch = system.states[1].position.x - 100
      let theory = pull * decay(ratio, frequency, time: Double(n) * setup.step)
      return Measurement("stretch, ζ = \(ratio.brief())", "units", stretch)
        .exact(discrete: pull * step.power(n).xx, continuous: theory, scale: pull, order: 1)
        .orSoft(in: setup, within: 2 * setup.step, scale: pull, order: 1)
    }
  }

  /// The spring without damping, for a minute: its frequency, and whether it conserves energy.
  ///
  /// An oscillation has xₙ₊₁ − 2·xₙ + xₙ₋₁ = −4·sin²(φ/2)·xₙ, where φ is its angle in a step; φ is estimated from the run
  /// by least squares. In a step of h, or a substep of h with `Engine.tiltbox`, sin(φ/2) = ω·h/2: the spring oscillates with
  /// φ/h = (2/h)·arcsin(ω·h/2), too fast by the second-order share (ω·h)²/24. The energy oscillates by an amount
  /// proportional to h, but does not drift, since v² + ω²·x² + h·ω²·x·v is conserved exactly; with `Engine.tiltbox`, which accelerates before it moves, the last term
  /// is subtracted.
  static let spring = VerificationCase(
    "spring",
    "the frequency of an undamped spring of 20 rad/s, and its energy after 60 s"
  ) { setup in
    let frequency = 20.0
    let (system, step) = (try setup.spring(frequency, damping: 0), setup.step)
    let h = setup.engine == .tiltbox ? step / Double(system.substeps) : step
    let (square, lead) = (frequency * frequency, setup.engine == .tiltbox ? -h : h)
    func conserved() -> Double {
      let (x, v) = (system.states[1].position.x - 100, system.states[1].velocity.x)
      return v * v + square * x * x + lead * square * x * v
    }
    let energy = conserved()
    var (products, squares) = (0.0, 0.0)
    var places = [pull, pull]
    for tick in 0..<setup.ticks(60) {
      try system.advance()
      places.append(system.states[1].position.x - 100)
      guard tick > 0 else { continue }
      let x = places.suffix(3)
      products -= x[tick + 1] * (x[tick + 2] - 2 * x[tick + 1] + x[tick])
      squares += x[tick + 1] * x[tick + 1]
    }
    let turn = 2 * arcSine((products / squares).squareRoot() / 2)
    return [
      Measurement("frequency", "rad/s", turn / step)
        .exact(discrete: 2 / h * arcSine(frequency * h / 2), continuous: frequency, order: 2),
      Measurement("energy kept", "", conserved() / energy).exact(1),
    ]
  }

  /// Returns the share of the initial stretch that remains after a time.
  private static func decay(_ ratio: Double, _ frequency: Double, time: Double) -> Double {
    let damping = ratio * frequency
    let swing = abs(1 - ratio * ratio).squareRoot() * frequency
    let (angle, envelope) = (swing * time, exponential(-damping * time))
    if ratio == 1 { return envelope * (1 + frequency * time) }
    if ratio < 1 { return envelope * (cosine(angle) + damping / swing * sine(angle)) }
    let (rise, fall) = (exponential(angle) / 2, exponential(-angle) / 2)
    return envelope * (rise + fall + damping / swing * (rise - fall))
  }
}

extension CaseSetup {
  fileprivate func spring(_ frequency: Double, damping: Double) throws -> any MeasuredSystem {
    let system = try system([.anchor(), .disc(at: Vector(100 + pull, 0))]) { _ in .weightless }
    let (anchor, disc, stiffness) = (system.bodies[0], system.bodies[1], frequency * frequency)
    try system.add(
      DampedSpring(anchor, disc, restLength: 100, stiffness: stiffness, damping: damping)
    )
    return system
  }
}
