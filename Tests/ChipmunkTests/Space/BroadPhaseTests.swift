import TestSupport
import Testing

@testable import Chipmunk

@Suite("The broad phase")
struct BroadPhaseTests {
  @Test(
    "finds each pair of boxes that meet at every tick, also when static shapes change now and then",
    arguments: 0..<10 as Range<UInt64>,
    [1, 5]
  )
  func allPairs(seed: UInt64, changesEvery interval: Int) throws {
    let space = try Self.cloud(seed: seed, engine: .tiltbox)
    var count = 0
    for tick in 0..<200 {
      var random = SplitMix64(seed: seed &* 1000 &+ UInt64(tick))
      if tick.isMultiple(of: interval) { try Self.change(space, using: &random) }
      try space.step()
      try #require(space.findsAllPairs, "tick \(tick)")
      count += space.contactEvents.count
    }
    #expect(count > 15 / interval, "\(count)")
  }

  @Test("answers queries like the library's tree", arguments: 0..<10 as Range<UInt64>)
  func sameAnswers(seed: UInt64) throws {
    let spaces = try Engine.allCases.map { try Self.cloud(seed: seed, engine: $0) }
    var random = SplitMix64(seed: seed)
    func place() -> Vector {
      Vector(.random(in: -900...900, using: &random), .random(in: -900...900, using: &random))
    }
    // The engines integrate the same motion with other roundings.
    func rounded(_ number: Double) -> Double { (number * 1e6).rounded() }
    var count = 0
    for _ in 0..<60 {
      var answers: [[String]] = []
      let (a, b) = (place(), place())
      let box = BoundingBox(
        low: Vector(min(a.x, b.x), min(a.y, b.y)),
        high: Vector(max(a.x, b.x), max(a.y, b.y))
      )
      for space in spaces {
        try answers.append(
          space.boundingBoxQuery(box).map { "\($0.id)" }
            + space.segmentQuery(from: a, to: b).map { "\($0.shape.id) \(rounded($0.alpha))" }
            + space.segmentQuery(from: a, to: Vector(a.x, b.y)).map { "\($0.shape.id)" }
            + space.pointQuery(a, within: 50).map { "\($0.shape.id) \(rounded($0.distance))" }
            + space.shapeQuery(space.bodies[3].shapes[0]).map { "\($0.shape.id)" }
        )
      }
      #expect(answers[0] == answers[1])
      count += answers[0].count
      for space in spaces { try space.step() }
    }
    #expect(count > 150, "\(count)")
  }

  @Test("find every pair of unusual boxes")
  func strangeBoxes() throws {
    let boxes: [(Vector, Geometry)] = [
      (Vector(0, 0), .circle(radius: 1e9)), (Vector(1e9, 1e9), .circle(radius: 1)),
      (Vector(-1e9, 0), .circle(radius: 1e-3)), (Vector(0, 0), .circle(radius: 1e-6)),
      (Vector(3, 0), .segment(from: Vector(-1e6, 0), to: Vector(1e6, 0), radius: 0)),
      (Vector(3, 0), .segment(from: Vector(0, -1e6), to: Vector(0, 1e6), radius: 0)),
    ]
    let space = try Space()
    for round in 0..<30 {
      for (position, form) in boxes {
        let body = try Body(mass: 1, moment: 1)
        try body.set(\.position, to: position * (1 - Double(round) / 1e4))
        try body.addShape(form).set(\.isSensor, to: true)
        try space.add(body)
      }
    }
    try space.step()
    #expect(space.findsAllPairs)
    for body in space.bodies { try body.set(\.position, to: .zero) }
    try space.step()
    #expect(space.findsAllPairs)
  }

  @Test("makes no pairs of one group, until its shapes leave it", arguments: [2, 40])
  func groups(count: Int) throws {
    let space = try Space()
    for place in 0..<count {
      let ball = try Body(mass: 1, moment: 1)
      ball.position = Vector(Double(place) * 8, 0)
      try ball.addShape(.circle(radius: 5)).set(\.filter, to: ShapeFilter(group: 1))
      try space.add(ball)
    }
    try space.step()
    #expect(space.findsAllPairs && space.contactEvents.isEmpty)
    for ball in space.bodies { ball.shapes[0].filter = ShapeFilter() }
    try space.step()
    #expect(space.findsAllPairs && space.contactEvents.count == count - 1)
  }

  @Test(
    "collide a pile from the bottom up and from the left, and few bodies from the last to the first",
    arguments: [40, 30]
  )
  func order(count: Int) throws {
    let space = try spaceWithFloor()
    // Columns of two boxes, every other one in the air, added out of order.
    let places = (0..<count).map { $0 * 7 % count }
    var bodies: [Int: Body] = [:]
    for place in places {
      let box = try Body(mass: 1, moment: 100)
      let column = place / 2
      let height = Double(column % 2) * 500 + Double(place % 2) * 20
      box.position = Vector(Double(column) * 30, height + 10)
      try box.addShape(.box(width: 20, height: 20))
      try space.add(box)
      bodies[place] = box
    }
    let ids = bodies.mapValues(\.id)
    var pairs: [Set<UInt>] = []
    space.addHandler(for: .all).preSolve = { contact in
      pairs.append([contact.a.body?.id ?? 0, contact.b.body?.id ?? 0])
      return true
    }
    try space.step()
    let columns = try (0..<count / 2).map { column in
      let (low, high) = try (#require(ids[2 * column]), #require(ids[2 * column + 1]))
      let onFloor: [Set<UInt>] = column % 2 == 0 ? [[0, low]] : []
      // If both are in one cell, the one that was added first comes first.
      let pairs = low < high ? onFloor + [[low, high]] : [[low, high]] + onFloor
      return (pairs: pairs, low: low, high: high)
    }
    var expected: [Set<UInt>] = []
    if count > 32 {
      for level in 0...1 {
        for place in columns.indices where place % 2 == level { expected += columns[place].pairs }
      }
    } else {
      for id in ids.values.sorted(by: >) {
        for column in columns {
          if min(column.low, column.high) == id { expected.append([column.low, column.high]) }
          if column.low == id, column.pairs.count > 1 { expected.append([0, id]) }
        }
      }
    }
    #expect(pairs == expected)
  }

  @Test(
    "list all contacts in each step, also of removed bodies, and forget those that ended",
    arguments: [nil, 0.1]
  )
  func forgottenContacts(sleepAfter: Double?) throws {
    let space = try spaceWithFloor(sleepAfter: sleepAfter)
    for place in 0..<60 {
      let crate = try addCrate(
        at: Vector(Double(place % 12) * 33, Double(place / 12) * 33 + 16),
        to: space
      )
      crate.velocity = Vector(Double(place % 7 * 40 - 120), 0)
      for shape in crate.shapes { shape.isSensor = place % 9 == 0 }
    }
    var most = 0
    for tick in 0..<240 {
      try space.step()
      #expect(space.listsAllContacts)
      most = max(most, space.cachedPairCount)
      if tick % 20 == 10, let body = space.bodies.last { try space.remove(body) }
      if tick % 30 == 15 { for body in space.bodies { body.wake() } }
    }
    #expect(most > 60)
    for (place, body) in space.bodies.enumerated() {
      body.position = Vector(Double(place) * 1000, 1e4)
    }
    for _ in 0...space.collisionPersistence { try space.step() }
    #expect(space.cachedPairCount == 0)
  }

  @Test("hold a hundred thousand segments on a small stack with a grid")
  func manySegments() throws {
    let space = try Space()
    for place in 0..<100_000 {
      let x = Double(place) * 10
      try space.ground.addShape(.segment(from: Vector(x, 0), to: Vector(x + 10, 0)))
    }
    let ball = try Body(mass: 1, moment: 1)
    try ball.set(\.position, to: Vector(500_000, 5))
    try ball.addShape(.circle(radius: 6))
    try space.add(ball)
    try space.step()
    #expect(space.contactCount == 1 || space.contactCount == 2)
    #expect(try space.segmentQuery(from: Vector(5, 9), to: Vector(5, -9)).count == 1)
  }

  /// Moving sensors of sizes from 1 to 300, among static ones.
  private static func cloud(seed: UInt64, engine: Engine) throws -> Space {
    var random = SplitMix64(seed: seed)
    let space = try Space(engine: engine)
    for index in 0..<(seed.isMultiple(of: 3) ? 25 : 150) {
      let body = index.isMultiple(of: 5) ? Body.static() : try Body(mass: 1, moment: 1)
      try addSensor(to: body, using: &random)
      try space.add(body)
    }
    return space
  }

  private static func addSensor(to body: Body, using random: inout SplitMix64) throws {
    let size = 300 / Double.random(in: 1...300, using: &random)
    try body.set(
      \.position,
      to:
        Vector(.random(in: -800...800, using: &random), .random(in: -800...800, using: &random))
    )
    if body.type == .dynamic {
      try body.set(
        \.velocity,
        to:
          Vector(.random(in: -2e3...2e3, using: &random), .random(in: -2e3...2e3, using: &random))
      )
    }
    let form: Geometry =
      Bool.random(using: &random)
      ? .circle(radius: size)
      : .box(width: size * .random(in: 0.01...2, using: &random), height: size)
    try body.addShape(form).set(\.isSensor, to: true)
  }

  private static func change(_ space: Space, using random: inout SplitMix64) throws {
    for _ in 0..<4 {
      guard let body = space.bodies.randomElement(using: &random) else { continue }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try body.set(\.position, to: Vector(.random(in: -800...800, using: &random), 0))
      case 1: try space.remove(body)
      case 2: try body.setType(body.type == .static ? .kinematic : .static)
      default:
        let other = try Body(mass: 1, moment: 1)
        try addSensor(to: other, using: &random)
        try space.add(other)
      }
    }
  }
}
