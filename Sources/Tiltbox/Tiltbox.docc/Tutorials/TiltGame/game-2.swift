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
