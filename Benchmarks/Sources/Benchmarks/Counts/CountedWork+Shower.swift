internal import Chipmunk

// A thousand balls, so fast that continuous collision sweeps each of them in each step. The walls are thick enough to
// hold the balls without sweeps, too.
extension CountedWork {
  func prepareShower() throws -> (Int) throws -> Void {
    let space = try Space(timeStep: 1.0 / 120, engine: self == .shower ? .tiltbox : .chipmunk)
    let (side, thickness) = (1000.0, 200.0)
    for (from, to) in Pile.walls(width: side, height: side) {
      let outward = (to - from).perpendicular * (-thickness / side)
      let wall = Geometry.segment(from: from + outward, to: to + outward, radius: thickness)
      try space.ground.addShape(wall, elasticity: 1)
    }
    for index in 0..<1000 {
      let ball = try Body(mass: 1, shape: .circle(radius: 5))
      ball.shapes[0].elasticity = 1
      ball.position = Vector(Double(index % 32) * 30 + 20, Double(index / 32) * 30 + 20)
      // Successive directions differ by the golden angle.
      ball.velocity = Vector(2000, 0).rotated(by: 2.399_963 * Double(index))
      try space.add(ball)
    }
    return { times in for _ in 0..<times { try space.step() } }
  }
}
