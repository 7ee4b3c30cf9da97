import Chipmunk

let space = try Space()
space.gravity = Vector(0, -1000)

let floor = Geometry.segment(
  from: Vector(-500, 0),
  to: Vector(500, 0),
  radius: 1
)
try space.ground.addShape(floor, friction: 0.5, elasticity: 0.8)

let box = Geometry.box(width: 32, height: 32)
let crate = try Body(mass: 100, shape: box, friction: 0.5, elasticity: 0.5)
crate.position = Vector(0, 217)
crate.angle = 0.4
try space.add(crate)

for tick in 1...480 {
  try space.step()
  if tick % 40 == 0 { print("tick \(tick): y = \(crate.position.y)") }
}
