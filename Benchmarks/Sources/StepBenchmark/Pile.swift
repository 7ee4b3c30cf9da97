import CReference
import Chipmunk
import Glibc

/// The pile of a thousand crates that all ways of stepping are measured on.
struct Pile {
  let timeStep = 1.0 / 120
  let columns = 32
  let crates: [CReferenceBody]

  init(count: Int = 1000) {
    let columns = columns
    crates = (0..<count).map { index in
      var crate = CReferenceBody()
      crate.form = CReferenceBox
      crate.width = 16
      crate.height = 16
      crate.x = 12 + Double(index % columns) * 20 + Double(index / columns % 2) * 5
      crate.y = 10 + Double(index / columns) * 17
      crate.mass = 100
      crate.friction = 0.5
      crate.elasticity = 0.3
      return crate
    }
  }

  var size: Double { Double(columns) * 20 + 20 }

  /// A tilt that sways, so that gravity changes at every tick.
  func gravity(at tick: Int) -> Vector {
    let angle = 0.3 * sin(Double(tick) / 100)
    return Vector(1000 * sin(angle), -1000 * cos(angle))
  }

  var world: CReferenceWorld {
    CReferenceWorld(
      timeStep: timeStep,
      iterations: 10,
      damping: 1,
      sleepTime: .infinity,
      width: size,
      height: size,
      wallRadius: 1,
      wallFriction: 0.5,
      wallElasticity: 0.8,
      wallType: 2
    )
  }

  func makeSpace() throws -> Space {
    let space = try Space(timeStep: timeStep)
    let corners = [
      Vector(0, 0), Vector(size, 0), Vector(size, size), Vector(0, size), Vector(0, 0),
    ]
    for (from, to) in zip(corners, corners.dropFirst()) {
      let line = Geometry.segment(from: from, to: to, radius: 1)
      try space.ground.addShape(line, friction: 0.5, elasticity: 0.8).setCollisionType(2)
    }
    for crate in crates {
      let form = Geometry.box(width: crate.width, height: crate.height)
      let body = try Body(mass: crate.mass, moment: form.moment(mass: crate.mass))
      try space.add(body)
      try body.setPosition(Vector(crate.x, crate.y))
      try body.addShape(form, friction: crate.friction, elasticity: crate.elasticity)
    }
    return space
  }
}
