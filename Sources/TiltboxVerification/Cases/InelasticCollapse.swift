import Chipmunk
import Tiltbox

extension VerificationCase {
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
        BodyDescription.disc(
          "disc-\(index + 1)",
          at: Vector(x, 0),
          velocity: Vector(index == 0 ? 100 : 0, 0),
          surface: surface
        )
      }
      let system = try setup.system(discs, tilt: .weightless)
      try system.advance(setup.ticks(2))
      let speeds = system.bodies.map(\.velocity.x)
      let parting = theory[2] - theory[0]
      return [
        .law(
          "parting speed, e = \(e)",
          "units/s",
          speeds[2] - speeds[0],
          discrete: parting,
          scale: e < 0.0718 ? 100 : parting,
          allowed: e < 0.0718 ? remainder : 1e-4
        ),
        .law(
          "second, e = \(e)",
          "units/s",
          speeds[1],
          discrete: theory[1],
          allowed: e < 0.0718 ? remainder : 1e-8
        ),
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
}
