/// A timing function drawn as a cubic Bézier from (0, 0) to (1, 1): x is time, y is progress.
///
/// As in CSS and Core Animation. The x of both control points is within 0...1, so that time never
/// runs back; y is free, for anticipation and overshoot.
public struct CubicBezier: Hashable, Sendable {
  /// The first control point, the end of the handle at (0, 0).
  public let control1: SIMD2<Double>
  /// The second control point, the end of the handle at (1, 1).
  public let control2: SIMD2<Double>

  // x(t) = ((ax·t + bx)·t + cx)·t
  private let ax: Double
  private let bx: Double
  private let cx: Double

  /// Makes a curve from its two control points, in the order of CSS's `cubic-bezier()`.
  ///
  /// - Throws: `MotionError` if an x is outside 0...1 or a y is not finite.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws(MotionError) {
    for (x, name) in [(x1, "x1"), (x2, "x2")] {
      try require(x, in: 0...1, name, "give a number from 0 to 1")
    }
    for (y, name) in [(y1, "y1"), (y2, "y2")] { try requireFinite(y, name) }
    self.init(unchecked: x1, y1, x2, y2)
  }

  init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    control1 = SIMD2(x1, y1)
    control2 = SIMD2(x2, y2)
    cx = 3 * x1
    bx = 3 * (x2 - x1) - cx
    ax = 1 - cx - bx
  }

  /// The progress at a fraction of the time.
  ///
  /// Outside 0...1 the curve continues along its tangent, as in the CSS easing specification. Takes constant time,
  /// without allocation.
  public func callAsFunction(_ x: Double) -> Double {
    if x > 0, x < 1 { return y(at: parameter(at: x)) }
    if x == 0 || x == 1 { return x }
    return beyond(x)
  }

  /// The parameter t in 0...1 whose x(t) differs from `x`, in 0...1, by less than 1e-14.
  ///
  /// It uses Householder's method of third order, which for a cubic needs all its derivatives and one division per
  /// step; two or three steps are enough. A step that would leave the bracketing interval is replaced by bisection.
  func parameter(at x: Double) -> Double {
    var t = x
    var low = 0.0
    var high = 1.0
    for _ in 0..<64 {
      let error = ((ax * t + bx) * t + cx) * t - x
      if abs(error) < 1e-14 { return t }
      if error < 0 { low = t } else { high = t }
      let slope = (3 * ax * t + 2 * bx) * t + cx
      let bend = (3 * ax * t + bx) * error
      let square = slope * slope
      t -= error * (square - bend) / (slope * (square - 2 * bend) + error * error * ax)
      if !(t > low && t < high) { t = low + (high - low) / 2 }
    }
    return t
  }

  private func y(at t: Double) -> Double {
    let s = 1 - t
    return 3 * s * t * (s * control1.y + t * control2.y) + t * t * t
  }

  private func beyond(_ x: Double) -> Double {
    guard !x.isNaN else { return 0 }
    if x < 0 {
      let near = control1.x > 0 ? control1 : control2
      return near.x > 0 ? (x * (near.y / near.x).saturated).saturated : 0
    }
    let near = control2.x < 1 ? control2 : control1
    guard near.x < 1 else { return 1 }
    return (1 + (x - 1) * ((1 - near.y) / (1 - near.x)).saturated).saturated
  }
}

/// A timing function that jumps: CSS's `steps()`.
public struct Steps: Hashable, Sendable {
  /// The places of the jumps, in CSS's words.
  public enum Jump: String, CaseIterable, Sendable {
    /// The first jump is at the start of the time (CSS also says `start`).
    case start = "jump-start"
    /// The last jump is at the end of the time (CSS also says `end`).
    case end = "jump-end"
    /// No jump at either end: the first value is 0, the last 1.
    case none = "jump-none"
    /// A jump at both ends.
    case both = "jump-both"
  }

  /// The number of equal parts of the time.
  public let count: Int
  /// The places of the jumps.
  public let jump: Jump

  /// Makes a step function.
  ///
  /// - Throws: `MotionError` if there is not at least one step, or two without a jump at the ends.
  public init(_ count: Int, jump: Jump = .end) throws(MotionError) {
    let least = jump == .none ? 2 : 1
    let remedy = "give from \(least) to 1000000000 steps for \(jump.rawValue)"
    try require(count, in: least...1_000_000_000, "steps", remedy)
    self.init(unchecked: count, jump)
  }

  init(unchecked count: Int, _ jump: Jump) { (self.count, self.jump) = (count, jump) }

  /// The progress at a fraction of the time, by the algorithm of the CSS easing specification.
  ///
  /// - Parameters:
  ///   - t: The fraction of the time.
  ///   - isBefore: Whether the animation has not begun yet, CSS's "before flag": then a jump at
  ///     exactly this time has not happened.
  /// - Returns: The progress, a multiple of one over the number of jumps.
  public func callAsFunction(_ t: Double, isBefore: Bool = false) -> Double {
    guard !t.isNaN else { return 0 }
    let position = (t * Double(count)).saturated
    var step = position.rounded(.down)
    if jump == .start || jump == .both { step += 1 }
    if isBefore, position == position.rounded(.down) { step -= 1 }
    let jumps = Double(jump == .both ? count + 1 : jump == .none ? count - 1 : count)
    if t >= 0, step < 0 { step = 0 }
    if t <= 1, step > jumps { step = jumps }
    return step / jumps
  }
}

/// A timing function of straight pieces: CSS's `linear()` with stops.
public struct LinearStops: Hashable, Sendable {
  /// One corner of the line.
  public struct Stop: Hashable, Sendable {
    /// The fraction of the time; `nil` to be spread evenly between its neighbours.
    public var input: Double?
    /// The progress.
    public var output: Double

    /// Makes a stop with a progress and, if it is not to be spread evenly, its time.
    public init(_ output: Double, at input: Double? = nil) {
      self.input = input
      self.output = output
    }
  }

  /// The corners, with every input known and none before the one to its left.
  public let points: [SIMD2<Double>]

  /// Makes a line through stops, completed as the CSS easing specification says.
  ///
  /// A first input that is missing is 0, a last one is 1, those between are spread evenly; an input
  /// before the one to its left is moved to it.
  ///
  /// - Throws: `MotionError` if there are fewer than two stops, or a number is not finite.
  public init(_ stops: [Stop]) throws(MotionError) {
    let count = stops.count == 1 ? "one stop" : "\(stops.count) stops"
    try require(stops.count >= 2, "linear()", has: count, "give at least 2, as in linear(0, 1)")
    var inputs = stops.map(\.input)
    inputs[0] = inputs[0] ?? 0
    inputs[stops.count - 1] = inputs[stops.count - 1] ?? 1
    var last = -Double.infinity
    for (index, stop) in stops.enumerated() {
      try requireFinite(stop.output, "stops[\(index)].output")
      guard let input = inputs[index] else { continue }
      try requireFinite(input, "stops[\(index)].input")
      last = max(last, input)
      inputs[index] = last
    }
    points = zip(Self.spread(inputs), stops).map { SIMD2($0, $1.output) }
  }

  /// Spreads each run of missing inputs evenly between the known ones around it.
  private static func spread(_ inputs: [Double?]) -> [Double] {
    var filled: [Double] = []
    for (index, input) in inputs.enumerated() {
      if let input {
        filled.append(input)
        continue
      }
      let next = inputs[index...].firstIndex { $0 != nil } ?? index
      let before = filled.last ?? 0
      let after = inputs[next] ?? before
      filled.append(before.interpolated(to: after, at: 1 / Double(next - index + 1)))
    }
    return filled
  }

  /// The progress at a fraction of the time; the outer segments continue straight beyond the stops.
  ///
  /// Logarithmic in the number of stops.
  public func callAsFunction(_ t: Double) -> Double {
    guard !t.isNaN else { return 0 }
    let index = min(points.lastIndex(notAfter: t) { $0.x }, points.count - 2)
    let a = points[index]
    let b = points[index + 1]
    guard a.x < b.x else { return t < a.x ? a.y : b.y }
    return a.y.interpolated(to: b.y, at: (t - a.x).saturated / (b.x - a.x).saturated)
  }
}

extension Array {
  /// The index of the last element whose key is at most `limit`, or 0 if there is none, by bisection.
  func lastIndex(notAfter limit: Double, by key: (Element) -> Double) -> Int {
    Swift.max(partitioningIndex { !(key($0) <= limit) } - 1, 0)
  }

  /// The index of the first element that meets a condition, if all later ones meet it too; the count if none does.
  func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// One of Robert Penner's easing functions: a family, and the end at which it eases.
///
/// From "Programming Macromedia Flash MX" (2002), chapter 7, with its constants. Outside 0...1 the
/// ends are held.
public struct Penner: Hashable, Sendable {
  /// The shape of the curve.
  public enum Family: String, CaseIterable, Sendable {
    /// t².
    case quad
    /// t³.
    case cubic
    /// t⁴.
    case quart
    /// t⁵.
    case quint
    /// A quarter of a sine wave.
    case sine
    /// 2^(10(t − 1)).
    case expo
    /// A quarter of a circle.
    case circ
    /// Draws back by a tenth before it leaves: (s + 1)t³ − s·t², with s = 1.70158.
    case back
    /// A spring that oscillates with growing amplitude: period 0.3, or 0.45 at both ends.
    case elastic
    /// A bouncing ball, with parabolas 7.5625 t² (`Bounce.parabolas`).
    case bounce
    /// A bouncing ball, with rational pieces (`Bounce.rational`).
    case bounceRational
  }

  /// The end at which the change is slow.
  public enum Ease: String, CaseIterable, Sendable {
    /// Slow at the start.
    case `in`
    /// Slow at the end.
    case out
    /// Slow at both ends.
    case inOut
  }

  /// The shape of the curve.
  public let family: Family
  /// The end at which the change is slow.
  public let ease: Ease

  /// Makes the function of a family that eases at the given end.
  public init(_ family: Family, _ ease: Ease) { (self.family, self.ease) = (family, ease) }

  /// The progress at a fraction of the time: exactly 0 up to 0, exactly 1 from 1 on.
  public func callAsFunction(_ t: Double) -> Double {
    guard t > 0 else { return 0 }
    guard t < 1 else { return 1 }
    switch ease {
    case .in: return easeIn(t)
    case .out: return 1 - easeIn(1 - t)
    case .inOut: return t < 0.5 ? easeIn(2 * t) / 2 : 1 - easeIn(2 - 2 * t) / 2
    }
  }

  private func easeIn(_ t: Double) -> Double {
    switch family {
    case .quad: t * t
    case .cubic: t * t * t
    case .quart: t * t * t * t
    case .quint: t * t * t * t * t
    case .sine: 1 - cosine(t * .pi / 2)
    case .expo: powerOfTwo(10 * (t - 1))
    case .circ: 1 - (1 - t * t).squareRoot()
    case .back: back(t, ease == .inOut ? 1.70158 * 1.525 : 1.70158)
    case .elastic: elastic(t, period: ease == .inOut ? 0.45 : 0.3)
    case .bounce: 1 - Bounce.parabolas(1 - t)
    case .bounceRational: 1 - Bounce.rational(1 - t)
    }
  }

  private func back(_ t: Double, _ s: Double) -> Double { t * t * ((s + 1) * t - s) }

  private func elastic(_ t: Double, period: Double) -> Double {
    -powerOfTwo(10 * (t - 1)) * sine((t - 1 - period / 4) * 2 * .pi / period)
  }
}

/// The two common functions for a ball that bounces to rest: ease-out, on 0...1.
enum Bounce {
  /// Penner's: one parabola, shifted to each of four bounces; continuous everywhere.
  static func parabolas(_ t: Double) -> Double {
    let (middle, height): (Double, Double) =
      t < 1 / 2.75
      ? (0, 0)
      : t < 2 / 2.75
        ? (1.5 / 2.75, 0.75) : t < 2.5 / 2.75 ? (2.25 / 2.75, 0.9375) : (2.625 / 2.75, 0.984375)
    let u = t - middle
    return 7.5625 * u * u + height
  }

  /// Four parabolas with rational coefficients, with breakpoints at 4/11, 8/11 and 9/10 (AHEasing's).
  static func rational(_ t: Double) -> Double {
    if t < 4 / 11 { return 121 * t * t / 16 }
    if t < 8 / 11 { return (363.0 / 40 * t - 99.0 / 10) * t + 17.0 / 5 }
    if t < 9 / 10 { return (4356.0 / 361 * t - 35442.0 / 1805) * t + 16061.0 / 1805 }
    return (54.0 / 5 * t - 513.0 / 25) * t + 268.0 / 25
  }
}
