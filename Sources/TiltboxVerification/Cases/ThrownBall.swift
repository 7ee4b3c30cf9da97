import Chipmunk
import Tiltbox

extension VerificationCase {
  /// A ball thrown up and to the right from the origin, with velocity (u, w).
  ///
  /// Continuous: its apex is at a height of w²/(2g), and it returns to y = 0 at x = 2·u·w/g. Discrete: with
  /// `Engine.tiltbox`, yₙ = w·n·h − g·(n·h)²/2 is greatest at the n nearest to w/(g·h); with the C library,
  /// yₙ = w·n·h − g·h²·n(n−1)/2 at n = ⌈w/(g·h)⌉. The range is interpolated linearly between the last tick
  /// above y = 0 and the first one below, for the law and for the run.
  static let thrownBall = VerificationCase(
    "thrown-ball",
    "the apex and the range of a ball thrown at (300, 400) units/s"
  ) { setup in
    let (u, w) = (300.0, 400.0)
    let (h, g) = (setup.step, CaseSetup.gravity)
    let system = try setup.system([.disc(at: .zero, velocity: Vector(u, w))])
    var run = [Vector.zero]
    repeat {
      try system.advance()
      run.append(system.states[0].position)
    } while run[run.count - 1].y >= 0 && run.count < setup.ticks(2)

    let law = run.indices.map { n in
      Vector(u * Double(n) * h, w * Double(n) * h - setup.freeWay(g, Double(n)))
    }
    let top = (w / (g * h)).rounded(setup.engine == .tiltbox ? .toNearestOrEven : .up)
    return [
      .law(
        "apex",
        "units",
        run.map(\.y).max() ?? 0,
        discrete: w * top * h - setup.freeWay(g, top),
        continuous: w * w / (2 * g),
        order: setup.freeOrder
      ),
      .law(
        "range",
        "units",
        landing(run),
        discrete: landing(law),
        continuous: 2 * u * w / g,
        order: setup.freeOrder
      ),
    ]
  }

  /// Returns the x at which the straight line between the last two points meets y = 0.
  private static func landing(_ points: [Vector]) -> Double {
    let (before, after) = (points[points.count - 2], points[points.count - 1])
    return before.x + (after.x - before.x) * before.y / (before.y - after.y)
  }
}
