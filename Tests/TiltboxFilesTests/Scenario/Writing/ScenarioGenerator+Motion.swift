import Chipmunk
import Motion
import TestSupport
import Tiltbox

// Constraints and animations.
extension ScenarioGenerator {
  /// Returns a constraint of each kind between the ground and a body that can move and rotate, if there is one.
  mutating func addConstraints(to scenario: inout Scenario) {
    guard let body = scenario.bodies.first(where: { $0.type == .dynamic && $0.moment == nil })
    else { return }
    let kinds: [ConstraintDescription.Kind] = [
      .pin(anchorA: Vector(3, 1), anchorB: vector(5), distance: chance() ? number(1...9) : nil),
      .slide(min: number(0...5), max: chance() ? number(5...9) : .infinity),
      .pivot(anchorA: vector(4), anchorB: .zero), .hinge(at: body.position),
      .groove(grooveA: vector(5), grooveB: Vector(9, 9)),
      .spring(restLength: number(0...9), stiffness: number(0...9), damping: number(0...9)),
      .rotarySpring(restAngle: number(-1...1), stiffness: number(0...9), damping: number(0...9)),
      .rotaryLimit(min: number(-9...0), max: number(0...9)),
      .ratchet(phase: number(-1...1), click: -0.5), .gear(phase: number(-1...1), ratio: -2.5),
      .motor(rate: number(-9...9)),
    ]
    scenario.constraints = kinds.enumerated().map { index, kind in
      var constraint = ConstraintDescription(
        id: "\(kind.name) \(index)",
        kind,
        body.id,
        ConstraintDescription.ground,
        maxForce: chance() ? number(0...9) : .infinity,
        errorBias: chance() ? number(0...1) : nil,
        maxBias: chance() ? number(0...9) : .infinity,
        collidesBodies: chance()
      )
      if chance() { constraint.breakForce = number(1...1e6) }
      return constraint
    }
  }

  mutating func animation(depth: Int) -> AnimationDescription {
    if depth < 2, Int.random(in: 0..<5, using: &random) == 0 {
      let members = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        self.animation(depth: depth + 1)
      }
      return AnimationDescription(
        nil,
        .group(members),
        play: .init(begin: number(0...9), duration: number(1...9)),
        timing: timing(0...1)
      )
    }
    let targets: [AnimationTarget] = [.tilt, .gravity, .value("sky \"1\"")]
    let change = self.change()
    var animation = AnimationDescription(
      targets[Int.random(in: 0..<targets.count, using: &random)],
      change,
      play: play(),
      isAdditive: chance(),
      isCumulative: chance(),
      key: chance() ? "key \(random.next())" : nil
    )
    if case .keyframes = change {
      animation.timing = timing(1...2)
    } else {
      animation.timing = timing(0...1)
    }
    if (animation.play.repeatCount ?? 0).isFinite, chance() {
      animation.sampleRate = number(10...20)
    }
    return animation
  }

  private mutating func change() -> AnimationDescription.Change {
    func pair(_ vector: Vector) -> [Double] { [vector.x, vector.y] }
    let ends = AnimationDescription.Ends(
      from: pair(vector(1)),
      by: chance() ? pair(vector(1)) : nil
    )
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .basic(ends)
    case 1:
      let shapes = [CurveShape(tension: number(-1...1), bias: number(-1...1))]
      let modes = CalculationMode.allCases
      return .keyframes(
        .init(
          [pair(vector(1)), pair(vector(1)), pair(vector(1))],
          times: chance() ? [0, number(0...1), 1] : nil,
          mode: modes[Int.random(in: 0..<modes.count, using: &random)],
          shapes: chance() ? shapes : []
        )
      )
    case 2:
      let ellipse = AnimationDescription.PathDescription.Form.ellipse(
        x: 0,
        y: -0.0,
        width: 3,
        height: number(1...9)
      )
      let points = AnimationDescription.PathDescription.Form.points([
        vector(1), Vector(7, 7), vector(1),
      ])
      return .path(.init(chance() ? ellipse : points, mode: chance() ? .paced : .linear))
    case 3: return .path(.init(.svg("M 0 0 C 1 1 2 0 3 3"), mode: .discrete, times: [0, 0.5]))
    default:
      return .spring(
        ends,
        chance()
          ? .init(
            .constants(mass: number(1...2), stiffness: number(1...99), damping: number(5...9))
          )
          : .init(
            .bounce(duration: number(0.5...2), bounce: number(-0.5...0.5)),
            velocity: [1, -0.0]
          )
      )
    }
  }

  private mutating func play() -> AnimationDescription.Play {
    let fills = MediaTiming.FillMode.allCases
    var play = AnimationDescription.Play(
      begin: number(-1...9),
      duration: chance() ? number(0.5...2) : nil,
      speed: chance() ? number(0.5...2) : 1,
      offset: chance() ? number(-1...1) : nil,
      autoreverses: chance(),
      fill: fills[Int.random(in: 0..<fills.count, using: &random)]
    )
    if chance() {
      play.repeatCount = number(0.5...3)
    } else if chance() {
      play.repeatDuration = number(0.5...3)
    }
    return play
  }

  private mutating func timing(_ count: ClosedRange<Int>) -> [TimingFunctionDescription] {
    (0..<Int.random(in: count, using: &random)).map { _ in
      chance()
        ? .text("steps(3, jump-both)") : .bezier(number(0...1), number(-2...2), 1, number(-2...2))
    }
  }
}
