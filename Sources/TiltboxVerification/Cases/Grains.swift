import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// Three hundred discs, which do not meet each other, fall through eight rows of pegs.
  ///
  /// If each peg sends a disc left or right at random, the slots have a binomial distribution: mean 0, variance 8/4. (F.
  /// Galton, "Natural Inheritance", 1889.) A disc forgets its way between two pegs if it bounces a little: with an
  /// elasticity of 0.2, it zigzags, and the variance is 0.4 of that; with 0.4, it passes pegs, and the variance is
  /// twice that. The elasticity of 0.24 lies between.
  static let galtonBoard = VerificationCase(
    "galton-board",
    "the mean and the variance of the slots that 300 discs reach below eight rows of pegs",
    engines: [.tiltbox]
  ) { setup in
    // A sample of discs: a shorter step would only give another one. With a longer one, discs bounce past pegs.
    guard setup.step > 0.005, !setup.isCoarse else { return [] }
    let (rows, count, pitch, drop) = (8, 300, 30.0, 26.0)
    let pegs = (0..<rows).flatMap { (row: Int) -> [ShapeDescription] in
      (-7...7).map { (place: Int) -> ShapeDescription in
        let x = (Double(place) + (row.isMultiple(of: 2) ? 0 : 0.5)) * pitch
        return ShapeDescription(.circle(radius: 5, center: Vector(x, -drop * Double(row))))
      }
    }
    let board = BodyDescription(id: "board", type: .static, shapes: pegs)
      .with(Surface(elasticity: 0.255))
    var random = RandomNumbers(state: 11)
    let surface = Surface(elasticity: 1, filter: ShapeFilter(group: 1))
    let discs = (0..<count).map { (index: Int) -> BodyDescription in
      let x = (random.next() - 0.5) * pitch / 5
      let y = drop + 8 + random.next() * 200
      return BodyDescription.disc("disc-\(index)", radius: 8, at: Vector(x, y)).with(surface)
    }
    let system = try setup.system([board] + discs)
    var slots = [Double?](repeating: nil, count: count)
    for _ in 0..<setup.ticks(8) where slots.contains(where: { $0 == nil }) {
      try system.advance()
      for index in 0..<count where slots[index] == nil {
        let position = system.bodies[index + 1].position
        guard position.y < -drop * (Double(rows) - 0.5) else { continue }
        slots[index] = (position.x / pitch).rounded()
      }
    }
    let reached = slots.compactMap(\.self)
    let mean = reached.reduce(0, +) / Double(count)
    let variance = reached.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(count)
    return [
      Measurement("discs that arrive", "", Double(reached.count))
        .near(Double(count), within: 0)
        .because("no disc stays on a peg"),
      Measurement("mean", "slots", mean)
        .near(0, within: 0.25)
        .because("three standard errors of 300 discs"),
      Measurement("variance", "", variance)
        .near(Double(rows) / 4, within: 0.35)
        .because("pegs are not quite random, and the sample has a standard error of 8 %"),
    ]
  }

  /// Discs that run out of a silo through an opening in its bottom.
  ///
  /// In two dimensions, the rate grows with the power 3/2 of the opening less 1.4 diameters. (W. A. Beverloo, H. A.
  /// Leniger, J. van de Velde, "The flow of granular solids through orifices", Chemical Engineering Science 15, 1961.)
  /// A liquid's rate is proportional to the whole opening, which would be a power of 0.82 here.
  static let silo = VerificationCase(
    "silo",
    "how the discharge of 700 discs depends on the opening",
    engines: [.tiltbox]
  ) { setup in
    // A sample of discs: a shorter step would only give another one, and in a longer one the fastest discs move by more
    // than half their size.
    guard setup.step > 0.005, !setup.isCoarse else { return [] }
    let samples = 1...4 as ClosedRange<UInt64>
    let narrow = try samples.reduce(0) { try $0 + setup.discharge(opening: 60, sample: $1) }
    let wide = try samples.reduce(0) { try $0 + setup.discharge(opening: 100, sample: $1) }
    return [
      Measurement("exponent of the opening", "", logarithm(wide / narrow) / logarithm(8.6 / 4.6))
        .near(1.5, within: 0.15)
        .because("some hundred discs make each of four rates uncertain by a tenth")
    ]
  }

  /// A disc on the surface of a pile, in the hollow between two equal discs that hold.
  ///
  /// The pile's greatest slope is the one at which such a disc rolls out: when gravity points beyond the lower of the
  /// two, whose centre lies 30° beside that of the hollow. (R. Albert, I. Albert, D. Hornbaker, P. Schiffer, A.-L.
  /// Barabási, "Maximum angle of stability in wet and dry spherical granular media", Physical Review E 56, 1997; there for
  /// spheres.) The slope increases within a second.
  static let repose = VerificationCase(
    "repose",
    "the slope at which a disc rolls out of the hollow between two discs",
    engines: [.tiltbox]
  ) { setup in
    let row = (-2...3).map { (place: Int) -> ShapeDescription in
      ShapeDescription(.circle(radius: 10, center: Vector(20 * Double(place) - 10, 0)))
    }
    let pile = BodyDescription(id: "pile", type: .static, shapes: row)
    let disc = BodyDescription.disc(at: Vector(0, 10 * 3.0.squareRoot()))
    let surface = Surface(friction: 1)
    let slope = try bisection(from: 0.4, to: 0.7, within: 1e-4) { slope in
      let system = try setup.system([pile, disc], surface: surface, inclinedTo: slope, within: 1)
      return try system.advance(atMost: setup.ticks(3)) { system.bodies[1].position.x >= 5 }
    }
    return [
      Measurement("slope", "rad", slope)
        .near(Double.pi / 6, within: 0.001 + 0.1 * setup.step)
        .because("it tilts a little in each step; measured to be less")
    ]
  }
}

extension CaseSetup {
  /// Returns the number of discs that leave from 0.3 to 1.2 s.
  fileprivate func discharge(opening: Double, sample: UInt64) throws -> Double {
    let (width, count) = (200.0, 700)
    func wall(_ from: Vector, _ to: Vector) -> ShapeDescription {
      ShapeDescription(.segment(from: from, to: to, radius: 5))
    }
    let walls = [-1.0, 1].flatMap { (side: Double) -> [ShapeDescription] in
      let corner = Vector(side * (width / 2 + 5), -5)
      return [
        wall(corner, Vector(corner.x, 2000)), wall(corner, Vector(side * (opening / 2 + 5), -5)),
      ]
    }
    var random = RandomNumbers(state: sample)
    let discs = (0..<count).map { (index: Int) -> BodyDescription in
      let (row, column) = index.quotientAndRemainder(dividingBy: 17)
      let radius = 5 * (0.9 + 0.2 * random.next())
      let x = 8 - width / 2 + 11.5 * Double(column) + random.next()
      let (mass, place) = (radius * radius / 25, Vector(x, 8 + 11.5 * Double(row)))
      return BodyDescription.disc("disc-\(index + 1)", radius: radius, mass: mass, at: place)
    }
    let silo = BodyDescription(id: "silo", type: .static, shapes: walls)
    let system = try system([silo] + discs, surface: Surface(friction: 0.5))
    func left() -> Int { system.movingBodies.count { $0.position.y < -5 } }
    try system.advance(ticks(0.3))
    let before = left()
    try system.advance(ticks(0.9))
    return Double(left() - before)
  }
}
