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

  /// Creates the theory from an expectation about a body's number, in a run over a time range; nil if there is none.
  init?(
    _ expectation: Scenario.Expectation,
    of body: String,
    _ measure: Scenario.Expectation.Measure,
    run: ClosedRange<Double>,
    step: Double
  ) {
    guard expectation.body == nil || expectation.body == body else { return nil }
    switch expectation.condition {
    case .firstContact(_, let time?, let tolerance):
      self = .moment(time: time, within: tolerance ?? 2 * step)
    case .value(measure, let target, let when): self.init(target, when, run)
    case .vector(let vector, let value, let tolerance, let when):
      let number: Double
      switch (vector, measure) {
      case (.position, .x), (.velocity, .vx): number = value.x
      case (.position, .y), (.velocity, .vy): number = value.y
      default: return nil
      }
      self.init(.near(number, within: tolerance), when, run)
    default: return nil
    }
  }

  private init(
    _ target: Scenario.Expectation.Target,
    _ when: Scenario.Expectation.When,
    _ run: ClosedRange<Double>
  ) {
    if case .following(let analytic, let tolerance) = target {
      self.init(analytic, within: tolerance, when, run)
      return
    }
    let (low, high): (Double?, Double?) =
      switch target {
      case .following: (nil, nil)
      case .near(let value, let tolerance): (value - tolerance, value + tolerance)
      case .between(let low, let high): (low, high)
      }
    switch when {
    case .at(let time): self.init(at: time, target, low, high)
    case .atEnd: self.init(at: run.upperBound, target, low, high)
    case .always(let from, let to):
      self = .band(from: from, to: to ?? run.upperBound, low: low, high: high, always: true)
    case .eventually(let from, let to):
      self = .band(from: from, to: to ?? run.upperBound, low: low, high: high, always: false)
    }
  }

  private init(
    _ target: Scenario.Expectation.AnalyticTarget,
    within tolerance: Double,
    _ when: Scenario.Expectation.When,
    _ run: ClosedRange<Double>
  ) {
    func curve(_ from: Double, _ to: Double?, always: Bool) -> Theory {
      .curve(target, from: from, to: to ?? run.upperBound, within: tolerance, always: always)
    }
    func point(_ time: Double) -> Theory {
      .point(time: time, value: target.value(at: time), within: tolerance)
    }
    switch when {
    case .at(let time): self = point(time)
    case .atEnd: self = point(run.upperBound)
    case .always(let from, let to): self = curve(from, to, always: true)
    case .eventually(let from, let to): self = curve(from, to, always: false)
    }
  }

  private init(
    at time: Double,
    _ target: Scenario.Expectation.Target,
    _ low: Double?,
    _ high: Double?
  ) {
    if case .near(let value, let tolerance) = target {
      self = .point(time: time, value: value, within: tolerance)
    } else {
      self = .band(from: time, to: time, low: low, high: high, always: true)
    }
  }

  /// Whether this is the curve of an analytic target.
  var isCurve: Bool { if case .curve = self { true } else { false } }

  /// The values that must be visible.
  var values: [Double] {
    switch self {
    case .point(_, let value, let tolerance): [value - tolerance, value + tolerance]
    case .curve: samples(count: 200).flatMap { [$0.low, $0.high] }
    case .band(_, _, let low, let high, _): [low, high].compactMap(\.self)
    case .moment: []
    }
  }

  /// Returns evenly spaced times of a curve, with the target's values and tolerances; empty for other cases.
  func samples(count: Int) -> [(time: Double, low: Double, value: Double, high: Double)] {
    guard case .curve(let target, let from, let to, let tolerance, _) = self else { return [] }
    return (0...count).map { place in
      let time = from + (to - from) * Double(place) / Double(count)
      let value = target.value(at: time)
      return (time, value - tolerance, value, value + tolerance)
    }
  }
}
