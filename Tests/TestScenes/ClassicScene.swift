internal import Chipmunk
internal import Motion
package import Tiltbox

extension Scenario {
  /// Five crates in a box of 300 by 300, as in `Examples/crates.yaml`.
  package static func classicScene(duration: Double? = 10, sleepAfter: Double? = nil) -> Scenario {
    let surface = Surface(friction: 0.5, elasticity: 0.8, collisionType: 2)
    let crates: [(x: Double, y: Double, side: Double)] = [
      (0, 0, 32), (32, 0, 32), (64, 0, 64), (128, 0, 32), (0, 32, 64),
    ]
    return Scenario(
      name: "crates",
      world: World(sleepAfter: sleepAfter),
      walls: Walls(width: 300, height: 300, surface: surface),
      bodies: crates.enumerated().map { index, crate in
        BodyDescription(
          id: "crate-\(index + 1)",
          shapes: [
            ShapeDescription(.box(width: crate.side, height: crate.side), surface: surface)
          ],
          position: Vector(crate.x + crate.side / 2, 300 - crate.y - crate.side / 2),
          mass: 100
        )
      },
      run: Run(duration: duration)
    )
  }

  /// A crate of side 100 that falls freely from (150, 50).
  package static func freeFall(step: Double = 1.0 / 120) -> Scenario {
    Scenario(
      name: "fall",
      world: World(step: step),
      bodies: [
        BodyDescription(
          id: "crate",
          shapes: [ShapeDescription(.box(width: 100, height: 100))],
          position: Vector(150, 50),
          mass: 100
        )
      ]
    )
  }
}

extension Simulation {
  /// Makes a simulation with a constant tilt.
  package convenience init(_ scenario: Scenario, held tilt: Tilt) throws {
    try self.init(scenario, tilt: ConstantTilt(tilt))
  }

  /// The maximum distance of a box's corners outside the walls, in units; negative inside.
  package func farthestOutside() -> Double {
    guard let walls = scenario.walls else { return -.infinity }
    var farthest = -Double.infinity
    for (body, state) in zip(scenario.bodies, states) {
      guard case .box(let width, let height, _, _) = body.shapes[0].geometry else { continue }
      let (c, s) = (abs(cosine(state.angle)), abs(sine(state.angle)))
      let (rx, ry) = ((width * c + height * s) / 2, (width * s + height * c) / 2)
      farthest = max(
        farthest,
        rx - state.position.x,
        state.position.x + rx - walls.width,
        ry - state.position.y,
        state.position.y + ry - walls.height
      )
    }
    return farthest
  }
}
