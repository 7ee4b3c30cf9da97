import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A disc that slides without friction from a cusp of a cycloid to its lowest point.
  ///
  /// It takes π·√(r/g), less than on any other way (Johann Bernoulli, Acta Eruditorum, 1696), and as long from any other
  /// start (C. Huygens, "Horologium oscillatorium", 1673). The straight way takes √(π² + 4)·√(r/g).
  ///
  /// The cycloid has 40 chords. At each corner, the disc loses the part of its velocity that is normal to the next
  /// chord. Each chord reaches far beyond its corners, behind the others: the end of a segment would brake the disc.
  static let brachistochrone = VerificationCase(
    "brachistochrone",
    "the time of a slide along a cycloid, from two starts, and along the straight line",
    engines: [.tiltbox]
  ) { setup in
    let unit = (roll / CaseSetup.gravity).squareRoot()
    func point(_ t: Double) -> (Vector, Vector) {
      let normal = Vector(-cosine(t / 2), -sine(t / 2))
      return (Vector(roll * (t - sine(t)), -roll * (1 - cosine(t))), normal)
    }
    let cycloid = (0...40).map { (index: Int) -> Vector in
      let (center, normal) = point(Double.pi * Double(index) / 40)
      return center + normal * 10
    }
    let end = Vector(roll * Double.pi, -2 * roll)
    let normal = Vector(-2, -Double.pi) * (10 / (Double.pi * Double.pi + 4).squareRoot())
    let reason = "corners of the polygon take speed; measured to be less"
    let ways: [(String, [Vector], Vector, Double)] = [
      ("cycloid", cycloid, Vector.zero, Double.pi),
      ("cycloid, from 1 rad", cycloid, point(1).0, Double.pi),
      ("straight", [normal, end + normal], .zero, (Double.pi * Double.pi + 4).squareRoot()),
    ]
    return try ways.map { quantity, way, start, theory in
      .bound(
        quantity,
        "s",
        try slide(along: way, from: start, setup),
        continuous: theory * unit,
        within: 0.007 + 0.12 * setup.step,
        because: reason
      )
    }
  }

  /// The radius of the circle whose rolling gives the cycloid.
  private static let roll = 100.0

  private static func slide(
    along way: [Vector],
    from start: Vector,
    _ setup: CaseSetup
  ) throws -> Double {
    let chords = zip(way, way.dropFirst()).enumerated().map { index, ends in
      let beyond = (ends.1 - ends.0) * (300 / (ends.1 - ends.0).length)
      return BodyDescription.line(
        "chord-\(index + 1)",
        from: ends.0 - beyond,
        to: ends.1 + beyond
      )
    }
    let system = try setup.system([.disc(at: start)] + chords)
    let disc = system.bodies[0]
    let end = roll * Double.pi
    for tick in 0..<setup.ticks(5) {
      let before = disc.position.x
      try system.advance()
      let after = disc.position.x
      if after >= end {
        return (Double(tick) + (end - before) / (after - before)) * setup.step
      }
    }
    return .nan
  }
}
