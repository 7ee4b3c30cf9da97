internal import CReference
internal import Chipmunk
internal import Tiltbox

// The pile as a C scene, a space, a scenario and a simulation.
extension Pile {
  /// Makes the pile in C. It first makes a `Space`, since `Chipmunk` keeps the library's greeting off standard output.
  func makeScene() throws -> OpaquePointer {
    _ = try Space()
    var world = CReferenceWorld(
      timeStep: timeStep,
      iterations: Int32(iterations),
      damping: 1,
      sleepTime: .infinity,
      width: width,
      height: height,
      wallRadius: 1,
      wallFriction: 0.5,
      wallElasticity: 0.8,
      wallType: 2
    )
    guard let scene = unsafe CReferenceSceneNew(&world, crates, Int32(crates.count)) else {
      fatalError("no memory")
    }
    return unsafe scene
  }

  /// Returns the sides of a box, counterclockwise from the lower left corner.
  static func walls(width: Double, height: Double) -> [(from: Vector, to: Vector)] {
    let corners = [(0.0, 0.0), (width, 0), (width, height), (0, height), (0, 0)].map(Vector.init)
    return zip(corners, corners.dropFirst()).map { ($0, $1) }
  }

  func makeSpace(engine: Engine = .chipmunk) throws -> Space {
    let space = try Space(timeStep: timeStep, engine: engine)
    for (from, to) in Self.walls(width: width, height: height) {
      let line = Geometry.segment(from: from, to: to, radius: 1)
      try space.ground.addShape(line, friction: 0.5, elasticity: 0.8).collisionType = 2
    }
    for crate in crates {
      let form = Geometry.box(width: crate.width, height: crate.height)
      let body = try Body(mass: crate.mass, moment: form.moment(mass: crate.mass))
      try space.add(body)
      body.position = Vector(crate.x, crate.y)
      try body.addShape(form, friction: crate.friction, elasticity: crate.elasticity)
    }
    return space
  }

  func makeScenario(
    sleepAfter: Double? = nil,
    engine: Engine = .chipmunk
  ) -> Scenario {
    Scenario(
      name: "pile",
      world: Scenario.World(
        gravity: gravity,
        step: timeStep,
        iterations: iterations,
        sleepAfter: sleepAfter,
        speedLimit: .value(speedLimit),
        engine: engine
      ),
      walls: Scenario.Walls(width: width, height: height),
      bodies: crates.enumerated().map { index, crate in
        BodyDescription(
          id: "crate-\(index + 1)",
          shapes: [
            ShapeDescription(
              .box(width: crate.width, height: crate.height),
              surface: Surface(friction: crate.friction, elasticity: crate.elasticity)
            )
          ],
          position: Vector(crate.x, crate.y),
          mass: crate.mass
        )
      }
    )
  }

  func makeSimulation(engine: Engine = .chipmunk) throws -> Simulation {
    try Simulation(makeScenario(engine: engine), tilt: PileTilt(pile: self))
  }
}
