extension Scenario.Expectation {
  /// The target of a number over time: a theoretical law, as a formula of the time.
  public struct AnalyticTarget: Hashable, Sendable {
    /// The formula as the scenario has it: `y - g*t^2/2`.
    public let formula: String
    private let evaluate: @Sendable (_ time: Double) -> Double

    /// Makes a law.
    ///
    /// - Parameters:
    ///   - formula: The text of the formula, by which laws are compared.
    ///   - evaluate: Returns the target at a time in seconds. A target that is not finite is never
    ///     met.
    public init(_ formula: String, _ evaluate: @escaping @Sendable (_ time: Double) -> Double) {
      (self.formula, self.evaluate) = (formula, evaluate)
    }

    /// Returns the target at a time in seconds.
    public func value(at time: Double) -> Double { evaluate(time) }

    /// Whether two laws have the same formula.
    public static func == (a: Self, b: Self) -> Bool { a.formula == b.formula }

    /// Hashes the formula.
    public func hash(into hasher: inout Hasher) { hasher.combine(formula) }
  }
}
