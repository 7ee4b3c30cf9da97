import Chipmunk

// Calls that change what a body is, and that ask.
extension Fuzzer {
  static let changeCalls: [(String, Call)] = changes + questions

  private static let changes: [(String, Call)] = [
    ("become", { try $0.body().setType($0.numbers.pick(BodyType.allCases)) }),
    (
      "become dynamic",
      {
        let (mass, moment) = ($0.numbers.number(0.1...100), $0.numbers.number(0.1...1e4))
        try $0.body().setType(.dynamic, mass: mass, moment: moment)
      }
    ),
    ("centre of gravity", { try $0.body().setCenterOfGravity($0.vector(-5...5)) }),
    ("speed limit of a body", { try $0.body().setSpeedLimit($0.optional(10...500)) }),
    ("sleep", { try $0.body().sleep() }),
    ("sleep with", { try $0.body().sleep(with: $0.body()) }),
    ("form", { try $0.shape().setGeometry($0.geometry()) }),
    ("mass of a shape", { try $0.shape().setMass($0.numbers.number(0.1...10)) }),
    ("density", { try $0.shape().setDensity($0.numbers.number(0.1...10)) }),
    (
      "make a body of shapes",
      {
        let body = Body.dynamic()
        $0.bodies.append(body)
        try body.setPosition($0.vector(-100...100) + Vector($0.offset, $0.offset))
        let form = try $0.geometry()
        $0.shapes.append(try body.addShape(form, mass: $0.numbers.number(0.1...10)))
        try $0.space().add(body)
      }
    ),
    (
      "write",
      { fuzz in
        let space = try fuzz.space()
        var states = space.states
        for index in states.indices where fuzz.numbers.chance(0.3) {
          states[index] = fuzz.state()
        }
        if fuzz.numbers.chance(0.1) { states = states.dropLast() + [fuzz.state()] }
        try space.writeStates(states)
      }
    ),
    ("state", { try $0.body().setState($0.state()) }),
    (
      "ask for an impulse",
      { try $0.body().checkImpulse($0.vector(-99...99), at: $0.vector(-9...9)) }
    ),
    (
      "tag",
      { fuzz in
        try fuzz.body().tag = fuzz.numbers.pick([.min, -1, 0, .max])
        try fuzz.shape().tag = fuzz.numbers.pick([.min, -1, 0, .max])
      }
    ),
  ]

  private static let questions: [(String, Call)] = [
    ("ask", { try $0.ask($0.space()) }),
    ("ask for lines", { try $0.askForLines($0.space()) }),
    (
      "ask for settings",
      {
        let space = try $0.space()
        _ = (space.idleSpeedThreshold, space.sleepTimeThreshold, space.isLocked, space.contactCount)
        for shape in space.bodies.flatMap(\.shapes) {
          _ = (shape.boundingBox, shape.isSensor, shape.filter, shape.collisionType, shape.id)
        }
      }
    ),
    (
      "ask for a shape",
      {
        let shape = try $0.shape()
        try $0.check(shape.body?.space?.shapeQuery(shape) ?? [])
      }
    ),
    (
      "read contacts",
      {
        var contacts: [ContactState] = []
        try $0.space().readContacts(into: &contacts)
      }
    ),
  ]

  private mutating func ask(_ space: Space) throws {
    let place = vector(-100...100) + Vector(offset, offset)
    let filter = ShapeFilter(group: UInt(numbers.count(0...2)), mask: 5)
    let hits =
      try space.pointQuery(place, within: numbers.number(0...50))
      + [space.pointQueryNearest(place)].compactMap(\.self)
      + space.pointQuery(place, filter: filter)
    shapes += hits.prefix(1).map(\.shape)
    for hit in hits where !(hit.point.isFinite && hit.distance.isFinite && hit.gradient.isFinite) {
      tally.unsound.append("a point's hit that is no number: \(hit)")
    }
    try check(space.geometryQuery(geometry(), at: place, angle: numbers.number(0...9)))
  }

  private mutating func askForLines(_ space: Space) throws {
    let place = vector(-100...100) + Vector(offset, offset)
    let other = vector(-100...100) + Vector(offset, offset)
    let filter = ShapeFilter(group: UInt(numbers.count(0...2)), mask: 5)
    let hits =
      try space.segmentQuery(from: place, to: other, radius: numbers.number(0...9))
      + [space.segmentQueryFirst(from: place, to: other)].compactMap(\.self)
      + space.segmentQuery(from: place, to: other, filter: filter)
    for hit in hits
    where !(hit.point.isFinite && hit.normal.isFinite && (0...1).contains(hit.alpha)) {
      tally.unsound.append("a line's hit that is no number: \(hit)")
    }
    _ = try space.boundingBoxQuery(BoundingBox(low: place, high: other))
    _ = try space.boundingBoxQuery(BoundingBox(low: place, high: place), filter: filter)
  }

  private mutating func check(_ hits: [ShapeHit]) {
    for hit in hits
    where !(hit.normal.isFinite && hit.points.allSatisfy { $0.onA.isFinite && $0.depth.isFinite }) {
      tally.unsound.append("a shape's hit that is no number: \(hit)")
    }
  }
}
