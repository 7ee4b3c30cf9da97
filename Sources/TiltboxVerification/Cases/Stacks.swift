import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// Crates stacked on top of each other, at rest.
  ///
  /// In theory they touch. The solver tolerates an overlap up to the collision slop, 0.1 units, so that contacts
  /// persist; the top of n crates may sink by n times as much, and no crate moves sideways.
  ///
  /// Each solver iteration transfers a weight by about one crate. With the default of ten iterations, three crates
  /// stand still; ten crates sway: forever at steps of 1/100 s and below, and until they topple within ten seconds at
  /// 1/60 s. With 100 iterations, ten crates stand at every step and lean by less than a tenth of their side.
  static let stack = VerificationCase(
    "stack",
    "how far three crates (10 iterations) and ten (100 iterations) sink and lean in 10 s"
  ) { setup in
    try setup.stack(of: 3, iterations: 10) + setup.stack(of: 10, iterations: 100)
  }

  /// A stack of 50 crates, each a little beside the one below.
  ///
  /// In theory it stands: each crate's weight passes through the face of the crate below. A contact that yields under
  /// the weight of 49 crates lets them sink, and an error in it lets them lean.
  static let tower = VerificationCase(
    "tower",
    "how far the top of a stack of 50 crates moves in 10 s",
    engines: [.tiltbox]
  ) { setup in
    // At 1/30 s the greatest number of substeps is too small: it leans by 12 units.
    guard !setup.isCoarse else { return [] }
    let places = (0..<50).map { (index: Int) -> Vector in
      Vector(Double(index * 7 % 5 - 2) * 0.16, 16 + 32 * Double(index))
    }
    let crates = BodyDescription.boxes("crate", at: places)
    let system = try setup.system([.floor()] + crates, surface: Surface(friction: 0.7))
    let top = system.bodies[50]
    let start = top.position
    let farthest = try system.greatest(over: setup.ticks(10)) { (top.position - start).length }
    return [
      Measurement("way of the top", "units", farthest)
        .near(0, within: (setup.step > 0.0105 ? 1.25 : 1) / 32, scale: 32)
        .because("contacts yield under the weight; measured to be less")
    ]
  }

  /// A pyramid of 20 rows of crates.
  ///
  /// In theory it stands still. A solver that does not converge lets its lowest row spread, and the rows above fall
  /// between its crates.
  static let pyramid = VerificationCase(
    "pyramid",
    "the crates of a pyramid of 210 that have fallen after 5 s, and their speed",
    engines: [.tiltbox]
  ) { setup in
    var places: [Vector] = []
    for row in 0..<20 {
      for place in 0..<20 - row {
        let x = Double(place) - Double(20 - row) / 2
        places.append(Vector(x * 32.96, 16 + 32 * Double(row)))
      }
    }
    let crates = BodyDescription.boxes("crate", at: places)
    let system = try setup.system([.floor()] + crates, surface: Surface(friction: 0.6))
    try system.advance(setup.ticks(5))
    let bodies = system.movingBodies
    let fallen = zip(bodies, places).count { $0.position.y < $1.y - 16 }
    let square = bodies.map { $0.velocity.dot($0.velocity) }.reduce(0, +) / Double(bodies.count)
    return [
      Measurement("fallen crates", "", Double(fallen)).near(0, within: 0).because("all stand"),
      Measurement("root mean square of speeds", "units/s", square.squareRoot())
        .near(0, within: 0.01)
        .because("contacts come to rest; measured to be less"),
    ]
  }

  /// A hundred crates in a box that turns once in 6.3 s.
  ///
  /// In theory crates do not overlap, and none leaves the box. Overlaps are averaged over all contacts, from 2 to 5 s.
  static let turnedCrates = VerificationCase(
    "turned-crates",
    "the mean overlap of 100 crates of 32 units in a box that turns by a radian per second",
    engines: [.tiltbox]
  ) { setup in
    let surface = Surface(friction: 0.5, elasticity: 0.3)
    let places = (0..<100).map { (index: Int) -> Vector in
      let (row, column) = index.quotientAndRemainder(dividingBy: 10)
      return Vector(30 + 34 * Double(column) + Double(row % 3), 20 + 34 * Double(row))
    }
    let crates = BodyDescription.boxes("crate", at: places)
    let walls = Scenario.Walls(width: 380, height: 502, surface: surface)
    let system = try setup.system(crates, surface: surface, walls: walls) { tick in
      .inclined(Double(tick) * setup.step)
    }
    var contacts: [ContactState] = []
    var (sum, count) = (0.0, 0)
    for tick in 1...setup.ticks(5) {
      try system.advance()
      guard tick > setup.ticks(2), tick.isMultiple(of: 10) else { continue }
      let found = system.bodies[0].space?.readContacts(into: &contacts) ?? 0
      for contact in contacts.prefix(found) {
        for point in contact.points { (sum, count) = (sum + max(0, point.depth), count + 1) }
      }
    }
    let outside = system.bodies.count { body in
      !(0...380).contains(body.position.x) || !(0...502).contains(body.position.y)
    }
    return [
      Measurement("mean overlap", "units", sum / Double(count))
        .near(0, within: setup.isCoarse ? 0.5 : 8 * setup.step + setup.overlap(halfThickness: 16))
        .because("contacts rest inside, yield, and turn within a step; measured to be less"),
      Measurement("crates outside", "", Double(outside))
        .near(0, within: 0)
        .because("nothing passes a wall"),
    ]
  }

  /// Five equal bricks, each as far beyond the one below as balance allows.
  ///
  /// The top one reaches out by half a brick times the harmonic number 1 + ½ + ⅓ + ¼ + ⅕. (J. F. Hall, "Fun with
  /// stacking blocks", American Journal of Physics 73, 2005.) The case scales this overhang until the pile falls.
  static let overhang = VerificationCase(
    "overhang",
    "the greatest overhang of five bricks that stand, in bricks",
    engines: [.tiltbox]
  ) { setup in
    let harmonic = (1...5).map { 1 / Double($0) }.reduce(0, +)
    let share = try bisection(from: 0.8, to: 1.2, within: 0.01) { try setup.falls(share: $0) }
    return [
      Measurement("overhang", "bricks", share * harmonic / 2)
        .near(harmonic / 2, within: 0.06)
        .because("edges yield under the bricks above; measured to be less")
    ]
  }

  /// A semicircular arch of 21 stones, without mortar.
  ///
  /// It stands if a line of thrust fits into it: if its thickness is at least 0.1075 of its mean radius. (M.
  /// Milankovitch, "Theorie der Druckkurven", Zeitschrift für Mathematik und Physik 55, 1907; J. A. Ochsendorf, "The
  /// masonry arch on spreading supports", The Structural Engineer 84, 2006.) Thinner arches fold at four hinges.
  ///
  /// The case uses 64 substeps. With as many as the engine chooses, joints yield by more, and at 1/120 s an arch of
  /// 0.110 falls.
  static let arch = VerificationCase(
    "arch",
    "whether a semicircular arch of 21 stones stands with thicknesses of 0.105 and 0.110 radii",
    engines: [.tiltbox]
  ) { setup in
    try [(0.105, 0.0), (0.110, 1)].map { (thickness: Double, theory: Double) in
      Measurement("stands at \(thickness)", "", try setup.stands(thickness: thickness) ? 1 : 0)
        .exact(theory, scale: 1, allowed: 0)
    }
  }
}

extension CaseSetup {
  fileprivate func stack(of count: Int, iterations: Int) throws -> [Measurement] {
    let slop = 0.1
    let pitch = 32 - slop / 2
    let places = (0..<count).map { Vector(0, pitch * Double($0) + pitch - 16) }
    let crates = BodyDescription.boxes("crate", at: places)
    let world = Scenario.World(iterations: iterations)
    let system = try system([.floor()] + crates, surface: Surface(friction: 0.7), world: world)
    try system.advance(ticks(10))
    let states = system.states.dropFirst()
    let top = states.last?.position.y ?? .nan
    return [
      Measurement("sinking of \(count)", "units", 32 * Double(count) - 16 - top)
        .near(0, within: Double(count) * slop)
        .because("the solver leaves an overlap of 0.1 units alone in each contact"),
      Measurement("leaning of \(count)", "units", states.map { abs($0.position.x) }.max() ?? .nan)
        .near(0, within: 0.1, scale: 32)
        .because("what the solver leaves over turns into swaying; measured to be less"),
    ]
  }

  fileprivate func falls(share: Double) throws -> Bool {
    var (x, places) = (0.0, [Double]())
    // From the top down.
    for above in 1...5 {
      places.append(x)
      x -= share * 32 / Double(above)
    }
    let centers = places.reversed().enumerated().map { Vector($1, 8 + 16 * Double($0)) }
    let bricks = BodyDescription.boxes("brick", width: 64, height: 16, at: centers)
    // The lowest brick may overhang the floor's end.
    let end = x + 32
    let (left, right) = (Vector(end - 300, 0), Vector(end, 0))
    let floor = BodyDescription.line("floor", from: left, to: right)
    let system = try system([floor] + bricks, surface: Surface(friction: 0.8))
    let top = system.bodies[5]
    let start = top.position
    return try system.advance(atMost: ticks(4)) { (top.position - start).length >= 8 }
  }

  fileprivate func stands(thickness: Double) throws -> Bool {
    let (radius, count) = (3000.0, 21)
    let (inner, outer) = (radius * (1 - thickness / 2), radius * (1 + thickness / 2))
    let stones = (0..<count).map { (index: Int) -> BodyDescription in
      let turn = Double.pi / Double(count)
      let (a, b) = (turn * Double(index), turn * Double(index + 1))
      let (from, to) = (Vector(cosine(a), sine(a)), Vector(cosine(b), sine(b)))
      let corners = [from * inner, from * outer, to * outer, to * inner]
      // The centroid of a trapezoid, on the line between the middles of its parallel sides.
      let share = (inner + 2 * outer) / (3 * (inner + outer))
      let center = (from + to) * ((inner + (outer - inner) * share) / 2)
      let shape = ShapeDescription(.polygon(corners.map { $0 - center }))
      return BodyDescription(id: "stone-\(index + 1)", shapes: [shape], position: center, mass: 1)
    }
    let system = try system(
      [.floor(halfWidth: 9000)] + stones,
      surface: Surface(friction: 0.9),
      world: Scenario.World(substeps: 64)
    )
    let crown = system.bodies[1 + count / 2]
    let start = crown.position.y
    return try !system.advance(atMost: ticks(4)) { start - crown.position.y >= 100 }
  }
}
