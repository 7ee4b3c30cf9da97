import Tiltbox

let rubber = Surface(friction: 0.3, elasticity: 0.3)
let ball = BodyDescription(
  id: "ball",
  shapes: [ShapeDescription(.circle(radius: 8), surface: rubber)],
  position: Vector(30, 170),
  mass: 1
)
let level = Scenario(walls: .init(width: 300, height: 200), bodies: [ball])
