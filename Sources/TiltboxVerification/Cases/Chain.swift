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
    let hanging = Measurement.bound(
      "gap, hanging",
      "units",
      try widestGap(angle: 0, setup),
      continuous: 0,
      scale: 20,
      within: 70 * setup.step * setup.step,
      because: "ten iterations do not carry the weight of ten links; measured to be less"
    )
    guard setup.step < 0.02 else { return [hanging] }
    let swinging = Measurement.bound(
      "gap, swinging",
      "units",
      try widestGap(angle: 0.5, setup),
      continuous: 0,
      scale: 20,
      within: 3 * setup.step,
      because: "links that turn leave their joints in each step; measured to be less",
      order: setup.engine == .tiltbox ? 2 : 1
    )
    return [hanging, swinging]
  }

  private static func widestGap(angle: Double, _ setup: CaseSetup) throws -> Double {
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
    let system = try setup.system([.anchor()] + links, world: Scenario.World(substeps: 8))
    let (head, tail) = (Vector(-10, 0), Vector(10, 0))
    let pairs = Array(zip(system.bodies, system.bodies.dropFirst()))
    for (a, b) in pairs { try system.add(try PivotJoint(a, b, at: b.worldPoint(ofLocal: head))) }
    var widest = 0.0
    for _ in 0..<setup.ticks(5) {
      try system.advance()
      for (index, (a, b)) in pairs.enumerated() {
        let end = a.worldPoint(ofLocal: index == 0 ? .zero : tail)
        widest = max(widest, (end - b.worldPoint(ofLocal: head)).length)
      }
    }
    return widest
  }
}
