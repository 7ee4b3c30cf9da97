import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// Twenty rods with equal weights at their joints, between two points at one height.
  ///
  /// The slopes of the rods form an arithmetic progression, since the horizontal pull is the same everywhere: the
  /// polygon of the catenary y = a·cosh(x/a). (Johann Bernoulli, G. W. Leibniz, C. Huygens, Acta Eruditorum, 1691.)
  ///
  /// Pins yield under the tension, in proportion to the square of a substep's length. Weights of equal mass get four
  /// substeps, which let the chain sag by 2.5 % too much at 1/120 s; 32 let it sag by 0.04 %.
  static let catenary = VerificationCase(
    "catenary",
    "the sag of 20 rods of 20 units with weights at their joints",
    engines: [.tiltbox]
  ) { setup in
    let slopes = (0..<20).map { 3.0 / 20 * (Double($0) - 9.5) }
    let rods = slopes.map { (slope: Double) -> Vector in
      let length = 20 / (1 + slope * slope).squareRoot()
      return Vector(length, length * slope)
    }
    let theory = -rods.prefix(10).map(\.y).reduce(0, +)
    let span = rods.map(\.x).reduce(0, +)
    let counts: [(Int, Double)] = [(0, 400), (32, 7)]
    return try counts.map { substeps, allowed in
      .bound(
        substeps == 0 ? "sag" : "sag, \(substeps) substeps",
        "units",
        try sag(span: span, substeps: substeps, setup),
        continuous: theory,
        within: allowed * setup.step * setup.step,
        because: "pins yield; measured to be less",
        order: 2
      )
    }
  }

  private static func sag(span: Double, substeps: Int, _ setup: CaseSetup) throws -> Double {
    // It starts as an arc of a polygon with the same ends: equal turns from rod to rod.
    let turn = bisection(from: 0, to: 0.3, within: 1e-12) { turn in
      var width = 0.0
      for index in 0..<20 { width += 20 * cosine(turn * (Double(index) - 9.5)) }
      return width <= span
    }
    var place = Vector.zero
    let weights = (0..<19).map { (index: Int) -> BodyDescription in
      let angle = turn * (Double(index) - 9.5)
      place = place + Vector(cosine(angle), sine(angle)) * 20
      return BodyDescription(id: "weight-\(index + 1)", position: place, mass: 1, moment: 1)
    }
    let world = Scenario.World(damping: 0.02, substeps: substeps)
    let system = try setup.system([.anchor()] + weights, world: world)
    for (a, b) in zip(system.bodies, system.bodies.dropFirst()) { try system.add(PinJoint(a, b)) }
    try system.add(
      PinJoint(system.bodies[19], system.bodies[0], anchorA: .zero, anchorB: Vector(span, 0))
    )
    try system.advance(setup.ticks(15))
    return -(system.states.map { $0.position.y }.min() ?? .nan)
  }
}
