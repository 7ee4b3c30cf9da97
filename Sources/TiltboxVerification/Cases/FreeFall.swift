import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A crate that falls from rest.
  ///
  /// Continuous: v = −g·t, y = y₀ − g·t²/2. `Engine.tiltbox` has the same at each tick. The C library moves a body with
  /// its velocity from the previous tick and accelerates it afterwards, so after n steps of h seconds also v = −g·n·h,
  /// but y = y₀ − g·h²·n(n−1)/2: the first step does not move the body, and the fall lags by g·t·h/2.
  static let freeFall = VerificationCase(
    "free-fall",
    "a crate falls from rest for 0.6 s"
  ) { setup in
    let system = try setup.system([.crate(at: Vector(0, 50))])
    let (n, h, g) = (setup.ticks(0.6), setup.step, CaseSetup.gravity)
    try system.advance(n)
    let (t, way) = (Double(n) * h, setup.freeWay(g, Double(n)))
    let state = system.states[0]
    return [
      Measurement("fallen", "units", 50 - state.position.y)
        .exact(discrete: way, continuous: g * t * t / 2, order: setup.freeOrder),
      Measurement("speed", "units/s", -state.velocity.y)
        .exact(discrete: g * Double(n) * h, continuous: g * t),
    ]
  }

  /// The same with velocities half a step ahead: y = y₀ − g·t²/2 at every tick, whatever the step. The velocities at
  /// tick n are those at the time (n + ½)·h.
  static let freeFallHalfKick = VerificationCase(
    "free-fall-half-kick",
    "the same with world.integrator: half-kick, which is exact",
    engines: [.chipmunk]
  ) { setup in
    let world = Scenario.World(integrator: .halfKick)
    let system = try setup.system([.crate(at: Vector(0, 50))], world: world)
    let (n, h, g) = (setup.ticks(0.6), setup.step, CaseSetup.gravity)
    try system.advance(n)
    let t = Double(n) * h
    let (fallen, speed) = (g * t * t / 2, g * (t + h / 2))
    let state = system.states[0]
    return [
      Measurement("fallen", "units", 50 - state.position.y).exact(fallen),
      Measurement("speed, h/2 ahead", "units/s", -state.velocity.y).exact(speed),
    ]
  }

  /// The fall of ``freeFall``, long enough to show a loss of one step in a thousand; the equations are the same.
  static let longFall = VerificationCase(
    "long-fall",
    "a crate falls for 20 s, and no step is lost"
  ) { setup in
    let system = try setup.system([.crate(at: .zero)])
    let (n, h, g) = (max(setup.ticks(20), 2000), setup.step, CaseSetup.gravity)
    try system.advance(n)
    let t = Double(n) * h
    // A rounding error of half a unit in the last place per step, if all of them had the same sign.
    let allowed = max(1e-12, Double(n) * 0x1p-53)
    return [
      Measurement("fallen", "units", -system.states[0].position.y)
        .exact(discrete: setup.freeWay(g, Double(n)), continuous: g * t * t / 2, allowed: allowed)
    ]
  }

  /// The tick at which a falling crate first touches the floor, 200 units below.
  ///
  /// Continuous: t = √(2·d/g). `Engine.tiltbox` finds the contact in the step that contains this time. As in
  /// ``freeFall``, the C library's crate has fallen by d at the first n with g·h²·n(n−1)/2 ≥ d, which is
  /// n = ⌈(1 + √(1 + 8·d/(g·h²)))/2⌉: up to two steps late.
  static let firstContact = VerificationCase(
    "first-contact",
    "the tick at which a crate dropped from 200 units meets the floor"
  ) { setup in
    let (drop, h, g) = (200.0, setup.step, CaseSetup.gravity)
    let system = try setup.system([.floor(), .crate(at: Vector(0, 16 + drop))])
    let tick = try system.advanceToContact(atMost: setup.ticks(2)) ?? 0
    let exact = (2 * drop / g).squareRoot() / h
    let late = (1 + (1 + 4 * exact * exact).squareRoot()) / 2
    let predicted = (setup.engine == .tiltbox ? exact : late).rounded(.up)
    return [
      Measurement("time", "s", Double(tick) * h)
        .exact(discrete: predicted * h, continuous: (2 * drop / g).squareRoot(), allowed: 0)
    ]
  }

  /// A ball thrown up and to the right from the origin, with velocity (u, w).
  ///
  /// Continuous: its apex is at a height of w²/(2g), and it returns to y = 0 at x = 2·u·w/g. Discrete: with
  /// `Engine.tiltbox`, yₙ = w·n·h − g·(n·h)²/2 is greatest at the n nearest to w/(g·h); with the C library,
  /// yₙ = w·n·h − g·h²·n(n−1)/2 at n = ⌈w/(g·h)⌉. The range is interpolated linearly between the last tick
  /// above y = 0 and the first one below, in theory and in the run.
  static let thrownBall = VerificationCase(
    "thrown-ball",
    "the apex and the range of a ball thrown at (300, 400) units/s"
  ) { setup in
    let (u, w) = (300.0, 400.0)
    let (h, g) = (setup.step, CaseSetup.gravity)
    let system = try setup.system([.disc(at: .zero).moving(u, w)])
    var run = [Vector.zero]
    repeat {
      try system.advance()
      run.append(system.states[0].position)
    } while run[run.count - 1].y >= 0 && run.count < setup.ticks(2)

    let predicted = run.indices.map { n in
      Vector(u * Double(n) * h, w * Double(n) * h - setup.freeWay(g, Double(n)))
    }
    let top = (w / (g * h)).rounded(setup.engine == .tiltbox ? .toNearestOrEven : .up)
    let apex = w * top * h - setup.freeWay(g, top)
    return [
      Measurement("apex", "units", run.map(\.y).max() ?? 0)
        .exact(discrete: apex, continuous: w * w / (2 * g), order: setup.freeOrder),
      Measurement("range", "units", landing(run))
        .exact(discrete: landing(predicted), continuous: 2 * u * w / g, order: setup.freeOrder),
    ]
  }

  /// Returns the x at which the straight line between the last two points meets y = 0.
  private static func landing(_ points: [Vector]) -> Double {
    let (before, after) = (points[points.count - 2], points[points.count - 1])
    return before.x + (after.x - before.x) * before.y / (before.y - after.y)
  }

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
    let system = try setup.system([.crate(at: .zero)], world: Scenario.World(damping: damping))
    let perStep = setup.engine == .tiltbox ? system.substeps : 1
    let h = setup.step / Double(perStep)
    let n = setup.ticks(1)
    try system.advance(n)
    let early = -system.states[0].velocity.y
    try system.advance(setup.ticks(20) - n)
    let late = -system.states[0].velocity.y

    let rate = -logarithm(damping)
    let kept = power(damping, h)
    let t = Double(n) * setup.step
    return [
      Measurement("speed at 1 s", "units/s", early)
        .exact(
          discrete: g * h * (1 - power(kept, Double(n * perStep))) / (1 - kept),
          continuous: g / rate * (1 - exponential(-rate * t)),
          order: 1
        ),
      Measurement("terminal speed", "units/s", late)
        .exact(
          discrete: g * h / (1 - kept),
          continuous: g / rate,
          order: 1,
          allowed: max(1e-12, .ulpOfOne / (1 - kept))
        ),
    ]
  }

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
      Measurement("speed at 1 s", "units/s", -early.velocity.y)
        .exact(discrete: g / rate * share, allowed: 1e-11),
      Measurement("way at 1 s", "units", -early.position.y)
        .exact(discrete: g / rate * (t - share / rate), allowed: 1e-10),
      Measurement("terminal speed", "units/s", -late[0].velocity.y)
        .exact(discrete: g / rate, allowed: 1e-11),
      Measurement("terminal speed in a quarter of the gravity", "units/s", -late[1].velocity.y)
        .exact(discrete: g / rate / 4, allowed: 1e-11),
    ]
  }

  /// A box rotated by a constant torque.
  ///
  /// Its moment is m(a² + b²)/12. Continuous: ω = τ·t/I, angle = τ·t²/(2I). Discrete: ω = τ·n·h/I and
  /// angle = τ·h²·n(n−1)/(2I). With `Engine.tiltbox`, a substep of h seconds accelerates the box before it turns it:
  /// angle = τ·h²·n(n+1)/(2I).
  static let torque = VerificationCase(
    "torque",
    "a box of 30 by 40 units turned for 2 s by a constant torque"
  ) { setup in
    let (mass, torque) = (3.0, 2500.0)
    let box = BodyDescription.box("box", width: 30, height: 40, mass: mass, at: .zero)
    let system = try setup.system([box]) { _ in .weightless }
    let (n, h) = (setup.ticks(2), setup.step)
    for _ in 0..<n {
      // A torque acts for one step only.
      try system.bodies[0].attempt { $0.torque = torque }
      try system.advance()
    }
    let t = Double(n) * h
    let acceleration = torque / (mass * (30 * 30 + 40 * 40) / 12)
    let state = system.states[0]
    let count = n * system.substeps
    let squares =
      setup.engine == .tiltbox
      ? t * t / 2 * Double(count + 1) / Double(count) : h * h * Double(n * (n - 1)) / 2
    return [
      Measurement("angular velocity", "rad/s", state.angularVelocity).exact(acceleration * t),
      Measurement("angle", "rad", state.angle)
        .exact(discrete: acceleration * squares, continuous: acceleration * t * t / 2, order: 1),
    ]
  }
}
