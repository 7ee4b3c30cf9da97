import Chipmunk
import Tiltbox

extension Scenario {
  /// A crate that falls 200 units to the floor of a box.
  static func fallingCrate(
    step: Double = 1.0 / 120,
    integrator: Integrator = .chipmunk
  ) -> Scenario {
    Scenario(
      world: World(step: step, integrator: integrator),
      walls: Walls(width: 300, height: 300, surface: Surface()),
      bodies: [
        BodyDescription(
          id: "crate",
          shapes: [ShapeDescription(.box(width: 32, height: 32))],
          position: Vector(150, 217),
          mass: 1
        )
      ],
      run: Run(duration: 2)
    )
  }
}
