import Chipmunk
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
    // A sample of discs: a shorter step would only give another one.
    guard setup.step > 0.005 else { return [] }
    let (rows, count, pitch, drop) = (8, 300, 30.0, 26.0)
    let pegSurface = Surface(elasticity: 0.24)
    let pegs = (0..<rows).flatMap { (row: Int) -> [ShapeDescription] in
      (-7...7).map { (place: Int) -> ShapeDescription in
        let x = (Double(place) + (row.isMultiple(of: 2) ? 0 : 0.5)) * pitch
        return ShapeDescription(
          .circle(radius: 5, center: Vector(x, -drop * Double(row))),
          surface: pegSurface
        )
      }
    }
    let board = BodyDescription(id: "board", type: .static, shapes: pegs)
    var random = RandomNumbers(seed: 11)
    let surface = Surface(elasticity: 1, filter: ShapeFilter(group: 1))
    let discs = (0..<count).map { (index: Int) -> BodyDescription in
      let x = (random.next() - 0.5) * pitch / 5
      let y = drop + 8 + random.next() * 200
      return BodyDescription.disc("disc-\(index)", radius: 8, at: Vector(x, y), surface: surface)
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
      .bound(
        "discs that arrive",
        "",
        Double(reached.count),
        continuous: Double(count),
        within: 0,
        because: "no disc stays on a peg"
      ),
      .bound(
        "mean",
        "slots",
        mean,
        continuous: 0,
        scale: 1,
        within: 0.25,
        because: "three standard errors of 300 discs"
      ),
      .bound(
        "variance",
        "",
        variance,
        continuous: Double(rows) / 4,
        within: 0.35,
        because: "pegs are not quite random, and the sample has a standard error of 8 %"
      ),
    ]
  }
}
