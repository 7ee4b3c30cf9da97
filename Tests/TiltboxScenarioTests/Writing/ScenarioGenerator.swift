import Chipmunk
import Motion
import TestSupport
import Tiltbox

/// Scenarios of every kind, drawn from a seed.
struct ScenarioGenerator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    // Zeros of both signs, whole numbers and such that need all their digits.
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

  private mutating func vector(_ limit: Double) -> Vector {
    Vector(number(-limit...limit), number(-limit...limit))
  }

  private mutating func chance() -> Bool { Bool.random(using: &random) }

  private mutating func surface() -> Surface {
    Surface(
      friction: number(0...2),
      elasticity: number(0...1),
      velocity: chance() ? vector(100) : .zero,
      isSensor: chance(),
      filter: chance()
        ? ShapeFilter(group: .random(in: 0...9, using: &random), categories: 5, mask: .max - 1)
        : .all,
      collisionType: chance() ? .random(in: 0...1_000_000, using: &random) : 0
    )
  }

  private mutating func geometry() -> Geometry {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .circle(radius: number(1...30), center: vector(5))
    case 1: .segment(from: Vector(-9, number(0...5)), to: Vector(9, 3), radius: number(0...2))
    case 2:
      .box(width: number(1...40), height: number(1...40), radius: number(0...2), center: vector(4))
    default:
      .polygon([Vector(-9, 0), Vector(number(5...9), -1), Vector(0, 12)], radius: number(0...1))
    }
  }

  private mutating func body(_ index: Int) -> BodyDescription {
    let ids = ["crate", "a \"quoted\" one", "tab\tand\nline", "ünïcödé 📦", "1", "true", "\u{1}\\"]
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
      if count == 0 || chance() { body.moment = chance() ? .infinity : number(1...1e9) }
    }
    return body
  }

  private mutating func constraints() -> [ConstraintDescription] {
    let kinds: [ConstraintDescription.Kind] = [
      .pin(anchorA: vector(4), anchorB: vector(4), distance: chance() ? number(1...9) : nil),
      .slide(anchorA: vector(4), min: number(0...2), max: number(3...9)),
      .pivot(anchorA: .zero, anchorB: vector(4)), .hinge(at: vector(30)),
      .groove(grooveA: Vector(-5, number(0...4)), grooveB: Vector(5, 5), anchorB: vector(4)),
      .spring(anchorB: vector(3), restLength: number(0...9), stiffness: number(0...50), damping: 1),
      .rotarySpring(restAngle: number(-1...1), stiffness: number(0...50), damping: number(0...2)),
      .rotaryLimit(min: number(-2...0), max: number(0...2)),
      .ratchet(phase: number(-1...1), click: -0.5),
      .gear(phase: number(-1...1), ratio: -2), .motor(rate: number(-9...9)),
    ]
    return kinds.shuffled(using: &random).enumerated().map { index, kind in
      ConstraintDescription(
        id: "c \(index)",
        kind,
        "p",
        "q",
        maxForce: chance() ? number(1...1e6) : nil,
        errorBias: chance() ? number(0.1...0.9) : nil,
        maxBias: chance() ? number(1...1e6) : nil,
        collidesBodies: chance()
      )
    }
  }

  private mutating func play() -> AnimationDescription.Play {
    .init(
      begin: number(0...2),
      duration: number(0.5...2),
      speed: chance() ? number(0.5...2) : 1,
      offset: chance() ? number(0...1) : nil,
      repeatCount: chance() ? [2.5, .infinity].randomElement(using: &random) : nil,
      autoreverses: chance(),
      fill: [.removed, .forwards, .backwards, .both].randomElement(using: &random) ?? .both
    )
  }

  private mutating func animations() -> [AnimationDescription] {
    let ends = AnimationDescription.Ends(
      from: [0, 0],
      to: chance() ? [1, number(0...1)] : nil,
      by: [1, -0.0]
    )
    let springs: [AnimationDescription.SpringDescription] = [
      .init(
        .constants(mass: 2, stiffness: number(50...90), damping: number(3...9)),
        velocity: [1, 0]
      ),
      .init(.bounce(duration: number(0.5...1), bounce: 0.25)),
    ]
    return [
      AnimationDescription(
        .tilt,
        .basic(.init(to: [1, number(-1...0)])),
        play: play(),
        timing: [.text("ease-in-out")]
      ),
      AnimationDescription(
        .gravity,
        .basic(.init(by: [number(0...9), 0])),
        play: play(),
        isAdditive: true,
        key: "push"
      ),
      AnimationDescription(
        .value("colour"),
        .keyframes(
          .init(
            [[0, 0, 0], [1, 0.5, number(0...1)], [1, 1, 1]],
            times: [0, number(0.2...0.5), 1]
          )
        ),
        play: play(),
        timing: [.bezier(0.1, 0.2, 0.3, 1.5), .text("steps(4, jump-end)")]
      ),
      AnimationDescription(
        .value("colour"),
        .keyframes(
          .init(
            [[0, 0, 0], [1, 1, 1]],
            mode: .cubic,
            shapes: [.init(tension: number(0...1), continuity: 0, bias: -0.5)]
          )
        ),
        play: .init(duration: 1, repeatCount: 2.5),
        isCumulative: true,
        sampleRate: chance() ? 60 : nil
      ),
      AnimationDescription(
        nil,
        .group([
          AnimationDescription(
            .body("k", .position),
            .path(.init(.ellipse(x: 1, y: 2, width: number(3...9), height: 4), rotation: .auto))
          ),
          AnimationDescription(
            .value("colour"),
            .basic(.init(to: [1, 1, 1])),
            timing: [.bezier(0, 0, 1, 1)]
          ),
        ]),
        play: .init(duration: 3)
      ),
      AnimationDescription(
        .tilt,
        .spring(
          ends.to == nil ? ends : .init(to: [0, 1]),
          springs.randomElement(using: &random) ?? springs[0]
        )
      ),
      AnimationDescription(
        .gravity,
        .path(.init(.points([vector(9), vector(9)]), mode: .linear, times: [0, 1])),
        play: play(),
        timing: [.text("linear")]
      ),
      AnimationDescription(.gravity, .path(.init(.svg("M 0 0 L 3 4 q 1 2 3 4"))), play: play()),
    ]
  }

  mutating func scenario() -> Scenario {
    var scenario = Scenario(name: "a\u{7}\"b\" \u{2028} 🙂")
    scenario.world.gravity = number(-2000...2000)
    scenario.world.step = number(0.0001...0.02)
    scenario.world.iterations = .random(in: 1...100, using: &random)
    scenario.world.damping = number(0...1)
    if chance() { scenario.world.sleepAfter = number(0.1...5) }
    if chance() { scenario.world.integrator = .halfKick }
    if chance() { scenario.world.speedLimit = chance() ? .none : .value(number(1...1e6)) }
    if chance() {
      var surface = surface()
      surface.isSensor = false
      scenario.walls = .init(
        width: number(10...900),
        height: number(10...900),
        radius: number(0...9),
        surface: surface
      )
    }
    scenario.bodies = (0..<Int.random(in: 0...8, using: &random)).map { body($0) }
    scenario.bodies += ["p", "q"].map {
      BodyDescription(
        id: $0,
        shapes: [ShapeDescription(.circle(radius: 3))],
        position: vector(50),
        mass: 2
      )
    }
    scenario.bodies.append(BodyDescription(id: "k", type: .kinematic, position: vector(9)))
    scenario.constraints = constraints()
    scenario.values = [ValueDescription(id: "colour", [0, number(0...1), 1])]
    scenario.animations = animations()
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
    case 2: .always()
    default: .eventually(from: number(0...5), to: number(5...10))
    }
  }

  private mutating func expectation(
    of body: String,
    _ scenario: Scenario
  ) -> Scenario.Expectation {
    let measures = Scenario.Expectation.Measure.allCases
    let measure = measures[Int.random(in: 0..<measures.count, using: &random)]
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: Scenario.Expectation(body, .firstContact(with: "walls", at: number(0...9)))
    case 1: Scenario.Expectation(body, .value(measure, .near(number(-9...9), within: 1), when()))
    case 2: Scenario.Expectation(nil, .value(measure, .between(number(-9...0), nil), when()))
    case 3: Scenario.Expectation(body, .vector(.velocity, vector(9), within: 0.5, when()))
    case 4:
      Scenario.Expectation(nil, .inside(from: Vector(-9, number(-9...0)), to: vector(0), when()))
    case 5: Scenario.Expectation(body, .contacts(with: "walls.top", 2...Int.max, when()))
    case 6:
      Scenario.Expectation(
        nil,
        .order([.init(.begin, body, "walls"), .init(.separate, "walls", body)])
      )
    default: Scenario.Expectation(nil, .digest(ofRecording: "/some folder/run.jsonl"))
    }
  }
}
