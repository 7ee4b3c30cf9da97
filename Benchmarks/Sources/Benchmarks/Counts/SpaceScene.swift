internal import Chipmunk
internal import Glibc
internal import Tiltbox

/// A scene that is hard for a broad phase.
struct SpaceScene {
  /// Makes the scene, runs it up to a representative state, and returns a function that steps it.
  let prepare: (Engine) throws -> () throws -> Void

  /// Stacks of five sleeping crates in a simulation, which also computes their digest.
  static func asleep(_ count: Int) -> SpaceScene {
    SpaceScene { engine in
      let pile = Pile(count: count, columns: (count + 4) / 5)
      let scenario = pile.makeScenario(sleepAfter: 0.5, engine: engine)
      let simulation = try Simulation(scenario, tilt: ConstantTilt(.upright))
      while simulation.tick < 3000, simulation.bodies.contains(where: { !$0.isSleeping }) {
        try simulation.advance()
      }
      return { try simulation.advance() }
    }
  }

  /// Boxes with sides from 1 to 1,000 units, evenly distributed on a logarithmic scale, stirred in a box.
  static func sizes(_ count: Int) -> SpaceScene {
    SpaceScene { engine in
      let side = 400 * Double(count).squareRoot()
      let space = try walled(side: side, engine)
      var (x, y, shelf) = (0.0, 100.0, 0.0)
      for index in 0..<count {
        // Multiples of the golden ratio are evenly distributed.
        let share = (Double(index) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
        let length = pow(1000, share)
        if x + length > side - 200 { (x, y, shelf) = (0, y + shelf + 5, 0) }
        let box = Geometry.box(width: length, height: length)
        let body = try Body(mass: length * length, moment: box.moment(mass: length * length))
        try space.add(body)
        body.position = Vector(100 + x + length / 2, y + length / 2)
        try body.addShape(box, friction: 0.5, elasticity: 0.3)
        (x, shelf) = (x + length + 2, max(shelf, length))
      }
      return try stirred(space, after: 120)
    }
  }

  /// Discs among static segments that are 30 units apart.
  static func segments(_ count: Int, discs: Int) -> SpaceScene {
    SpaceScene { engine in
      let columns = Int(Double(count).squareRoot().rounded(.up))
      let side = Double(columns) * 30 + 90
      let space = try walled(side: side, engine)
      for index in 0..<count {
        let center = Vector(Double(index % columns) * 30 + 45, Double(index / columns) * 30 + 45)
        let arm = Vector(5, 0).rotated(by: 2.399_963 * Double(index))
        try space.ground.addShape(
          .segment(from: center - arm, to: center + arm, radius: 1),
          elasticity: 0.8
        )
      }
      let across = Int(Double(discs).squareRoot().rounded(.up))
      let apart = Double(columns / across * 30)
      for index in 0..<discs {
        let disc = try Body(mass: 1, shape: .circle(radius: 4))
        disc.shapes[0].elasticity = 0.8
        disc.position = Vector(
          Double(index % across) * apart + 60,
          Double(index / across) * apart + 60
        )
        disc.velocity = Vector(300, 0).rotated(by: 2.399_963 * Double(index))
        try space.add(disc)
      }
      return try stirred(space, after: 120)
    }
  }

  private static func walled(side: Double, _ engine: Engine) throws -> Space {
    let space = try Space(timeStep: 1.0 / 120, engine: engine)
    for (from, to) in Pile.walls(width: side, height: side) {
      try space.ground.addShape(.segment(from: from, to: to, radius: 50), friction: 0.5)
    }
    return space
  }

  /// Returns a function that steps a space whose gravity turns around once every four seconds.
  private static func stirred(_ space: Space, after ticks: Int) throws -> () throws -> Void {
    func step() throws {
      space.gravity = Vector(0, -1000).rotated(by: Double(space.tick) * .pi / 240)
      try space.step()
    }
    for _ in 0..<ticks { try step() }
    return step
  }
}
