import Chipmunk
import Tiltbox

extension VerificationCase {
  /// A disc that collides head-on with a disc at rest.
  ///
  /// With masses m and M, elasticity e and speed v, the momentum m·v is conserved, and the discs separate with e·v: the
  /// struck disc leaves with (1 + e)·m·v/(m + M), the striker keeps (m − e·M)·v/(m + M), and the share
  /// (1 − e²)·M/(m + M) of the energy is lost. The solver does this in the step of the contact, whatever the step's
  /// length.
  static let collisions = VerificationCase(
    "collision",
    "discs of mass ratios 1, 3 and 100, elastic and inelastic"
  ) { setup in
    try [(1.0, 1.0), (3, 1), (100, 1), (3, 0.5), (3, 0)].flatMap { ratio, e in
      try collide(ratio: ratio, elasticity: e, setup)
    }
  }

  private static func collide(
    ratio: Double,
    elasticity e: Double,
    _ setup: CaseSetup
  ) throws -> [Measurement] {
    let surface = Surface(elasticity: e.squareRoot())
    let v = 100.0
    let system = try setup.system(
      [
        .disc("a", at: Vector(-30, 0), velocity: Vector(v, 0), surface: surface),
        .disc("b", mass: ratio, at: Vector(0, 0), surface: surface),
      ],
      tilt: .weightless
    )
    try system.advance(setup.ticks(0.5))
    let (a, b) = (system.states[0].velocity.x, system.states[1].velocity.x)
    let label = "M/m = \(Int(ratio)), e = \(e)"
    let struck = (1 + e) * v / (1 + ratio)
    let kept = (1 - e * ratio) * v / (1 + ratio)
    let lost = (1 - e * e) * ratio / (1 + ratio)
    return [
      .law("struck, \(label)", "units/s", b, discrete: struck, continuous: struck, scale: v),
      .law("striker, \(label)", "units/s", a, discrete: kept, continuous: kept, scale: v),
      .law("momentum, \(label)", "kg·units/s", a + ratio * b, discrete: v, continuous: v),
      .law(
        "energy lost, \(label)",
        "",
        1 - (a * a + ratio * b * b) / (v * v),
        discrete: lost,
        continuous: lost,
        scale: 1
      ),
    ]
  }

  /// Five equal discs in a row, struck by a sixth: Newton's cradle.
  ///
  /// In theory the last disc leaves with the whole speed, and the others rest. `Engine.tiltbox` agrees, since it lets
  /// contacts bounce in the order of their impacts. The C library agrees as long as there are small gaps between the
  /// discs. If they touch, one step solves all contacts at once, and only the striker's
  /// contact has a speed to restore: the row moves as one body of five masses, so that the striker returns with ⅔ of
  /// its speed and the row leaves with ⅓, with all energy conserved. The solver approaches this solution contact by
  /// contact, as far as its iterations allow; each contact conserves momentum.
  static let cradle = VerificationCase(
    "newtons-cradle",
    "a disc strikes a row of five: apart by 0.1 units, and touching"
  ) { setup in
    let v = 100.0
    let apart = try cradle(gap: 0.1, iterations: 10, speed: v, setup)
    let isExact = setup.engine == .tiltbox
    let gap = isExact ? 0 : -0.01
    let touching = try cradle(gap: gap, iterations: 10, speed: v, setup)
    let solved = isExact ? touching : try cradle(gap: gap, iterations: 1000, speed: v, setup)
    let (last, first) = isExact ? (v, 0) : (v / 3, -v * 2 / 3)
    return [
      .law("last, apart", "units/s", apart[5], discrete: v, continuous: v),
      .law("first, apart", "units/s", apart[0], discrete: 0, continuous: 0, scale: v),
      .law("momentum, touching", "units/s", touching.reduce(0, +), discrete: v, continuous: v),
      .law("last, touching", "units/s", solved[5], discrete: last, scale: v, allowed: 1e-6),
      .law("first, touching", "units/s", solved[0], discrete: first, scale: v, allowed: 1e-6),
    ]
  }

  private static func cradle(
    gap: Double,
    iterations: Int,
    speed: Double,
    _ setup: CaseSetup
  ) throws -> [Double] {
    let surface = Surface(elasticity: 1)
    var discs = [
      BodyDescription.disc(
        "striker",
        at: Vector(-50, 0),
        velocity: Vector(speed, 0),
        surface: surface
      )
    ]
    for index in 0..<5 {
      let x = Double(index) * (20 + gap)
      discs.append(.disc("disc-\(index + 1)", at: Vector(x, 0), surface: surface))
    }
    let system = try setup.system(
      discs,
      tilt: .weightless,
      world: Scenario.World(iterations: iterations)
    )
    try system.advance(setup.ticks(1))
    return system.states.map(\.velocity.x)
  }
}
