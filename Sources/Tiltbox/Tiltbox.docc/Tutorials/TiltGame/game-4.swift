import Tiltbox

let rubber = Surface(friction: 0.3, elasticity: 0.3)
let ball = BodyDescription(
  id: "ball",
  shapes: [ShapeDescription(.circle(radius: 8), surface: rubber)],
  position: Vector(30, 170),
  mass: 1
)
func ledge(_ id: String, from a: Vector, to b: Vector) -> BodyDescription {
  let line = Geometry.segment(from: a, to: b, radius: 3)
  let shape = ShapeDescription(line, surface: Surface(friction: 0.3))
  return BodyDescription(id: id, type: .static, shapes: [shape])
}
let sensor = Surface(isSensor: true)
let hole = BodyDescription(
  id: "hole",
  type: .static,
  shapes: [ShapeDescription(.circle(radius: 14), surface: sensor)],
  position: Vector(270, 30)
)
let bodies = [
  ball, hole,
  ledge("upper ledge", from: Vector(0, 130), to: Vector(220, 130)),
  ledge("lower ledge", from: Vector(80, 65), to: Vector(300, 65)),
]
let level = Scenario(walls: .init(width: 300, height: 200), bodies: bodies)

let game = try Simulation(level)
var pace = FixedStep(step: level.world.step)
let clock = ContinuousClock()
let start = clock.now

/// How the player holds the device. A real game reads the device's sensor.
func playerTilt(at time: Double) -> Tilt {
  if time < 1.5 { return Tilt(x: 0.6, y: -0.8) }
  return time < 3 ? Tilt(x: -0.6, y: -0.8) : Tilt(x: 0.6, y: -0.8)
}

while game.time < 2 {
  try game.apply(.tilt(playerTilt(at: game.time)))
  for _ in try pace.advance(to: clock.now - start) { try game.advance() }
  print("draw the ball at \(game.states[0].position)")
  try await clock.sleep(for: .milliseconds(16))
}
