import Chipmunk

// Calls that change a body, and queries.
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
    ("centre of gravity", { try $0.body().set(\.centerOfGravity, to: $0.vector(-5...5)) }),
    ("speed limit of a body", { try $0.body().set(\.speedLimit, to: $0.optional(10...500)) }),
    ("sleep", { try $0.body().sleep() }),
    ("sleep with", { try $0.body().sleep(with: $0.body()) }),
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
        _ = (space.gravity, space.iterations, space.damping, space.collisionSlop)
        _ = (space.collisionBias, space.collisionPersistence, space.gravityDeadBand)
        _ = (space.speedLimit, space.tick, Space.libraryVersion)
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
      + [space.pointQueryNearest(place, within: numbers.number(0...50), filter: filter)]
      .compactMap(\.self)
    shapes += hits.prefix(1).map(\.shape)
    check(hits)
    try check(space.geometryQuery(geometry(), at: place, angle: numbers.number(0...9)))
    try check(space.geometryQuery(geometry(), at: place, filter: filter))
  }

  private mutating func askForLines(_ space: Space) throws {
    let place = vector(-100...100) + Vector(offset, offset)
    let other = vector(-100...100) + Vector(offset, offset)
    let filter = ShapeFilter(group: UInt(numbers.count(0...2)), mask: 5)
    let hits =
      try space.segmentQuery(from: place, to: other, radius: numbers.number(0...9))
      + [space.segmentQueryFirst(from: place, to: other)].compactMap(\.self)
      + space.segmentQuery(from: place, to: other, filter: filter)
      + [
        space.segmentQueryFirst(
          from: place,
          to: other,
          radius: numbers.number(0...9),
          filter: filter
        )
      ]
      .compactMap(\.self)
    check(hits)
    _ = try space.boundingBoxQuery(BoundingBox(low: place, high: other))
    _ = try space.boundingBoxQuery(BoundingBox(low: place, high: place), filter: filter)
  }
}
