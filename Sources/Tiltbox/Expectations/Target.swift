extension Scenario.Expectation {
  /// The target of a number over time: a formula of the time, from theory.
  public struct AnalyticTarget: Hashable, Sendable {
    /// The formula as the scenario has it: `y - g*t^2/2`.
    public let formula: String
    private let evaluate: @Sendable (_ time: Double) -> Double

    /// Makes an analytic target.
    ///
    /// - Parameters:
    ///   - formula: The text of the formula, by which targets are compared.
    ///   - evaluate: Returns the target at a time in seconds. A target that is not finite is never
    ///     met.
    public init(_ formula: String, _ evaluate: @escaping @Sendable (_ time: Double) -> Double) {
      (self.formula, self.evaluate) = (formula, evaluate)
    }

    /// Returns the target at a time in seconds.
    public func value(at time: Double) -> Double { evaluate(time) }

    /// Whether two targets have the same formula.
    public static func == (a: Self, b: Self) -> Bool { a.formula == b.formula }

    /// Hashes the formula.
    public func hash(into hasher: inout Hasher) { hasher.combine(formula) }
  }
}

extension Scenario.Expectation.Target {
  /// Reports numbers out of range.
  func report(at path: String, within: String, to found: inout DiagnosticList) {
    switch self {
    case .near(let value, let tolerance):
      found.check(path, value, Scenario.Expectation.number)
      found.check(within, tolerance, Scenario.Expectation.tolerance)
    case .following(_, let tolerance):
      found.check(within, tolerance, Scenario.Expectation.tolerance)
    case .between(let low, let high):
      if let low { found.check(path, low, Scenario.Expectation.number) }
      if let high { found.check(path, high, Scenario.Expectation.number) }
      if let low, let high, low > high {
        found.add(path, "the minimum \(low.plain) is above the maximum \(high.plain); swap them")
      }
    }
  }

  /// The distance of a value from the target at a time; 0 or less if it is right.
  func distance(to value: Double, at time: Double) -> Double {
    switch self {
    case .following(let analytic, let tolerance):
      abs(value - analytic.value(at: time)) - tolerance
    case .near(let target, let tolerance): abs(value - target) - tolerance
    case .between(let low, let high):
      max(low.map { $0 - value } ?? -.infinity, high.map { value - $0 } ?? -.infinity)
    }
  }

  /// The value of an analytic target, in words; empty if the expectation itself states the number.
  func contrast(at time: Double) -> String {
    guard case .following(let analytic, _) = self else { return "" }
    return ", and not \(analytic.value(at: time).plain),"
  }

  func words(_ name: String) -> String {
    let unit = name.isEmpty ? "" : " " + name
    return switch self {
    case .following(let analytic, let tolerance):
      "follows \(analytic.formula), within \(tolerance.plain)\(unit)"
    case .near(let value, let tolerance): "\(value.plain)\(unit), within \(tolerance.plain)"
    case .between(let low?, let high?): "from \(low.plain) to \(high.plain)\(unit)"
    case .between(let low?, nil): "\(low.plain)\(unit) or more"
    case .between(nil, let high?): "\(high.plain)\(unit) or less"
    case .between(nil, nil): "any"
    }
  }

  /// The fields to write.
  func members(of key: String) -> [FieldContent.Member] {
    switch self {
    case .near(let value, let tolerance):
      [.init(key, .number(value)), .init("within", .number(tolerance))]
    case .following(let analytic, let tolerance):
      [.init(key, .text(analytic.formula)), .init("within", .number(tolerance))]
    case .between(let low, let high):
      [.init(key, .mapping(.present("min", low) + .present("max", high)))]
    }
  }
}

extension [Scenario.Expectation.Target] {
  /// `[1, 0, 0], within 0.01`: all have the same tolerance.
  var words: String {
    var (values, tolerance) = ([String](), "")
    for target in self {
      guard case .near(let value, let margin) = target else { continue }
      values.append(value.plain)
      tolerance = margin.plain
    }
    return "[\(values.joined(separator: ", "))], within \(tolerance)"
  }
}
