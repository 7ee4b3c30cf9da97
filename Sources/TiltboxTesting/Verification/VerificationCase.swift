/// A piece of physics whose outcome is known from theory.
package struct VerificationCase: Sendable {
  /// What the case is called, as in `free-fall`.
  package let name: String
  /// What it shows, in one line.
  package let summary: String
  private let experiment: @Sendable (CaseSetup) throws -> [Measurement]

  /// Makes a case.
  package init(
    _ name: String,
    _ summary: String,
    experiment: @escaping @Sendable (CaseSetup) throws -> [Measurement]
  ) {
    self.name = name
    self.summary = summary
    self.experiment = experiment
  }

  /// Runs the case once.
  ///
  /// - Throws: what the settings' system throws.
  package func measure(in setup: CaseSetup) throws -> [Measurement] {
    try experiment(setup)
  }
}
