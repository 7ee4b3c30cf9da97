import Chipmunk

let space = try Space()
space.gravity = Vector(0, -1000)

let floor = Geometry.segment(
  from: Vector(-500, 0),
  to: Vector(500, 0),
  radius: 1
)
try space.ground.addShape(floor, friction: 0.5, elasticity: 0.8)
