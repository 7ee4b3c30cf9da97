import Motion
import SourceMaterial
import Testing

@Suite("Fitting")
struct FitTests {
  /// Samples an animation at a rate over some time.
  func samples(
    _ animation: some Animation<Double>,
    _ times: ClosedRange<Double> = 0...1,
    rate: Double = 240
  ) -> [(time: Double, value: Double)] {
    let count = Int(((times.upperBound - times.lowerBound) * rate).rounded())
    return (0...count).map { index in
      let time = times.lowerBound + Double(index) / rate
      return (time, animation.value(at: time, over: 0))
    }
  }

  @Test("finds the eight keyframes of the ball and the easing between them")
  func ball() throws {
    let ball = try KeyframeAnimation(
      values: SourceMaterial.ballHeights,
      keyTimes: SourceMaterial.ballTimes,
      timingFunctions: (0..<7).map { $0.isMultiple(of: 2) ? .easeIn : .easeOut },
      timing: MediaTiming(duration: 1)
    )
    let fitted = try fit(samples(ball), within: 1)
    #expect(fitted.error <= 1)
    guard case .keyframes(let keyframes, let functions) = fitted.form else {
      Issue.record("a ball that bounces is no spring")
      return
    }
    #expect(keyframes.values.count == 8)
    for (value, height) in zip(keyframes.values, SourceMaterial.ballHeights) {
      #expect(abs(value - height) < 1)
    }
    for (time, expected) in zip(keyframes.keyTimes, SourceMaterial.ballTimes) {
      #expect(abs(time - expected) < 0.005)
    }
    #expect(functions.count == 7)
    for (function, expected) in zip(functions, ["easeIn", "easeOut", "easeIn", "easeOut"]) {
      let name = try #require(TimingFunction(named: expected))
      for t in [0.25, 0.5, 0.75] { #expect(abs(function(t) - name(t)) < 0.02) }
    }
  }

  @Test("finds the turning points of a ball between samples")
  func corners() throws {
    // Falls of 0.31 s and less under a gravity of 5000: no turn is at a multiple of 1/60 s.
    func height(_ time: Double) -> Double {
      var (left, speed) = (time, 0.31 * 5000)
      guard left > 0.31 else { return 0.31 * 0.31 * 2500 - left * left * 2500 }
      left -= 0.31
      while true {
        speed *= 0.7
        let flight = speed / 2500
        if left <= flight { return left * speed - 2500 * left * left }
        left -= flight
      }
    }
    let times = (0...60).map { Double($0) / 60 }
    let fitted = try fit(times.map { ($0, height($0)) }, within: 0.5)
    guard case .keyframes(let keyframes, _) = fitted.form else { return }
    #expect(fitted.error <= 0.5)
    let ends = keyframes.keyTimes
    #expect(abs(ends[1] - 0.31) < 1e-3 && abs(keyframes.values[1]) < 1)
    #expect(abs(ends[2] - 0.31 * 1.7) < 2e-3)
    #expect(abs(ends[3] - 0.31 * 2.4) < 1e-3)
  }

  @Test("finds the spring of a motion", arguments: [3.0, 10, 20, 35])
  func spring(damping: Double) throws {
    let spring = try SpringAnimation(
      from: 60.0,
      to: 120,
      spring: Spring(stiffness: 100, damping: damping),
      initialVelocity: -80,
      timing: MediaTiming(fillMode: .forwards)
    )
    let fitted = try fit(samples(spring, 0...2, rate: 60), within: 0.1)
    guard case .spring(let found, let from, let to) = fitted.form else {
      Issue.record("no spring was found")
      return
    }
    #expect(fitted.error <= 0.1)
    #expect(abs(from - 60) < 0.2 && abs(to - 120) < 0.2)
    #expect(abs(found.spring.stiffness / 100 - 1) < 0.05)
    #expect(abs(found.spring.damping / damping - 1) < 0.05)
  }

  @Test("finds a spring as slow as the tides, whose constants are tiny")
  func slowSpring() throws {
    let tide = try SpringAnimation(
      from: 60.0,
      to: 120,
      spring: Spring(duration: 45_000, bounce: 0.8),
      timing: MediaTiming(duration: 90_000, fillMode: .forwards)
    )
    let fitted = try fit(samples(tide, 0...90_000, rate: 1.0 / 600), within: 0.1)
    #expect(fitted.error <= 0.1)
    guard case .spring = fitted.form else {
      Issue.record("no spring was found")
      return
    }
  }

  @Test("finds a spring that settles, even if its damping is tiny")
  func littleDamping() throws {
    let values = [-0.17, -1.16, -0.43, -1.06, -0.37, -0.73, -1.51, -1.61]
    let samples = values.enumerated().map { (time: Double($0) / 20, value: $1) }
    let fitted = try fit(samples, within: 2, as: .spring)
    guard case .spring(let found, _, _) = fitted.form else {
      Issue.record("no spring was found")
      return
    }
    #expect(found.spring.damping > 0)
  }

  static let beziers: [[Double]] = [
    [0.5, 0, 0.9, 0.7], [0.1, 0.6, 0.2, 0.9], [1, 0, 0.75, 1], [1.0 / 3, 0, 2.0 / 3, 1.0 / 3],
  ]

  @Test("needs one Bézier for the motion of one Bézier", arguments: beziers)
  func bezier(numbers n: [Double]) throws {
    let curve = try TimingFunction.bezier(n[0], n[1], n[2], n[3])
    let rocket = try SourceMaterial.rocket(curve)
    let fitted = try fit(samples(rocket, rate: 60), within: 1, as: .keyframes)
    guard case .keyframes(let keyframes, let functions) = fitted.form else { return }
    #expect(keyframes.values.count == 2 && functions.count == 1)
    #expect(fitted.error <= 1)
  }

  @Test("keeps within a tolerance that short numbers would exceed", arguments: [1e-2, 1e-3, 1e-5])
  func smallTolerances(tolerance: Double) throws {
    let fall = (0...60).map { index in
      let time = Double(index) / 30
      return (time: time, value: 1000 - 500 * time * time)
    }
    #expect(try fit(fall, within: tolerance, as: .keyframes).error <= tolerance)
    let small = fall.map { (time: $0.time, value: $0.value * 1e-20) }
    #expect(try fit(small, within: tolerance * 1e-20, as: .keyframes).error <= tolerance * 1e-20)
  }

  @Test("has CSS whose linear() keeps within the tolerance of a long way")
  func longWay() throws {
    let ramp = (0...200).map { index in
      let time = Double(index) / 100
      return (time: time, value: time * time * time * 125_000)
    }
    let fitted = try fit(ramp, within: 1)
    let css = try #require(fitted.css(name: "ramp", tolerance: 1))
    let text = try #require(css.split(separator: " linear").last)
    let line = try TimingFunction("linear" + text.prefix { $0 != ")" } + ")")
    for (time, _) in ramp { #expect(abs(line(time / 2) * 1e6 - fitted.value(at: time)) < 1.1) }
  }

  @Test("keeps within every tolerance, with more keyframes for a smaller one")
  func tolerances() throws {
    let ball = try SourceMaterial.ballByFunction()
    let points = samples(
      try BasicAnimation(from: 268, to: 32, timing: ball.timing, timingFunction: .bounceEaseOut)
    )
    var counts: [Int] = []
    for tolerance in [10, 3, 1, 0.3, 0.1, 0.01] {
      let fitted = try fit(points, within: tolerance, as: .keyframes)
      guard case .keyframes(let keyframes, _) = fitted.form else { return }
      #expect(fitted.error <= tolerance)
      counts.append(keyframes.values.count)
    }
    #expect(counts == counts.sorted() && counts[5] < 80)
  }

  @Test("fits values that do not change, or only jump")
  func still() throws {
    let still = try fit([(1, 5), (2, 5), (4, 5)], within: 0.1)
    #expect(still.animation.value(at: 3, over: 0) == 5)
    #expect(still.animation.activeSpan == 1...4)
    let jump = try fit((0..<20).map { (Double($0), $0 < 10 ? 0 : 100) }, within: 0.1)
    #expect(jump.error <= 0.1)
  }

  @Test("names what cannot be fitted")
  func errors() {
    #expect(throws: MotionError.self) { try fit([(0, 1)], within: 1) }
    #expect(throws: MotionError.self) { try fit([(0, 1), (0, 2)], within: 1) }
    #expect(throws: MotionError.self) { try fit([(0, 1), (1, .nan)], within: 1) }
    #expect(throws: MotionError.self) { try fit([(0, 1), (1, 2)], within: 0) }
    let zigzag = (0..<40).map { tick in (Double(tick), Double(tick * 7 % 11)) }
    #expect(throws: MotionError.self) { try fit(zigzag, within: 0.1, as: .spring) }
  }

  // The search used to continue along it in ever smaller steps.
  @Test("ends where the error of a spring has a long narrow valley")
  func valley() throws {
    let samples = [
      (2.083699058424416, 1.2612920583705618), (309.22885294887425, 2.083623860679241),
      (309.9603995597103, 1.447626014246185), (310.6988782650839, 2.20073043166854),
      (313.4406966707202, 1e-06), (314.82643047071195, 2.0255476030604713),
    ]
    let fitted = try fit(samples.map { (time: $0.0, value: $0.1) }, within: 1)
    #expect(fitted.error <= 1)
  }
}
