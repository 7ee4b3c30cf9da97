import Chipmunk

/// Times a pendulum, and turns a crank with a motor.
@main
enum Pendulum {
  static func main() throws {
    let space = try Space(timeStep: 1.0 / 480)
    space.gravity = Vector(0, -1000)

    let length = 200.0
    let bob = try Body(mass: 1, shape: .circle(radius: 10))
    bob.position = length * Vector.unit(angle: -.pi / 2 + 0.1)
    let rod = try PinJoint(space.ground, bob)

    let pivot = Vector(300, 0)
    let crank = try Body(mass: 4, shape: .box(width: 100, height: 10))
    crank.position = pivot
    let axle = try PivotJoint(space.ground, crank, at: pivot)
    // One turn per second, counterclockwise.
    let motor = try SimpleMotor(space.ground, crank, rate: 2 * .pi)
    motor.maxForce = 1e6
    try space.add(bob, crank)
    try space.add(rod, axle, motor)

    var crossings: [Int] = []
    while crossings.count < 3 {
      let before = bob.position.x
      try space.step()
      if before < 0 && bob.position.x >= 0 { crossings.append(space.tick) }
    }
    let period = Double(crossings[2] - crossings[0]) / 2 * space.timeStep
    let theory = 2 * .pi * (length / 1000).squareRoot()
    print("the period is \(period) s, in theory \(theory) s for a small swing")
    print("the crank has turned by \(crank.angle / (2 * .pi)), at \(crank.angularVelocity) rad/s")
  }
}
