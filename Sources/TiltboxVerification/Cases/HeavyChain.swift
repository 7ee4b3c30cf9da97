import Chipmunk
import Tiltbox

extension VerificationCase {
  /// A ball on a chain of twenty links, each of a hundredth or a thousandth of its mass.
  ///
  /// In theory the chain keeps its length of 400 units. Joints that yield lengthen it in proportion to the tension,
  /// which is three times the weight at the lowest point of a swing from the horizontal. A solver that passes impulses
  /// from link to link carries only as many masses as it has iterations; the light links also turn so fast that steps
  /// without substeps let them explode.
  static let heavyChain = VerificationCase(
    "heavy-chain",
    "the stretch of 20 links of 20 units under a ball of 100 and of 1,000 masses",
    engines: [.tiltbox]
  ) { setup in
    // At 1/30 s the swinging chain of 1,000 masses is too long by a fifth.
    guard setup.step < 0.02 else { return [] }
    let h = setup.step
    let stretches: [(String, Double, Double)] = try [
      ("100 masses, hanging", stretch(mass: 100, along: Vector(0, -1), setup), 2.0),
      ("100 masses, swinging", stretch(mass: 100, along: Vector(1, 0), setup), 6),
      ("1,000 masses, hanging", stretch(mass: 1000, along: Vector(0, -1), setup), 800 * h),
      ("1,000 masses, swinging", stretch(mass: 1000, along: Vector(1, 0), setup), 1400 * h),
    ]
    return stretches.map { quantity, stretch, allowed in
      .bound(
        quantity,
        "units",
        stretch,
        continuous: 0,
        scale: 400,
        within: allowed / 400,
        because: "joints yield under the weight; measured to be less"
      )
    }
  }

  /// Returns by how much the ball is ever too far from the chain's start in 5 s.
  private static func stretch(
    mass: Double,
    along way: Vector,
    _ setup: CaseSetup
  ) throws -> Double {
    let surface = Surface(filter: ShapeFilter(group: 1))
    var bodies = (0..<20).map { (index: Int) -> BodyDescription in
      BodyDescription.box(
        "link-\(index + 1)",
        width: way.x == 0 ? 4 : 20,
        height: way.x == 0 ? 20 : 4,
        at: way * (20 * Double(index) + 10),
        surface: surface
      )
    }
    bodies.append(.disc("ball", radius: 30, mass: mass, at: way * 430, surface: surface))
    let system = try setup.system([.anchor()] + bodies)
    for (index, (a, b)) in zip(system.bodies, system.bodies.dropFirst()).enumerated() {
      try system.add(PivotJoint(a, b, at: way * (20 * Double(index))))
    }
    let ball = system.bodies[21]
    var longest = 0.0
    for _ in 0..<setup.ticks(5) {
      try system.advance()
      longest = max(longest, ball.position.length - 430)
    }
    return longest
  }
}
