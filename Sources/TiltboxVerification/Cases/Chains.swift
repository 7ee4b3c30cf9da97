import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A chain of ten links, hanging and swinging: the widest gap of its joints in five seconds.
  ///
  /// In theory there is no gap. Hanging: ten iterations do not transfer the weight of ten links to the anchor; with a
  /// hundred iterations, the gap is a twentieth. Swinging: joints constrain velocities, so in each step a rotating link
  /// leaves its joint by an error of second order in the step, of which a step of 1/60 s corrects a tenth; more
  /// iterations change nothing, and half the step halves the gap. (Chipmunk's error bias; on such solvers: E. Catto,
  /// "Iterative dynamics with temporal coherence", 2005.)
  ///
  /// `Engine.tiltbox` has eight substeps here. Its joints are soft, and corrected by their positions, so both gaps are of
  /// second order.
  ///
  /// At a step of 1/30 s, Chipmunk's chain swings itself apart, by two links and more; the case does not measure that.
  static let chain = VerificationCase(
    "chain",
    "the widest joint of a chain of ten links of 20 units, hanging and swinging from 0.5 rad"
  ) { setup in
    let hanging = Measurement("gap, hanging", "units", try setup.widestGap(angle: 0))
      .near(0, within: 70 * setup.step * setup.step, scale: 20)
      .because("ten iterations do not carry the weight of ten links; measured to be less")
    guard !setup.isCoarse else { return [hanging] }
    let swinging = Measurement("gap, swinging", "units", try setup.widestGap(angle: 0.5))
      .near(0, within: 3 * setup.step, scale: 20, order: setup.engine == .tiltbox ? 2 : 1)
      .because("links that turn leave their joints in each step; measured to be less")
    return [hanging, swinging]
  }

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
    guard !setup.isCoarse else { return [] }
    let h = setup.step
    let stretches: [(String, Double, Double)] = try [
      ("100 masses, hanging", setup.stretch(mass: 100, along: Vector(0, -1)), 2.0),
      ("100 masses, swinging", setup.stretch(mass: 100, along: Vector(1, 0)), 6),
      ("1,000 masses, hanging", setup.stretch(mass: 1000, along: Vector(0, -1)), 800 * h),
      ("1,000 masses, swinging", setup.stretch(mass: 1000, along: Vector(1, 0)), 1400 * h),
    ]
    return stretches.map { quantity, stretch, allowed in
      Measurement(quantity, "units", stretch)
        .near(0, within: allowed / 400, scale: 400)
        .because("joints yield under the weight; measured to be less")
    }
  }

  /// Ten planks between two fixed points, which have just enough room.
  ///
  /// In theory a taut chain of rigid planks hardly moves, and never has more energy than at first. A joint whose
  /// correction of positions adds velocity makes it vibrate for ever.
  ///
  /// The engine of Tiltbox adds no energy, but it takes little: the shorter the step, the longer the planks tremble,
  /// after 15 s at 0.9 units/s at 1/120 s, 1.3 at 1/240 s, 2 at 1/480 s and 2.8 at 1/1920 s.
  static let tautBridge = VerificationCase(
    "taut-bridge",
    "the speed and the energy of a taut bridge of ten planks of 40 units after 15 s",
    engines: [.tiltbox]
  ) { setup in
    let surface = Surface(filter: ShapeFilter(group: 1))
    let places = (0..<10).map { Vector(20 + 40 * Double($0), 200) }
    let planks = BodyDescription.boxes("plank", width: 40, height: 8, at: places)
    let system = try setup.system([.anchor()] + planks, surface: surface)
    let bodies = system.bodies + [system.bodies[0]]
    for (index, (a, b)) in zip(bodies, bodies.dropFirst()).enumerated() {
      try system.add(PivotJoint(a, b, at: Vector(40 * Double(index), 200)))
    }
    let before = system.energy
    var (most, fastest) = (before, 0.0)
    for tick in 1...setup.ticks(18) {
      try system.advance()
      most = max(most, system.energy)
      if tick > setup.ticks(15) { fastest = max(fastest, system.greatestSpeed) }
    }
    return [
      Measurement("greatest speed", "units/s", fastest)
        .near(0, within: setup.step > 1.0 / 125 ? 1 : setup.step > 1.0 / 500 ? 2.2 : 3)
        .because("planks tremble; measured to be less"),
      Measurement("energy gained", "", most / before - 1)
        .near(0, within: 1e-9)
        .because("joints add no energy"),
    ]
  }

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
      let quantity = substeps == 0 ? "sag" : "sag, \(substeps) substeps"
      return Measurement(quantity, "units", try setup.sag(span: span, substeps: substeps))
        .near(theory, within: allowed * setup.step * setup.step, order: 2)
        .because("pins yield; measured to be less")
    }
  }
}

extension CaseSetup {
  fileprivate func widestGap(angle: Double) throws -> Double {
    let along = Vector(sine(angle), -cosine(angle))
    let links = (0..<10).map { index in
      BodyDescription(
        id: "link-\(index + 1)",
        position: along * (10 + 20 * Double(index)),
        angle: angle - Double.pi / 2,
        mass: 1,
        moment: 20 * 20 / 12
      )
    }
    let system = try system([.anchor()] + links, world: Scenario.World(substeps: 8))
    let (head, tail) = (Vector(-10, 0), Vector(10, 0))
    let pairs = Array(zip(system.bodies, system.bodies.dropFirst()))
    for (a, b) in pairs { try system.add(try PivotJoint(a, b, at: b.worldPoint(ofLocal: head))) }
    return try system.greatest(over: ticks(5)) {
      let gaps = pairs.enumerated().map { index, bodies in
        let end = bodies.0.worldPoint(ofLocal: index == 0 ? .zero : tail)
        return (end - bodies.1.worldPoint(ofLocal: head)).length
      }
      return gaps.max() ?? 0
    }
  }

  /// Returns by how much the ball is ever too far from the chain's start in 5 s.
  fileprivate func stretch(mass: Double, along way: Vector) throws -> Double {
    let surface = Surface(filter: ShapeFilter(group: 1))
    let (width, height) = way.x == 0 ? (4.0, 20.0) : (20, 4)
    let places = (0..<20).map { way * (20 * Double($0) + 10) }
    let links = BodyDescription.boxes("link", width: width, height: height, at: places)
    let ball = BodyDescription.disc("ball", radius: 30, mass: mass, at: way * 430)
    let system = try system([.anchor()] + links + [ball], surface: surface)
    for (index, (a, b)) in zip(system.bodies, system.bodies.dropFirst()).enumerated() {
      try system.add(PivotJoint(a, b, at: way * (20 * Double(index))))
    }
    return try system.greatest(over: ticks(5)) { system.bodies[21].position.length - 430 }
  }

  fileprivate func sag(span: Double, substeps: Int) throws -> Double {
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
    let system = try system([.anchor()] + weights, world: world)
    for (a, b) in zip(system.bodies, system.bodies.dropFirst()) { try system.add(PinJoint(a, b)) }
    try system.add(
      PinJoint(system.bodies[19], system.bodies[0], anchorA: .zero, anchorB: Vector(span, 0))
    )
    try system.advance(ticks(15))
    return -(system.states.map { $0.position.y }.min() ?? .nan)
  }
}
