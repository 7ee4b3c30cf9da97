import Tiltbox

let ball = BodyDescription(
  id: "ball",
  shapes: [ShapeDescription(.circle(radius: 8), surface: Surface(friction: 0.3, elasticity: 0.3))],
  position: Vector(30, 170),
  mass: 1
)
let level = Scenario(walls: .init(width: 300, height: 200), bodies: [ball])
