internal import Chipmunk
internal import Tiltbox

/// What a scenario expects of a series, as it is drawn over it.
enum Theory: Equatable {
  /// A value at a time, give or take a tolerance.
  case point(time: Double, value: Double, within: Double)
  /// A range through some time: always in it, or once at least.
  case band(from: Double, to: Double, low: Double?, high: Double?, always: Bool)
  /// Something happens at a time, give or take a tolerance.
  case moment(time: Double, within: Double)

  /// What an expectation says of a body's number, in a run from one time to another; nil if it says nothing.
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
    let (low, high): (Double?, Double?) =
      switch target {
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

  /// The values that have to be seen.
  var values: [Double] {
    switch self {
    case .point(_, let value, let tolerance): [value - tolerance, value + tolerance]
    case .band(_, _, let low, let high, _): [low, high].compactMap(\.self)
    case .moment: []
    }
  }
}
