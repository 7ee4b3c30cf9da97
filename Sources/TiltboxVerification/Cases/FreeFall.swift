import Chipmunk
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
    let t = Double(n) * h
    let state = system.states[0]
    return [
      .law(
        "fallen",
        "units",
        50 - state.position.y,
        discrete: setup.freeWay(g, Double(n)),
        continuous: g * t * t / 2,
        order: setup.freeOrder
      ),
      .law("speed", "units/s", -state.velocity.y, discrete: g * Double(n) * h, continuous: g * t),
    ]
  }

  /// The same with velocities half a step ahead: y = y₀ − g·t²/2 at every tick, whatever the step. The velocities at
  /// tick n are those at the time (n + ½)·h.
  static let freeFallHalfKick = VerificationCase(
    "free-fall-half-kick",
    "the same with world.integrator: half-kick, which is exact",
    engines: [.chipmunk]
  ) { setup in
    let system = try setup.system(
      [.crate(at: Vector(0, 50))],
      world: Scenario.World(integrator: .halfKick)
    )
    let (n, h, g) = (setup.ticks(0.6), setup.step, CaseSetup.gravity)
    try system.advance(n)
    let t = Double(n) * h
    let (fallen, speed) = (g * t * t / 2, g * (t + h / 2))
    let state = system.states[0]
    return [
      .law("fallen", "units", 50 - state.position.y, discrete: fallen, continuous: fallen),
      .law("speed, h/2 ahead", "units/s", -state.velocity.y, discrete: speed, continuous: speed),
    ]
  }

  /// The fall of ``freeFall``, long enough to show a loss of one step in a thousand; the law is the same.
  static let longFall = VerificationCase(
    "long-fall",
    "a crate falls for 20 s, and no step is lost"
  ) { setup in
    let system = try setup.system([.crate(at: .zero)])
    let (n, h, g) = (max(setup.ticks(20), 2000), setup.step, CaseSetup.gravity)
    try system.advance(n)
    let t = Double(n) * h
    return [
      .law(
        "fallen",
        "units",
        -system.states[0].position.y,
        discrete: setup.freeWay(g, Double(n)),
        continuous: g * t * t / 2,
        // A rounding error of half a unit in the last place per step, if all of them had the same sign.
        allowed: max(1e-12, Double(n) * 0x1p-53)
      )
    ]
  }

  /// The tick at which a falling crate first touches the floor, 200 units below.
  ///
  /// Continuous: t = √(2·d/g). `Engine.tiltbox` finds the contact in the step that contains this time. By the law of
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
    let law = (setup.engine == .tiltbox ? exact : late).rounded(.up)
    return [
      .law(
        "time",
        "s",
        Double(tick) * h,
        discrete: law * h,
        continuous: (2 * drop / g).squareRoot(),
        allowed: 0
      )
    ]
  }
}
