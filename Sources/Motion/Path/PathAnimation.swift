/// A movement along a path.
///
/// Of a `SIMD2<Double>`, or of a `Pose`, which may turn with the path.
public struct PathAnimation<Value: PathFollowing>: PropertyAnimation {
  /// How the object rotates along the path.
  public enum RotationMode: String, CaseIterable, Sendable {
    /// No rotation.
    case none
    /// It faces forward.
    case auto
    /// It faces backward.
    case autoReverse
  }

  /// The timing: begin, duration, speed and repetition.
  public var timing: MediaTiming
  /// The timing function over one play, applied before the key times.
  public var timingFunction = TimingFunction.linear
  /// Whether the position is added to the value beneath it instead of replacing it.
  public var isAdditive = false
  /// Whether each repetition continues from the end of the previous one.
  public var isCumulative = false

  /// The path.
  public let path: Path
  /// How the object rotates along the path.
  public let rotationMode: RotationMode
  /// How the object moves through the pieces of the path.
  public let calculationMode: CalculationMode

  private let keys: KeyTimes
  private let trace: PathTrace

  /// Makes an animation along a path.
  ///
  /// - Parameters:
  ///   - path: A path with at least one piece.
  ///   - rotationMode: How the object rotates along the path.
  ///   - calculationMode: `paced` at a constant speed over the true length of the path; `linear` by
  ///     each piece in its own time; `discrete` from point to point.
  ///   - keyTimes: For `linear` and `discrete`, the fraction of the duration at which each of the
  ///     n + 1 ends of the n pieces is reached; `nil` to give each piece the same time.
  ///   - timingFunctions: For `linear`, none, one for all pieces, or one for each.
  ///   - timing: Begin, duration, speed and repetition.
  /// - Throws: `MotionError` if the path is empty, the mode is a cubic one (a path brings its own
  ///   curves), or a count or a key time is wrong.
  public init(
    along path: Path,
    rotationMode: RotationMode = .none,
    calculationMode: CalculationMode = .paced,
    keyTimes: [Double]? = nil,
    timingFunctions: [TimingFunction] = [],
    timing: MediaTiming = .natural
  ) throws(MotionError) {
    try require(!path.isEmpty, "path", is: "without a piece", "give a path with at least one")
    try require(
      calculationMode != .cubic && calculationMode != .cubicPaced,
      "calculationMode",
      is: calculationMode.rawValue,
      "give paced, linear or discrete: a path brings its own curves"
    )
    let count = path.segments.count + 1
    keys = try KeyTimes(keyTimes, timingFunctions, keys: count, mode: calculationMode)
    trace = PathTrace(path)
    self.path = path
    self.rotationMode = rotationMode
    self.calculationMode = calculationMode
    self.timing = timing
  }

  /// The length of the path.
  public var length: Double { trace.table.total }

  /// Returns the value at a parent time, or the underlying value if the animation is not active
  /// then.
  ///
  /// Specialized for common types of values; for others it is generic, and slower.
  @specialized(where Value == SIMD2<Double>)
  @specialized(where Value == Pose)
  public func value(at time: Double, over underlying: Value) -> Value {
    played(at: time, over: underlying)
  }

  /// Returns the value at a progress; below 0 and above 1, that of the ends.
  public func value(atProgress progress: Double, over underlying: Value) -> Value {
    let place = place(at: progress)
    let angle: Double? =
      switch rotationMode {
      case .none: nil
      case .auto: trace.angle(at: place)
      case .autoReverse: trace.angle(at: place) + .pi
      }
    return underlying.following(trace.point(at: place), angle: angle.map(Angle.init(radians:)))
  }

  private func place(at progress: Double) -> (stretch: Int, fraction: Double) {
    switch calculationMode {
    case .paced, .cubicPaced:
      return trace.table.place(at: progress.clamped(0, 1) * trace.table.total)
    case .linear, .cubic:
      let stretch = keys.stretch(at: progress)
      return (stretch.index, stretch.fraction.clamped(0, 1))
    case .discrete:
      let key = keys.key(at: progress)
      return key < path.segments.count ? (key, 0) : (key - 1, 1)
    }
  }
}

/// A position and a heading, as of a body on a path.
public struct Pose: Hashable, Sendable {
  /// The place.
  public var position: SIMD2<Double>
  /// The direction.
  public var angle: Angle

  /// Makes a pose from a place and a direction.
  @inlinable public init(position: SIMD2<Double>, angle: Angle = Angle(radians: 0)) {
    self.position = position
    self.angle = angle
  }
}

extension Pose: ComponentAnimatable {
  /// x, y and the angle in radians.
  @inlinable public var components: SIMD3<Double> { SIMD3(position, angle.radians) }
  /// Makes a pose from x, y and an angle in radians.
  @inlinable public init(components: SIMD3<Double>) {
    self.init(position: SIMD2(components.x, components.y), angle: Angle(radians: components.z))
  }
}

/// A value that can be moved along a path.
public protocol PathFollowing: Animatable {
  /// The value, placed on a path.
  func following(_ point: SIMD2<Double>, angle: Angle?) -> Self
}

extension SIMD2: PathFollowing where Scalar == Double {
  /// The point.
  public func following(_ point: SIMD2<Double>, angle: Angle?) -> SIMD2<Double> { point }
}

extension Pose: PathFollowing {
  /// The pose at the point, in the direction of travel.
  public func following(_ point: SIMD2<Double>, angle: Angle?) -> Pose {
    Pose(position: point, angle: angle ?? self.angle)
  }
}

/// A path prepared for travel: its length, and its direction without jumps by full turns.
struct PathTrace: Sendable {
  private let segments: [PathSegment]
  /// The places at lengths from the start.
  let table: ArcLengthTable
  /// The direction at the start of each segment and of each further part of it, in radians, continuous beyond full
  /// turns.
  private let angles: [Double]
  private static let parts = 16

  init(_ path: Path) {
    let segments = path.segments
    self.segments = segments
    table = ArcLengthTable(stretches: segments.count, halvings: 10) {
      let rate = segments[$0].derivative(at: $1)
      return hypotenuse(rate.x, rate.y)
    }
    var (angles, last) = ([Double](), 0.0)
    for segment in segments {
      for part in 0...Self.parts {
        let (start, end) = (Self.fraction(max(part - 1, 0)), Self.fraction(part))
        last = Self.angle(segment, at: end, from: last, at: start)
        if part < Self.parts { angles.append(last) }
      }
    }
    self.angles = angles
  }

  /// The point at a place.
  func point(at place: (stretch: Int, fraction: Double)) -> SIMD2<Double> {
    segments[place.stretch].point(at: place.fraction)
  }

  /// The direction of travel at a place, in radians, continuous beyond full turns.
  func angle(at place: (stretch: Int, fraction: Double)) -> Double {
    let part = min(Int(place.fraction * Double(Self.parts)), Self.parts - 1)
    return Self.angle(
      segments[place.stretch],
      at: place.fraction,
      from: angles[place.stretch * Self.parts + part],
      at: Self.fraction(part)
    )
  }

  /// The fraction of a segment at which a part of it starts.
  private static func fraction(_ part: Int) -> Double { Double(part) / Double(parts) }

  /// The direction of a segment, with the turns that it has made since it had another direction; that direction itself
  /// if the segment is a single point.
  private static func angle(
    _ segment: PathSegment,
    at fraction: Double,
    from angle: Double,
    at start: Double
  ) -> Double {
    let direction = segment.direction(at: fraction)
    guard direction != .zero else { return angle }
    let turn = (arcTangent(direction.y, over: direction.x) - angle).remainder(dividingBy: 2 * .pi)
    // An ellipse's direction is within a quarter turn of that of its circle.
    let turns = (segment.sweep * (fraction - start) - turn) / (2 * .pi)
    return angle + turn + turns.rounded() * 2 * .pi
  }
}

/// Finds the point at a length along a curve, quickly.
///
/// The curve's segments are divided into cells. The length of each cell is integrated by five-point Gauss–Legendre
/// quadrature. Within a cell the parameter is the cubic with the right value and the right rate at both ends, kept
/// monotone. Cells are halved until that cubic moves along the curve at a speed that is constant to 1/5000 (down to a
/// limit, which cusps reach).
struct ArcLengthTable: Sendable {
  /// The length of the curve.
  private(set) var total = 0.0
  private var cells: [Cell] = []

  private struct Cell {
    /// The length at the start of the cell, and the cell's own length.
    var start = 0.0
    var length: Double
    /// The segment of the cell, the fraction of the segment at its start, and the fraction that it covers.
    var stretch: Int
    var low: Double
    var width: Double
    /// The rate of the parameter at both ends; 1 for a cell with constant speed.
    var rates: SIMD2<Double>

    /// The fraction of the parameter at a fraction of the length, and its rate.
    func parameter(at t: Double) -> (value: Double, rate: Double) {
      let s = 1 - t
      return (
        t * (s * (s * rates.x - t * rates.y) + t * (3 - 2 * t)),
        s * (1 - 3 * t) * rates.x - t * (2 - 3 * t) * rates.y + 6 * t * s
      )
    }
  }

  /// Measures a curve.
  init(stretches: Int, halvings: Int, speed: (Int, Double) -> Double) {
    for stretch in 0..<stretches {
      let parts = 4
      for part in 0..<parts {
        let width = 1 / Double(parts)
        measure(stretch, Double(part) * width, width, depth: halvings) { speed(stretch, $0) }
      }
    }
  }

  private mutating func measure(
    _ stretch: Int,
    _ low: Double,
    _ width: Double,
    depth: Int,
    speed: (Double) -> Double
  ) {
    let length = width * Self.mean { speed(low + $0 * width) }
    guard length > 0 else { return }
    let rates = length / (width * SIMD2(speed(low), speed(low + width)))
    var cell = Cell(
      length: length,
      stretch: stretch,
      low: low,
      width: width,
      rates: rates.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: 3))
    )
    let isEven = [0.25, 0.5, 0.75].allSatisfy { t in
      let u = cell.parameter(at: t)
      return abs(u.rate * speed(low + u.value * width) * width / length - 1) < 2e-4
    }
    guard isEven || depth == 0 else {
      measure(stretch, low, width / 2, depth: depth - 1, speed: speed)
      measure(stretch, low + width / 2, width / 2, depth: depth - 1, speed: speed)
      return
    }
    cell.start = total
    cells.append(cell)
    total += length
  }

  /// The segment, and the fraction of it, at a length from the start of the curve.
  ///
  /// Logarithmic in the number of cells.
  func place(at length: Double) -> (stretch: Int, fraction: Double) {
    guard !cells.isEmpty else { return (0, 0) }
    let cell = cells[cells.lastIndex(notAfter: length) { $0.start }]
    let u = cell.parameter(at: ((length - cell.start) / cell.length).clamped(0, 1)).value
    return (cell.stretch, (cell.low + u.clamped(0, 1) * cell.width).clamped(0, 1))
  }

  /// The mean of a function over 0...1.
  private static func mean(_ f: (Double) -> Double) -> Double {
    let inner = 0.269234655052841545
    let outer = 0.453089922969331996
    return 0.284444444444444444 * f(0.5)
      + 0.239314335249683234 * (f(0.5 - inner) + f(0.5 + inner))
      + 0.118463442528094544 * (f(0.5 - outer) + f(0.5 + outer))
  }
}
