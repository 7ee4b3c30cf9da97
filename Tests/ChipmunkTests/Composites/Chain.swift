import Chipmunk

/// Links between two points, the first one hanging from a body.
struct Chain: Composite {
  let bodies: [Body]
  let constraints: [Constraint]

  init(from start: Vector, on holder: Body, links: Int, length: Double) throws {
    var (bodies, constraints): ([Body], [Constraint]) = ([], [])
    for index in 0..<links {
      let form = Geometry.segment(
        from: Vector(0, length / 2),
        to: Vector(0, -length / 2),
        radius: 1
      )
      let link = try Body(mass: 0.1, moment: form.moment(mass: 0.1))
      try link.addShape(form)
      try link.set(\.position, to: start - Vector(0, length * (Double(index) + 0.5)))
      let pivot = start - Vector(0, length * Double(index))
      let hinge = try PivotJoint(bodies.last ?? holder, link, at: pivot)
      hinge.collidesBodies = false
      bodies.append(link)
      constraints.append(hinge)
    }
    self.bodies = bodies
    self.constraints = constraints
  }
}
