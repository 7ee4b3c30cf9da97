public import Chipmunk
import Foundation

/// A box in which bodies of every kind are fired at walls and obstacles, at up to a million units/s, while gravity
/// turns. Each seed gives a box.
public struct Shots {
  /// The results of the shots in some boxes.
  public struct Tally {
    /// The number of shots of all bodies.
    public var shots = 0
    /// The number of shots after which a shape was outside.
    public var escaped = 0
    /// The seeds of boxes from which a body escaped.
    public var seeds: Set<UInt64> = []
  }

  /// The box.
  public let space: Space
  private let size: Vector
  private var random: SplitMix64
  private var bodies: [Body] = []
  private let pull: (strength: Double, angle: Double, turn: Double)

  /// Makes the box of a seed, and fires its bodies once.
  ///
  /// - Parameters:
  ///   - seed: the seed, which determines the box.
  ///   - count: the number of bodies; nil for a number from 1 to 500 that the seed determines.
  ///   - engine: what computes the steps.
  /// - Throws: `PhysicsError` if a number here is wrong.
  public init(
    seed: UInt64,
    count: Int? = nil,
    engine: Engine = .tiltbox
  ) throws {
    random = SplitMix64(seed: seed &* 7919 &+ 12345)
    space = try Space(engine: engine)
    size = Vector(.random(in: 200...1000, using: &random), .random(in: 200...1000, using: &random))
    pull = (
      random.logarithmic(1, 20_000), .random(in: 0...6.3, using: &random),
      .random(in: -3...3, using: &random)
    )
    try addWalls()
    for _ in 0..<Int.random(in: 0...5, using: &random) { try addObstacle() }
    for _ in 0..<Int.random(in: 0...2, using: &random) { try addPaddle() }
    let some = [1, 1, .random(in: 1...30, using: &random), 100, 500].randomElement(using: &random)
    let crowd = count ?? some ?? 1
    for _ in 0..<crowd { try addBody(among: crowd) }
    try fire()
  }

  /// Fires the bodies of one box after another.
  ///
  /// - Parameters:
  ///   - count: the minimum number of shots.
  ///   - seed: the first box's seed.
  ///   - engine: what computes the steps; with the C library's, fast bodies tunnel through thin obstacles.
  /// - Returns: the results.
  /// - Throws: `PhysicsError` if a number here is wrong.
  public static func fire(
    _ count: Int,
    from seed: UInt64,
    engine: Engine = .tiltbox
  ) throws -> Tally {
    var tally = Tally()
    var seed = seed
    while tally.shots < count {
      var box = try Shots(seed: seed, engine: engine)
      for _ in 0..<5 {
        tally.shots += box.bodies.count
        for _ in 0..<12 {
          try box.step()
          let lost = box.loseEscaped()
          tally.escaped += lost
          if lost > 0 { tally.seeds.insert(seed) }
        }
        try box.fire()
      }
      seed += 1
    }
    return tally
  }

  private mutating func step() throws {
    let angle = pull.angle + pull.turn * Double(space.tick) * space.timeStep
    try space.setGravity(Vector(cos(angle), sin(angle)) * pull.strength)
    do { try space.step() } catch { if error.code != .diverged { throw error } }
  }

  /// Stops tracking the bodies with a shape outside the box, and returns their number.
  private mutating func loseEscaped() -> Int {
    let all = bodies.count
    bodies.removeAll { body in
      body.shapes.contains { shape in
        let center = shape.boundingBox.center
        return !(0...size.x).contains(center.x) || !(0...size.y).contains(center.y)
      }
    }
    return all - bodies.count
  }

  private mutating func fire() throws {
    for body in bodies {
      try body.set(\.velocity, to: direction() * random.logarithmic(1, 1e6))
      let spin = Bool.random(using: &random) ? 0 : random.logarithmic(1, 1e4)
      try body.set(\.angularVelocity, to: Bool.random(using: &random) ? spin : -spin)
    }
  }

  private mutating func direction() -> Vector {
    let angle = Double.random(in: 0...(2 * .pi), using: &random)
    return Vector(cos(angle), sin(angle))
  }

  private mutating func place(_ margin: Double = 0) -> Vector {
    Vector(
      .random(in: margin...(size.x - margin), using: &random),
      .random(in: margin...(size.y - margin), using: &random)
    )
  }

  private mutating func elasticity() -> Double { .random(in: 0...1, using: &random) }
}

// The contents of a box.
extension Shots {
  private mutating func addWalls() throws {
    let corners = [Vector(0, 0), Vector(size.x, 0), size, Vector(0, size.y)]
    let radius = Bool.random(using: &random) ? 0.5 : Double.random(in: 0.5...3, using: &random)
    for side in 0..<4 {
      try space.ground.addShape(
        .segment(from: corners[side], to: corners[(side + 1) % 4], radius: radius),
        friction: elasticity(),
        elasticity: elasticity()
      )
    }
  }

  private mutating func addObstacle() throws {
    let (center, reach) = (place(), direction() * .random(in: 5...80, using: &random))
    let across = reach.perpendicular * (.random(in: 0.2...2, using: &random) / reach.length)
    let forms: [Geometry] = [
      .segment(from: center - reach, to: center + reach, radius: 1),
      .polygon([
        center + reach + across, center - reach + across, center - reach - across,
        center + reach - across,
      ]),
      .circle(radius: .random(in: 1...20, using: &random), center: center),
    ]
    guard let form = forms.randomElement(using: &random) else { return }
    try space.ground.addShape(form, elasticity: elasticity())
  }

  private mutating func addPaddle() throws {
    let paddle = Body.kinematic()
    let length = Double.random(in: 20...150, using: &random)
    let form =
      Bool.random(using: &random)
      ? Geometry.box(width: length, height: .random(in: 1...20, using: &random))
      : .segment(from: Vector(-length / 2, 0), to: Vector(length / 2, 0), radius: 2)
    try paddle.addShape(form, friction: elasticity(), elasticity: elasticity())
    try paddle.set(\.position, to: place())
    try paddle.set(
      \.angularVelocity,
      to:
        Bool.random(using: &random)
        ? .random(in: -5...5, using: &random) : random.logarithmic(1, 300)
    )
    if Bool.random(using: &random) {
      try paddle.set(\.velocity, to: direction() * random.logarithmic(1, 20_000))
    }
    try space.add(paddle)
  }

  private mutating func addBody(among crowd: Int) throws {
    let size = random.logarithmic(0.5, crowd > 100 ? 8 : crowd > 10 ? 20 : 100)
    let mass = random.logarithmic(0.1, 1000)
    let moment = try Geometry.box(width: size, height: size).moment(mass: mass)
    let body = try Body(mass: mass, moment: moment)
    let parts = Int.random(in: 0...5, using: &random) == 0 ? 2 : 1
    for _ in 0..<parts {
      try body.addShape(form(size), friction: elasticity(), elasticity: elasticity())
    }
    try body.set(\.position, to: place(0.75 * size + 4))
    try body.set(\.angle, to: .random(in: 0...6.3, using: &random))
    try space.add(body)
    bodies.append(body)
  }

  private mutating func form(_ size: Double) -> Geometry {
    switch Int.random(in: 0...5, using: &random) {
    case 0: return .circle(radius: size / 2)
    case 1: return .box(width: size, height: size * .random(in: 0.2...1, using: &random))
    case 2:
      let count = Int.random(in: 3...8, using: &random)
      return .polygon(
        (0..<count).map { corner in
          let angle = 2 * .pi * Double(corner) / Double(count)
          return Vector(cos(angle), sin(angle)) * (size / 2)
        }
      )
    case 3:
      let half = Vector(size / 2, 0)
      return .segment(from: -half, to: half, radius: min(size / 5, 0.25 + size / 16))
    case 4: return .box(width: size, height: size / 10)
    default: return .circle(radius: size / 4, center: Vector(size / 4, 0))
    }
  }
}

extension SplitMix64 {
  /// Returns a random number in a range, uniform on a logarithmic scale.
  fileprivate mutating func logarithmic(_ low: Double, _ high: Double) -> Double {
    exp(.random(in: log(low)...log(high), using: &self))
  }
}
