import Motion
import TestSupport
import Tiltbox
import TiltboxDrawing
import TiltboxFiles

/// Animations, times, tilts and pictures of hostile numbers: each is accepted or rejected, and those of finite values
/// give finite values at any time.
public struct ValueFuzz {
  /// The number of accepted values.
  public private(set) var accepted = 0
  /// The number of rejected values.
  public private(set) var refused = 0
  /// Descriptions of the failures, one sentence each.
  public private(set) var failures: [String] = []

  private var numbers: HostileNumbers
  private let trajectory: Trajectory

  /// Makes some values that the seed determines.
  ///
  /// - Throws: Errors of drawing a scenario, although there should be none.
  public init(seed: UInt64, calls: Int) throws {
    var random = SplitMix64(seed: seed)
    let hostility = Double.random(in: 0...0.5, using: &random)
    numbers = HostileNumbers(random: random, hostility: hostility, scale: 1)
    trajectory = try Self.trajectory(ticks: 12)
    let makers: [(inout ValueFuzz) throws -> Void] = [
      { _ = try $0.timing() }, { try $0.basic() }, { try $0.keyframes() }, { try $0.group() },
      { try $0.spring() }, { try $0.pacing() }, { try $0.path() }, { try $0.fitted() },
      { try $0.animated() }, { try $0.times() }, { try $0.expectation() }, { try $0.picture() },
      { $0.tilt() },
    ]
    for _ in 0..<calls {
      do {
        try numbers.pick(makers)(&self)
        accepted += 1
      } catch { refused += 1 }
    }
  }

  private mutating func number() -> Double { numbers.number(0...3) }

  /// Returns a finite number; a value at another time may not be finite.
  private mutating func finite() -> Double {
    let number = number()
    return number.isFinite ? number : 1
  }

  private mutating func maybe() -> Double? { numbers.chance(0.5) ? nil : number() }

  private mutating func timing() throws -> MediaTiming {
    try MediaTiming(
      beginTime: number(),
      duration: maybe(),
      speed: number(),
      timeOffset: maybe(),
      repeatCount: maybe(),
      repeatDuration: numbers.chance(0.2) ? number() : nil,
      autoreverses: numbers.chance(0.3),
      fillMode: numbers.pick(MediaTiming.FillMode.allCases)
    )
  }

  private mutating func function() throws -> TimingFunction {
    switch numbers.count(0...4) {
    case 0: .linear
    case 1: try .bezier(number(), number(), number(), number())
    case 2: .steps(try Steps(numbers.count(-1...9), jump: numbers.pick(Steps.Jump.allCases)))
    case 3: .spring(try SpringTiming(try oneSpring(), initialVelocity: number()))
    default: .ease(numbers.pick(Penner.Ease.allCases), numbers.pick(Penner.Family.allCases))
    }
  }

  private mutating func oneSpring() throws -> Spring {
    numbers.chance(0.5)
      ? try Spring(mass: number(), stiffness: number(), damping: number())
      : try Spring(duration: number(), bounce: number())
  }

  /// Checks an animation at random times, as it is and with changes.
  private mutating func watch(_ animation: some Animation<Double>) {
    let span = animation.activeSpan
    if span.lowerBound.isNaN || span.upperBound.isNaN { failures.append("a span that is none") }
    for time in [number(), span.lowerBound, span.upperBound, number() * 1e9] {
      let value = animation.value(at: time, over: 1)
      if !value.isFinite { failures.append("\(value) at \(time) of \(animation)") }
    }
  }

  private mutating func show(_ animation: some Animation<Double>) throws {
    watch(animation)
    watch(try animation.delayed(by: number()))
    watch(try animation.changingSpeed(to: number(), at: number()))
    // Use a realistic rate, not one with a million keyframes.
    let rate = number()
    if (animation.activeSpan.upperBound - animation.activeSpan.lowerBound) * rate > 1e4 { return }
    let samples = try animation.sampled(over: 0, rate: rate)
    watch(samples.simplified(tolerance: number()))
  }

  private mutating func basic() throws {
    try show(
      BasicAnimation(from: maybe(), to: maybe(), by: maybe(), timing: try timing())
        .eased(try function())
    )
  }

  private mutating func keyframes() throws {
    let count = numbers.count(0...6)
    try show(
      KeyframeAnimation(
        values: (0..<count).map { _ in number() },
        keyTimes: numbers.chance(0.6)
          ? nil : (0..<count).map { Double($0) / 6 + (numbers.chance(0.1) ? number() : 0) },
        timingFunctions: numbers.chance(0.5) ? [] : [try function()],
        calculationMode: numbers.pick(CalculationMode.allCases),
        shapes: numbers.chance(0.8)
          ? [] : [CurveShape(tension: number(), continuity: number(), bias: number())],
        timing: try timing()
      )
    )
  }

  private mutating func group() throws {
    let children: [any Animation<Double>] = [
      try BasicAnimation(from: number(), to: number(), timing: timing()),
      try SpringAnimation(to: number(), spring: oneSpring(), timing: timing()),
    ]
    try show(try AnimationGroup(children, timing: timing()).eased(try function()))
  }

  private mutating func spring() throws {
    let spring = try oneSpring()
    let state = spring.state(
      at: finite(),
      from: Spring.State(displacement: finite(), velocity: finite())
    )
    if state.displacement.isNaN || state.velocity.isNaN { failures.append("no state of \(spring)") }
    if spring.settlingDuration(initialVelocity: number(), epsilon: number()).isNaN {
      failures.append("no settling of \(spring)")
    }
    try show(
      SpringAnimation(
        from: maybe(),
        to: maybe(),
        by: maybe(),
        spring: spring,
        initialVelocity: maybe(),
        timing: try timing()
      )
    )
  }

  private mutating func pacing() throws {
    let function = try function()
    for time in [finite(), 0, 1, 0.5] where !function(time).isFinite {
      failures.append("nothing at \(time) of \(function)")
    }
    let stops = (0..<numbers.count(0...5)).map { _ in LinearStops.Stop(number(), at: maybe()) }
    if try !LinearStops(stops)(finite()).isFinite { failures.append("nothing of \(stops)") }
  }

  private mutating func point() -> SIMD2<Double> { SIMD2(number(), number()) }

  private mutating func path() throws {
    var path = Path()
    try path.move(to: point())
    for _ in 0..<numbers.count(0...5) {
      switch numbers.count(0...3) {
      case 0: try path.line(to: point())
      case 1: try path.quad(to: point(), control: point())
      case 2: try path.cubic(to: point(), control1: point(), control2: point())
      default: path.close()
      }
    }
    let animation = try PathAnimation<SIMD2<Double>>(
      along: path,
      calculationMode: numbers.pick(CalculationMode.allCases),
      timing: try timing()
    )
    for time in [number(), 0, 1] {
      let place = animation.value(at: time, over: .zero)
      if !(place.x.isFinite && place.y.isFinite) { failures.append("\(place) on \(path)") }
    }
  }

  private mutating func fitted() throws {
    var time = 0.0
    let samples = (0..<numbers.count(0...9)).map { _ in
      time += number()
      return (time: time, value: number())
    }
    let form = numbers.pick(FitForm.allCases)
    let motion = try fit(samples, within: number(), as: form)
    if motion.error.isNaN { failures.append("a fit of \(samples) without an error") }
  }

  private mutating func animated() throws {
    var value = Animated(number())
    for _ in 0..<4 {
      try value.add(
        try BasicAnimation(to: number(), timing: timing()),
        forKey: numbers.chance(0.5) ? "key" : nil,
        at: number()
      )
      value.advance(to: number())
      if value.model.isFinite, !value.presentation(at: number()).isFinite {
        failures.append("nothing is shown of \(value)")
      }
    }
  }

  private mutating func times() throws {
    let step = abs(number())
    guard step > 0, step.isFinite else { return }
    let timeline = Timeline(step: step, from: numbers.count(-9...9), at: number())
    _ = timeline.time(of: timeline.tick(at: number()))
    var pace = FixedStep(step: step, maxStepsPerFrame: numbers.count(1...9))
    _ = pace.deadline
    for _ in 0..<3 {
      _ = try pace.advance(to: .milliseconds(numbers.count(-9...9999)))
      _ = (pace.deadline, pace.droppedTime, pace.alpha)
    }
    var scenario = Scenario.classic
    scenario.run.duration = maybe()
    _ = (scenario.lastTick(fallback: number()), scenario.diagnostics())
  }

  private mutating func expectation() throws {
    let whens: [Scenario.Expectation.When] = [
      .at(number()), .always(from: number()), .eventually(to: number()),
    ]
    let (low, high) = (number(), number())
    let target = Scenario.Expectation.Target.between(min(low, high), max(low, high))
    let measure = numbers.pick(Scenario.Expectation.Measure.allCases)
    let simulation = try Simulation(.classic)
    let monitor = try ExpectationMonitor(
      [Scenario.Expectation("crate-1", .value(measure, target, numbers.pick(whens)))],
      of: simulation
    )
    for _ in 0..<3 {
      try simulation.advance()
      monitor.observe(simulation)
    }
    if monitor.finish(simulation).count != 1 { failures.append("an expectation without a result") }
  }

  private mutating func picture() throws {
    let options = DrawingOptions(width: numbers.chance(0.5) ? 100 : number() * 100)
    switch numbers.count(0...3) {
    case 0: _ = try trajectory.svg(at: number() / 30, options)
    case 1:
      _ = try trajectory.strip(at: (0..<numbers.count(0...3)).map { _ in number() / 30 }, options)
    case 2:
      _ = try TrajectoryRenderer(trajectory).displayList(
        ofFrame: numbers.pick([-1, 0, 1, .max, .min])
      )
    default:
      _ = try Self.trajectory(ticks: 3, rate: number(), range: 0...max(0, number()))
    }
  }

  private static func trajectory(
    ticks: Int,
    rate: Double? = nil,
    range: ClosedRange<Double> = 0...(.infinity)
  ) throws -> Trajectory {
    let simulation = try Simulation(.classic)
    let reader = SimulationReader(simulation, through: ticks)
    return try Trajectory(of: reader, rate: rate, range: range)
  }

  private mutating func tilt() {
    let times = [0, abs(number())].filter(\.isFinite).sorted()
    let tilts = times.map { _ in Tilt(x: number(), y: number()) }
    let track = TiltTrack(times: times, tilts: tilts)
    for mode in [TiltInterpolation.hold, .linear] {
      _ = track.tilt(at: number(), interpolation: mode)
    }
    for orientation in Orientation.allCases {
      _ = orientation.gravity(of: tilts[0], magnitude: number())
    }
  }
}
