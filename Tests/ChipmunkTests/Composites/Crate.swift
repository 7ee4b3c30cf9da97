import Chipmunk

/// One body with one box: the simplest composite.
struct Crate: Composite {
  let body: Body
  var bodies: [Body] { [body] }

  init(side: Double, mass: Double, at position: Vector) throws {
    let box = Geometry.box(width: side, height: side)
    body = try Body(mass: mass, moment: box.moment(mass: mass))
    try body.addShape(box, friction: 0.5, elasticity: 0.1)
    try body.set(\.position, to: position)
  }
}
