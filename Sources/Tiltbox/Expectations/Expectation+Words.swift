import Chipmunk

extension Scenario.Expectation: CustomStringConvertible {
  /// The expectation in words, with its tolerance and units.
  public var description: String {
    let subject = body ?? "every body"
    switch condition {
    case .firstContact(let partner, let time, let tolerance):
      return "\(subject) first meets \(partner)" + Self.words(at: time, within: tolerance)
    case .value(let measure, let target, let when):
      return "\(subject): \(measure.rawValue) \(target.words(measure.unit)) \(when)"
    case .vector(let measure, let value, let tolerance, let when):
      let target = "\(value.plain) \(measure.unit), within \(tolerance.plain)"
      return "\(subject): \(measure.rawValue) \(target) \(when)"
    case .numbers(let target, let targets, let when):
      let words = targets.count == 1 ? targets[0].words("") : targets.words
      return "\(target): \(words) \(when)"
    case .asleep(let time):
      return "\(subject) sleeps at \(time.plain) s"
    case .inside(let low, let high, let when):
      return "\(subject) between \(low.plain) and \(high.plain) \(when)"
    case .contacts(let partner, let range, let when):
      let count =
        range.lowerBound == range.upperBound
        ? "\(range.lowerBound)"
        : range.upperBound == .max
          ? "\(range.lowerBound) or more"
          : "\(range.lowerBound) to \(range.upperBound)"
      let noun = count == "1" ? "contact" : "contacts"
      return "\(subject) begins \(count) \(noun)\(partner.map { " with \($0)" } ?? "") \(when)"
    case .order(let changes):
      return "in this order: " + changes.map(\.description).joined(separator: ", ")
    case .breaks(let constraint, let time, let tolerance):
      return "\(constraint) breaks" + Self.words(at: time, within: tolerance)
    case .holds(let constraint):
      return "\(constraint) does not break"
    case .digest(let file):
      return "the run is that of \(file), bit for bit"
    case .digestValue(let digest, let time):
      return "the digest is \(digest) \(time.map { "at \($0.plain) s" } ?? "at the end")"
    }
  }

  private static func words(at time: Double?, within tolerance: Double?) -> String {
    guard let time else { return "" }
    return " at \(time.plain) s, within " + (tolerance.map { "\($0.plain) s" } ?? "two steps")
  }
}

extension Scenario.Expectation.Target {
  func words(_ name: String) -> String {
    let unit = name.isEmpty ? "" : " " + name
    return switch self {
    case .following(let law, let tolerance):
      "follows \(law.formula), within \(tolerance.plain)\(unit)"
    case .near(let value, let tolerance): "\(value.plain)\(unit), within \(tolerance.plain)"
    case .between(let low?, let high?): "from \(low.plain) to \(high.plain)\(unit)"
    case .between(let low?, nil): "\(low.plain)\(unit) or more"
    case .between(nil, let high?): "\(high.plain)\(unit) or less"
    case .between(nil, nil): "any"
    }
  }
}

extension [Scenario.Expectation.Target] {
  /// `[1, 0, 0], within 0.01`: all have the same tolerance.
  fileprivate var words: String {
    var (values, tolerance) = ([String](), "")
    for target in self {
      guard case .near(let value, let margin) = target else { continue }
      values.append(value.plain)
      tolerance = margin.plain
    }
    return "[\(values.joined(separator: ", "))], within \(tolerance)"
  }
}

extension Scenario.Expectation.When: CustomStringConvertible {
  /// When, in words.
  public var description: String {
    switch self {
    case .at(let time): "at \(time.plain) s"
    case .atEnd: "at the end"
    case .always(0, nil): "at all times"
    case .always(let from, let to): "at all times \(Self.span(from, to))"
    case .eventually(0, nil): "at some time"
    case .eventually(let from, let to): "at some time \(Self.span(from, to))"
    }
  }

  private static func span(_ from: Double, _ to: Double?) -> String {
    "from \(from.plain) s to " + (to.map { "\($0.plain) s" } ?? "the end")
  }
}

extension Scenario.Expectation.ContactChange: CustomStringConvertible {
  /// `ball meets crate-1`, `ball leaves crate-1`.
  public var description: String { "\(a) \(kind == .begin ? "meets" : "leaves") \(b)" }
}
