internal import Chipmunk
internal import Tiltbox

/// An expectation about a series, as drawn over it.
enum Theory: Equatable {
  /// A value at a time, with a tolerance.
  case point(time: Double, value: Double, within: Double)
  /// An analytic target over a time span: always, or at least once.
  case curve(
    Scenario.Expectation.AnalyticTarget,
    from: Double,
    to: Double,
    within: Double,
    always: Bool
  )
  /// A range over a time span: always within it, or at least once.
  case band(from: Double, to: Double, low: Double?, high: Double?, always: Bool)
  /// An event at a time, with a tolerance.
  case moment(time: Double, within: Double)

  /// Creates the theory from an expectation about a body's number, in a run over a time range, which may go on after it;
  /// nil if there is none.
  init?(
    _ expectation: Scenario.Expectation,
    of body: String,
    _ measure: Scenario.Expectation.Measure,
    run: ClosedRange<Double>,
    isCut: Bool,
    step: Double
  ) {
    guard expectation.body == nil || expectation.body == body else { return nil }
    let room = 0.02 * (run.upperBound - run.lowerBound) + step
    switch expectation.condition {
    case .firstContact(_, let time?, let tolerance):
      guard (run.lowerBound - room...run.upperBound + room).contains(time) else { return nil }
      self = .moment(time: time, within: tolerance ?? 2 * step)
    case .value(_, _, .atEnd) where isCut, .vector(_, _, _, .atEnd) where isCut: return nil
    case .value(measure, let target, let when): self.init(target, when, run, room)
    case .vector(let vector, let value, let tolerance, let when):
      let number: Double
      switch (vector, measure) {
      case (.position, .x), (.velocity, .vx): number = value.x
      case (.position, .y), (.velocity, .vy): number = value.y
      default: return nil
      }
      self.init(.near(number, within: tolerance), when, run, room)
    default: return nil
    }
  }

  /// Creates what the axis of time shows of a target; nil for nothing. A single time may be beside the axis, in a room.
  private init?(
    _ target: Scenario.Expectation.Target,
    _ when: Scenario.Expectation.When,
    _ run: ClosedRange<Double>,
    _ room: Double
  ) {
    // A time span, and whether the target holds always in it; nil for a single time.
    var (from, to, always): (Double, Double, Bool?) =
      switch when {
      case .at(let time): (time, time, nil)
      case .atEnd: (run.upperBound, run.upperBound, nil)
      case .always(let from, let to): (from, to ?? run.upperBound, true)
      case .eventually(let from, let to): (from, to ?? run.upperBound, false)
      }
    let slack = always == nil ? room : 0
    guard from <= run.upperBound + slack, to >= run.lowerBound - slack else { return nil }
    if always != nil { (from, to) = (max(from, run.lowerBound), min(to, run.upperBound)) }
    switch (target, always) {
    case (.following(let target, let tolerance), let always?):
      self = .curve(target, from: from, to: to, within: tolerance, always: always)
    case (.following(let target, let tolerance), nil):
      self = .point(time: from, value: target.value(at: from), within: tolerance)
    case (.near(let value, let tolerance), nil):
      self = .point(time: from, value: value, within: tolerance)
    case (.near(let value, let tolerance), let always?):
      let (low, high) = (value - tolerance, value + tolerance)
      self = .band(from: from, to: to, low: low, high: high, always: always)
    case (.between(let low, let high), let always):
      self = .band(from: from, to: to, low: low, high: high, always: always ?? true)
    }
  }

  /// Whether this is the curve of an analytic target.
  var isCurve: Bool { if case .curve = self { true } else { false } }

  /// The values that must be visible.
  var values: [Double] {
    switch self {
    case .point(_, let value, let tolerance): [value - tolerance, value + tolerance]
    case .curve(_, _, _, let tolerance, _):
      samples(count: 200).flatMap { [$0.value - tolerance, $0.value + tolerance] }
    case .band(_, _, let low, let high, _): [low, high].compactMap(\.self)
    case .moment: []
    }
  }

  /// Returns evenly spaced times of a curve, with the target's values; empty for other cases.
  func samples(count: Int) -> [(time: Double, value: Double)] {
    guard case .curve(let target, let from, let to, _, _) = self else { return [] }
    return (0...count).map { place in
      let time = from + (to - from) * Double(place) / Double(count)
      return (time, target.value(at: time))
    }
  }
}
