import Motion
import Testing

@Suite("Hostile numbers")
struct HostileNumbersTests {
  static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.5, 1e-300, -1e-300, .leastNonzeroMagnitude, 1e-9, 1e9, 1e150, -1e150, 1e300,
    -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .pi, 1 / 3,
  ]

  struct Source {
    var random: SplitMix
    mutating func number() -> Double {
      let index = Int(random.unit() * 24)
      return index < numbers.count ? numbers[index] : random.signed() * 100
    }
    mutating func vector() -> SIMD2<Double> { SIMD2(number(), number()) }
    mutating func flag() -> Bool { random.unit() < 0.5 }
    mutating func timing() -> MediaTiming {
      while true {
        let timing = try? MediaTiming(
          beginTime: number(),
          duration: flag() ? abs(number()) : nil,
          speed: number(),
          timeOffset: flag() ? number() : nil,
          repeatCount: flag() ? abs(number()) : nil,
          autoreverses: flag(),
          fillMode: .both
        )
        if let timing { return timing }
      }
    }
    mutating func function() -> TimingFunction {
      let names = TimingFunction.named
      let bezier = try? TimingFunction.bezier(random.unit(), number(), random.unit(), number())
      return flag() ? bezier ?? .linear : names[Int(random.unit() * Double(names.count))].function
    }
    mutating func path() -> Path {
      var path = Path()
      try? path.move(to: vector())
      for _ in 0..<4 {
        switch Int(random.unit() * 4) {
        case 0: try? path.line(to: vector())
        case 1: try? path.cubic(to: vector(), control1: vector(), control2: vector())
        case 2:
          try? path.arc(
            to: vector(),
            radii: vector(),
            rotation: number(),
            isLarge: flag(),
            isPositive: flag()
          )
        default:
          try? path.arc(
            center: vector(),
            radii: vector(),
            startAngle: number(),
            endAngle: number()
          )
        }
      }
      return path
    }
    /// Returns an animation of a random kind, if its random numbers are valid.
    mutating func animation() -> (any Animation<SIMD2<Double>>)? {
      let timing = timing()
      var (additive, cumulative) = (flag(), flag())
      func finish<A: PropertyAnimation<SIMD2<Double>>>(_ animation: A?) -> A? {
        var copy = animation
        copy?.isAdditive = additive
        copy?.isCumulative = cumulative
        return copy
      }
      defer { (additive, cumulative) = (false, false) }
      let modes = CalculationMode.allCases
      let mode = modes[Int(random.unit() * Double(modes.count))]
      switch Int(random.unit() * 5) {
      case 0:
        return finish(try? BasicAnimation(from: vector(), to: vector(), timing: timing))?
          .eased(function())
      case 1:
        return finish(try? BasicAnimation(by: vector(), timing: timing))?.eased(function())
      case 2:
        let values = (0..<4).map { _ in vector() }
        return finish(
          try? KeyframeAnimation(
            values: values,
            timingFunctions: [function()],
            calculationMode: mode,
            timing: timing
          )
        )
      case 3:
        let spring = try? Spring(mass: number(), stiffness: number(), damping: abs(number()))
        return finish(
          spring.flatMap {
            try? SpringAnimation(
              from: vector(),
              to: vector(),
              spring: $0,
              initialVelocity: vector(),
              timing: timing
            )
          }
        )
      default:
        return finish(
          try? PathAnimation(along: path(), calculationMode: mode, timing: timing)
        )
      }
    }
  }

  @Test("finite numbers give finite numbers, whatever the animation and the time")
  func everyAnimation() {
    var source = Source(random: SplitMix(seed: 2026))
    var made = 0
    for _ in 0..<500 {
      guard let animation = source.animation() else { continue }
      made += 1
      for _ in 0..<8 {
        let (time, under) = (source.number(), source.vector())
        let value = animation.value(at: time, over: under)
        if !value.isFinite {
          Issue.record("\(value) at \(time) over \(under): \(animation)")
          return
        }
      }
      let span = animation.activeSpan
      #expect(!span.lowerBound.isNaN && !span.upperBound.isNaN)
    }
    #expect(made > 200)
  }

  @Test("a pose keeps a finite direction on any valid path")
  func poses() throws {
    var source = Source(random: SplitMix(seed: 7))
    for _ in 0..<600 {
      let animation = try? PathAnimation<Pose>(along: source.path(), rotationMode: .auto)
      guard let animation else { continue }
      for i in 0...8 {
        let pose = animation.value(atProgress: Double(i) / 8, over: Pose(position: .zero))
        #expect(pose.isFinite)
      }
    }
  }

  @Test("huge repeat counts and speeds leave every time a number")
  func hugeNumbers() throws {
    let timing = try MediaTiming(
      duration: 2,
      speed: -1e308,
      repeatCount: .greatestFiniteMagnitude
    )
    let animation = try BasicAnimation(from: 0.0, to: 1, timing: timing)
    #expect(!animation.activeSpan.lowerBound.isNaN && !animation.activeSpan.upperBound.isNaN)
    let faster = try animation.changingSpeed(to: 3, at: 5)
    #expect(faster.value(at: 7, over: 0).isFinite)
    let group = try AnimationGroup([animation], timing: MediaTiming(duration: 1))
    #expect(group.value(at: 0.5, over: 0).isFinite && !group.naturalDuration.isNaN)
  }

  @Test("simplification treats NaN as 0, and keeps the tolerance if every span splits at its end")
  func simplifying() throws {
    let values = (0..<20_000).map { ($0.isMultiple(of: 2) ? 1.0 : -1) / Double($0 + 1) }
    let keys = try KeyframeAnimation(values: values, timing: MediaTiming(duration: 1))
    let few = keys.simplified(tolerance: 1e-3)
    #expect(few.values.count < 8000)
    for (index, value) in values.enumerated() {
      let time = Double(index) / Double(values.count - 1)
      #expect(abs(few.value(at: time, over: 0) - value) <= 1e-3 + 1e-9)
    }
    let short = try KeyframeAnimation(values: [0.0, 1, 0], timing: MediaTiming(duration: 1))
    #expect(short.simplified(tolerance: .nan).values == [0, 1, 0])
  }
}
