import Chipmunk
import Motion
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
      try setup.collide(ratio: ratio, elasticity: e)
    }
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
    let apart = try setup.cradle(gap: 0.1, iterations: 10, speed: v)
    let isExact = setup.engine == .tiltbox
    let gap = isExact ? 0 : -0.01
    let touching = try setup.cradle(gap: gap, iterations: 10, speed: v)
    let solved = isExact ? touching : try setup.cradle(gap: gap, iterations: 1000, speed: v)
    let (last, first) = isExact ? (v, 0) : (v / 3, -v * 2 / 3)
    return [
      Measurement("last, apart", "units/s", apart[5]).exact(v),
      Measurement("first, apart", "units/s", apart[0]).exact(0, scale: v),
      Measurement("momentum, touching", "units/s", touching.reduce(0, +)).exact(v),
      Measurement("last, touching", "units/s", solved[5])
        .exact(discrete: last, scale: v, allowed: 1e-6),
      Measurement("first, touching", "units/s", solved[0])
        .exact(discrete: first, scale: v, allowed: 1e-6),
    ]
  }

  /// A heavy disc pushes a light one against a wall, all without loss.
  ///
  /// With masses in a ratio of 100ⁿ, the collisions until the discs part for good are as many as the first n + 1
  /// digits of π. (G. Galperin, "Playing pool with π", Regular and Chaotic Dynamics 8, 2003.) The case follows the
  /// sequence of velocities after each collision; a velocity that is none of them ends the count.
  ///
  /// With 10⁴ and 10⁶ masses, up to 4 and 60 collisions belong into one step. The engine handles one of each pair in a
  /// step, and lets the discs overlap meanwhile: the velocities are right, and the discs turn around later.
  static let piCollisions = VerificationCase(
    "pi-collisions",
    "the collisions of discs of mass ratios 1, 100, 10,000 and 1,000,000 with a wall and each other"
  ) { setup in
    let cases: [(Int, Double)] = [(3, 0.01), (31, 0.1), (314, 4), (3141, 60)]
    return try cases.enumerated().map { power, item in
      let (count, perStep) = item
      let found = try setup.collisions(power: power, perStep: perStep, upTo: count)
      return Measurement("collisions, M/m = 100^\(power)", "", Double(found))
        .exact(Double(count), allowed: 0)
    }
  }

  /// Three discs in a row with little elasticity, the first of which strikes the second.
  ///
  /// With an elasticity below 7 − 4√3 = 0.0718, infinitely many collisions follow in a finite time, and the discs move
  /// on as one; above it, they part after a finite number. (S. McNamara and W. R. Young, "Inelastic collapse and
  /// clumping in a one-dimensional granular medium", Physics of Fluids A 4, 1992.) The speeds come from the sequence of
  /// collisions.
  static let inelasticCollapse = VerificationCase(
    "inelastic-collapse",
    "the speeds of three discs of elasticity 0.06, 0.08 and 0.5",
    engines: [.tiltbox]
  ) { setup in
    // In the limit of a collapse, an engine stops after some collisions.
    let remainder = 5e-3
    return try [0.06, 0.08, 0.5].flatMap { (e: Double) -> [Measurement] in
      let theory = separated(elasticity: e)
      let surface = Surface(elasticity: e.squareRoot())
      let discs = starts.enumerated().map { index, x in
        BodyDescription.disc("disc-\(index + 1)", at: Vector(x, 0)).moving(index == 0 ? 100 : 0)
      }
      let system = try setup.system(discs, surface: surface) { _ in .weightless }
      try system.advance(setup.ticks(2))
      let speeds = system.bodies.map(\.velocity.x)
      let parting = theory[2] - theory[0]
      let collapses = e < 0.0718
      let (scale, allowed) = collapses ? (100, remainder) : (parting, 1e-4)
      return [
        Measurement("parting speed, e = \(e)", "units/s", speeds[2] - speeds[0])
          .exact(discrete: parting, scale: scale, allowed: allowed),
        Measurement("second, e = \(e)", "units/s", speeds[1])
          .exact(discrete: theory[1], allowed: collapses ? remainder : 1e-8),
      ]
    }
  }

  private static let starts = [-60.0, 0, 25]

  /// Returns the speeds after all collisions, or after a hundred.
  private static func separated(elasticity e: Double) -> [Double] {
    var (places, speeds) = (starts, [100.0, 0, 0])
    for _ in 0..<100 {
      let times = (0..<2).map { (pair: Int) -> Double in
        let closing = speeds[pair] - speeds[pair + 1]
        let gap = places[pair + 1] - places[pair] - 20
        return closing > 1e-12 ? max(0, gap) / closing : .infinity
      }
      let pair = times[0] < times[1] ? 0 : 1
      guard times[pair] < .infinity else { break }
      for disc in 0..<3 { places[disc] += speeds[disc] * times[pair] }
      let (mean, half) = (
        (speeds[pair] + speeds[pair + 1]) / 2, e * (speeds[pair] - speeds[pair + 1]) / 2
      )
      (speeds[pair], speeds[pair + 1]) = (mean - half, mean + half)
    }
    return speeds
  }

  /// Discs of three masses that bounce without loss in a box without gravity, for a minute.
  ///
  /// Each contact conserves energy exactly (see ``collisions``). If a disc touches two others, or a wall, in one step,
  /// the C library balances the bounces in its iterations. With a thousand, three discs conserve energy exactly; with
  /// ten, energy is lost: up to 6 % per minute for twelve discs, at steps from 1/30 to 1/480 s, depending on chance.
  static let conservation = VerificationCase(
    "conservation",
    "the energy of three and of twelve discs that bounce for 60 s without loss"
  ) { setup in
    let few = try setup.energyKept(by: 3, iterations: 1000)
    let crowd = try setup.energyKept(by: 12, iterations: 10)
    return [
      Measurement("kept by 3", "", few).exact(1),
      Measurement("kept by 12", "", crowd)
        .near(1, within: 0.2)
        .because("contacts that fall into one step are solved together; seen: 0.06 at most"),
    ]
  }
}

extension CaseSetup {
  fileprivate func collide(ratio: Double, elasticity e: Double) throws -> [Measurement] {
    let v = 100.0
    let system = try system(
      [.disc("a", at: Vector(-30, 0)).moving(v), .disc("b", mass: ratio, at: .zero)],
      surface: Surface(elasticity: e.squareRoot()),
      tilt: { _ in .weightless }
    )
    try system.advance(ticks(0.5))
    let (a, b) = (system.states[0].velocity.x, system.states[1].velocity.x)
    let label = "M/m = \(Int(ratio)), e = \(e)"
    let struck = (1 + e) * v / (1 + ratio)
    let kept = (1 - e * ratio) * v / (1 + ratio)
    let lost = (1 - e * e) * ratio / (1 + ratio)
    return [
      Measurement("struck, \(label)", "units/s", b).exact(struck, scale: v),
      Measurement("striker, \(label)", "units/s", a).exact(kept, scale: v),
      Measurement("momentum, \(label)", "kg·units/s", a + ratio * b).exact(v),
      Measurement("energy lost, \(label)", "", 1 - (a * a + ratio * b * b) / (v * v))
        .exact(lost, scale: 1),
    ]
  }

  fileprivate func cradle(gap: Double, iterations: Int, speed: Double) throws -> [Double] {
    let striker = BodyDescription.disc("striker", at: Vector(-50, 0)).moving(speed)
    let row = (0..<5).map { index in
      BodyDescription.disc("disc-\(index + 1)", at: Vector(Double(index) * (20 + gap), 0))
    }
    let system = try system(
      [striker] + row,
      surface: Surface(elasticity: 1),
      world: Scenario.World(iterations: iterations),
      tilt: { _ in .weightless }
    )
    try system.advance(ticks(1))
    return system.states.map(\.velocity.x)
  }

  /// Returns the number of collisions with a mass ratio of 100 to a power, of `count` in theory. Where they are most
  /// frequent, `perStep` of them belong into a step.
  fileprivate func collisions(power: Int, perStep: Double, upTo count: Int) throws -> Int {
    var root = 1.0
    for _ in 0..<power { root *= 10 }
    let (mass, gap) = (root * root, 100.0)
    let speed = perStep / step * arcTangent(1, over: root) * gap / root
    let system = try system(
      [
        .disc("light", at: Vector(10 + gap, 0)),
        .disc("heavy", mass: mass, at: Vector(30 + 2 * gap, 0)).moving(-speed),
        .line("wall", from: Vector(0, -100), to: Vector(0, 100)),
      ],
      surface: Surface(elasticity: 1),
      tilt: { _ in .weightless }
    )
    let (light, heavy) = (system.bodies[0], system.bodies[1])
    var (v, w) = (0.0, -speed)
    func isReached() -> Bool {
      abs(light.velocity.x - v) < 1e-6 * speed * root && abs(heavy.velocity.x - w) < 1e-6 * speed
    }
    var found = 0
    for _ in 0..<100_000 where found < count {
      try system.advance()
      while !isReached() {
        guard found <= count else { return found }
        // The discs collide, then the wall and the light disc.
        if found.isMultiple(of: 2) {
          let mean = (mass * w + v) / (mass + 1)
          (v, w) = (2 * mean - v, 2 * mean - w)
        } else {
          v = -v
        }
        found += 1
      }
    }
    // No further collision comes.
    try system.advance(100)
    return isReached() && v >= 0 && w >= v ? found : -1
  }

  fileprivate func energyKept(by count: Int, iterations: Int) throws -> Double {
    let surface = Surface(elasticity: 1)
    // Directions that need no sine, so that they are the same on every machine.
    let directions = [(100.0, 37.0), (-64, 91), (41, -83), (-97, -29), (72, 66)]
    let discs = (0..<count).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: 4)
      let (x, y) = directions[index % directions.count]
      let place = Vector(60 + 60 * Double(column), 75 + 75 * Double(row))
      let mass = [1.0, 2, 5][index % 3]
      return BodyDescription.disc("disc-\(index + 1)", mass: mass, at: place).moving(x, y)
    }
    let walls = Scenario.Walls(width: 300, height: 300, surface: surface)
    let system = try system(
      discs,
      surface: surface,
      walls: walls,
      world: Scenario.World(iterations: iterations),
      tilt: { _ in .weightless }
    )
    func energy() -> Double {
      zip(discs, system.states).reduce(0) { sum, disc in
        sum + (disc.0.mass ?? 0) * disc.1.velocity.dot(disc.1.velocity)
      }
    }
    let before = energy()
    try system.advance(ticks(60))
    return energy() / before
  }
}
