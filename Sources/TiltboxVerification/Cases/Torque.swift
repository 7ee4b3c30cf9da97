import Chipmunk
import Tiltbox

extension VerificationCase {
  /// A box rotated by a constant torque.
  ///
  /// Its moment is m(a² + b²)/12. Continuous: ω = τ·t/I, angle = τ·t²/(2I). Discrete: ω = τ·n·h/I and
  /// angle = τ·h²·n(n−1)/(2I). With `Engine.tiltbox`, a substep of h seconds accelerates the box before it turns it:
  /// angle = τ·h²·n(n+1)/(2I).
  static let torque = VerificationCase(
    "torque",
    "a box of 30 by 40 units turned for 2 s by a constant torque"
  ) { setup in
    let (mass, torque) = (3.0, 2500.0)
    var box = BodyDescription.crate(mass: mass, at: .zero)
    box.shapes = [ShapeDescription(.box(width: 30, height: 40))]
    let system = try setup.system([box], tilt: .weightless)
    let (n, h) = (setup.ticks(2), setup.step)
    for _ in 0..<n {
      // A torque acts for one step only.
      try system.bodies[0].setTorque(torque)
      try system.advance()
    }
    let t = Double(n) * h
    let acceleration = torque / (mass * (30 * 30 + 40 * 40) / 12)
    let state = system.states[0]
    let count = n * CaseSetup.substeps
    let squares =
      setup.engine == .tiltbox
      ? t * t / 2 * Double(count + 1) / Double(count) : h * h * Double(n * (n - 1)) / 2
    return [
      .law(
        "angular velocity",
        "rad/s",
        state.angularVelocity,
        discrete: acceleration * t,
        continuous: acceleration * t
      ),
      .law(
        "angle",
        "rad",
        state.angle,
        discrete: acceleration * squares,
        continuous: acceleration * t * t / 2,
        order: 1
      ),
    ]
  }
}
