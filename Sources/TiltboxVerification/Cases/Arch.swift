import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
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
      .law(
        "stands at \(thickness)",
        "",
        try stands(thickness: thickness, setup) ? 1 : 0,
        discrete: theory,
        continuous: theory,
        scale: 1,
        allowed: 0
      )
    }
  }

  private static func stands(thickness: Double, _ setup: CaseSetup) throws -> Bool {
    let surface = Surface(friction: 0.9)
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
      let shape = Geometry.polygon(corners.map { $0 - center })
      return BodyDescription(
        id: "stone-\(index + 1)",
        shapes: [ShapeDescription(shape, surface: surface)],
        position: center,
        mass: 1
      )
    }
    var floor = BodyDescription.floor(surface)
    floor.shapes[0].geometry = .segment(from: Vector(-9000, 0), to: Vector(9000, 0), radius: 5)
    let system = try setup.system([floor] + stones, world: Scenario.World(substeps: 64))
    let crown = system.bodies[1 + count / 2]
    let start = crown.position.y
    for _ in 0..<setup.ticks(4) where start - crown.position.y < 100 { try system.advance() }
    return start - crown.position.y < 100
  }
}
