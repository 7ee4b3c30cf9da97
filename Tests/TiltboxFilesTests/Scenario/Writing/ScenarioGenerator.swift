import Chipmunk
import TestSupport
import Tiltbox

/// Generates random scenarios of every kind from a seed.
struct ScenarioGenerator {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    // Zeros of both signs, whole numbers, and numbers that need all their digits.
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where range.contains(0): 0
    case 1 where range.contains(0): -0.0
    case 2:
      min(
        max(Double.random(in: range, using: &random).rounded(), range.lowerBound),
        range.upperBound
      )
    default: Double.random(in: range, using: &random)
    }
  }

  mutating func vector(_ limit: Double) -> Vector {
    Vector(number(-limit...limit), number(-limit...limit))
  }

  mutating func chance() -> Bool { Bool.random(using: &random) }

  private mutating func surface() -> Surface {
    var surface = Surface(
      friction: number(0...2),
      elasticity: number(0...1),
      velocity: chance() ? vector(100) : .zero,
      isSensor: chance(),
      filter: chance()
        ? ShapeFilter(group: .random(in: 0...9, using: &random), categories: 5, mask: 0xffff_fffe)
        : .all,
      collisionType: chance()
        ? CollisionType(rawValue: .random(in: 0...1_000_000, using: &random)) : 0
    )
    if chance() { surface.oneWay = Vector(number(-1...1), 1) }
    return surface
  }

  private mutating func geometry() -> Geometry {
    switch Int.random(in: 0..<6, using: &random) {
    case 4: .polygon([Vector(-9, 0), Vector(number(5...9), -1), Vector(0, 3), Vector(0, 12)])
    case 5:
      .chain(
        [Vector(-9, 0), Vector(number(1...5), 2), Vector(9, number(0...5))],
        isClosed: chance(),
        radius: number(0...2)
      )
    case 0: .circle(radius: number(1...30), center: vector(5))
    case 1: .segment(from: Vector(-9, number(0...5)), to: Vector(9, 3), radius: number(0...2))
    case 2:
      .box(width: number(1...40), height: number(1...40), radius: number(0...2), center: vector(4))
    default:
      .polygon([Vector(-9, 0), Vector(number(5...9), -1), Vector(0, 12)], radius: number(0...1))
    }
  }

  private mutating func body(_ index: Int) -> BodyDescription {
    let ids = ["crate", "a \"quoted\" one", "a\u{2028}line", "ünïcödé 📦", "1", "true", "\\"]
    let type = BodyType.allCases[Int.random(in: 0..<3, using: &random)]
    let count = Int.random(in: 0...3, using: &random)
    var body = BodyDescription(
      id: "\(ids[index % ids.count]) \(index)",
      type: type,
      shapes: (0..<count).map { _ in ShapeDescription(geometry(), surface: surface()) },
      position: vector(1000),
      angle: number(-7...7)
    )
    if type != .static {
      body.velocity = vector(500)
      body.angularVelocity = number(-9...9)
    }
    if type == .dynamic {
      body.mass = number(0.001...1e6)
      body.gravityScale = number(-2...2)
      if chance() { (body.damping, body.angularDamping) = (number(0...1), number(0...1)) }
      if count == 0 || chance() { body.moment = chance() ? .infinity : number(1...1e9) }
    }
    return body
  }

  mutating func scenario() -> Scenario {
    var scenario = Scenario(name: "a\u{7}\u{1}\t\n\"b\" \u{2028} 🙂")
    scenario.world.gravity = number(-2000...2000)
    scenario.world.step = number(0.0001...0.02)
    scenario.world.iterations = .random(in: 1...100, using: &random)
    scenario.world.damping = number(0...1)
    if chance() { scenario.world.sleepAfter = number(0.1...5) }
    if chance() { scenario.world.integrator = .halfKick }
    if chance() { scenario.world.speedLimit = chance() ? .none : .value(number(1...1e6)) }
    if chance() {
      var surface = surface()
      (surface.isSensor, surface.oneWay) = (false, nil)
      scenario.walls = .init(
        width: number(10...900),
        height: number(10...900),
        radius: number(0...9),
        surface: surface
      )
    }
    scenario.bodies = (0..<Int.random(in: 0...8, using: &random)).map { body($0) }
    scenario.values = [ValueDescription(id: "sky \"1\"", [number(-1...1), number(0...1)])]
    addConstraints(to: &scenario)
    scenario.animations = (0..<Int.random(in: 0...4, using: &random)).map { _ in animation(depth: 0)
    }
    scenario.tilt.orientation = Orientation.allCases[Int.random(in: 0..<4, using: &random)]
    if chance() {
      scenario.tilt.source = .constant(Tilt(x: number(-2...2), y: number(-2...2)))
    } else {
      scenario.tilt.source = .file(
        path: "some folder/phone.csv",
        options: TiltOptions(
          convention: .reaction,
          units: chance() ? .auto : .metresPerSecondSquared,
          rate: chance() ? 50 : nil
        ),
        interpolation: chance() ? .hold : .linear
      )
    }
    scenario.run = .init(duration: chance() ? number(10...1e6) : nil, frames: number(1...1000))
    let names = scenario.bodies.map(\.id)
    if let name = names.randomElement(using: &random), scenario.walls != nil, chance() {
      scenario.expectations = (0..<4).map { _ in expectation(of: name, scenario) }
    }
    return scenario
  }

  private mutating func when() -> Scenario.Expectation.When {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .at(number(0...10))
    case 1: .atEnd
    case 2: .always(from: chance() ? number(0...5) : 0)
    default: .eventually(from: number(0...5), to: number(5...10))
    }
  }

  private mutating func expectation(
    of body: String,
    _ scenario: Scenario
  ) -> Scenario.Expectation {
    let measures = Scenario.Expectation.Measure.allCases
    let measure = measures[Int.random(in: 0..<measures.count, using: &random)]
    let all: String? = scenario.bodies.contains { $0.type == .dynamic } ? nil : body
    return switch Int.random(in: 0..<9, using: &random) {
    case 0: Scenario.Expectation(body, .firstContact(with: "walls", at: number(0...9)))
    case 1: Scenario.Expectation(body, .value(measure, .near(number(-9...9), within: 1), when()))
    case 2: Scenario.Expectation(all, .value(measure, .between(number(-9...0), nil), when()))
    case 3: Scenario.Expectation(body, .vector(.velocity, vector(9), within: 0.5, when()))
    case 4:
      Scenario.Expectation(all, .inside(from: Vector(-9, number(-9...0)), to: vector(0), when()))
    case 5: Scenario.Expectation(body, .contacts(with: "walls.top", 2...Int.max, when()))
    case 6:
      Scenario.Expectation(
        nil,
        .order([.init(.begin, body, "walls"), .init(.separate, "walls", body)])
      )
    case 7: Scenario.Expectation(nil, .digestValue(Digest(random.next()), at: number(0...9)))
    default: Scenario.Expectation(nil, .digest(ofRecording: "/some folder/run.jsonl"))
    }
  }
}
