/// A piece of physics whose outcome is known from theory.
package struct VerificationCase: Sendable {
  /// What the case is called, as in `free-fall`.
  package let name: String
  /// What it shows, in one line.
  package let summary: String
  private let experiment: @Sendable (Laboratory) throws -> [Measurement]

  /// Makes a case.
  ///
  /// - Parameters:
  ///   - name: what it is called, in lower case with dashes.
  ///   - summary: what it shows, in one line.
  ///   - experiment: sets the bodies up, runs them and measures.
  package init(
    _ name: String,
    _ summary: String,
    experiment: @escaping @Sendable (Laboratory) throws -> [Measurement]
  ) {
    self.name = name
    self.summary = summary
    self.experiment = experiment
  }

  /// Runs the case once.
  ///
  /// - Throws: what the settings' apparatus throws.
  package func measure(in laboratory: Laboratory) throws -> [Measurement] {
    try experiment(laboratory)
  }
}
