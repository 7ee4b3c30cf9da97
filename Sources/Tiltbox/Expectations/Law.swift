extension Scenario.Expectation {
  /// What a number should be as time goes on: what theory says, as a formula of the time.
  public struct Law: Hashable, Sendable {
    /// The formula as the scenario has it: `y - g*t^2/2`.
    public let formula: String
    private let evaluate: @Sendable (_ time: Double) -> Double

    /// Makes a law.
    ///
    /// - Parameters:
    ///   - formula: The formula in words, by which laws are told apart.
    ///   - evaluate: What it comes to at a time in seconds; what is not finite is never met.
    public init(_ formula: String, _ evaluate: @escaping @Sendable (_ time: Double) -> Double) {
      (self.formula, self.evaluate) = (formula, evaluate)
    }

    /// What the number should be at a time in seconds.
    public func value(at time: Double) -> Double { evaluate(time) }

    /// Whether two laws have the same formula.
    public static func == (a: Self, b: Self) -> Bool { a.formula == b.formula }

    /// Takes in the formula.
    public func hash(into hasher: inout Hasher) { hasher.combine(formula) }
  }
}
