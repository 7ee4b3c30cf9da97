/// A measurement of a case at one step.
package struct VerificationResult: Hashable, Sendable {
  /// The case.
  package let caseName: String
  /// The step, in seconds.
  package let step: Double
  /// The measured value and the theory.
  package let measurement: Measurement
}

/// The results of a suite.
package struct VerificationReport: Sendable {
  /// The measurements, in the order of the cases, then of the steps.
  package let results: [VerificationResult]

  package init(results: [VerificationResult]) { self.results = results }

  /// The convergence of errors with the step, for all quantities with a claimed order and at least two steps.
  package var convergences: [Convergence] { Convergence.all(in: results) }

  /// Whether every measurement and every order of convergence is within its tolerance.
  package var passes: Bool {
    results.allSatisfy(\.measurement.passes) && convergences.allSatisfy(\.passes)
  }
}

extension VerificationReport {
  /// The report as a table for a terminal.
  package var text: String { document(\.text, heading: "") }

  /// The report as Markdown tables.
  package var markdown: String { document(\.markdown, heading: "## ") }

  private func document(_ write: (ReportTable) -> String, heading: String) -> String {
    var text = write(.measurements(of: self))
    let convergences = ReportTable.convergences(of: self)
    if !convergences.rows.isEmpty {
      text += "\n\(heading)Order of convergence to the continuous theory\n\n" + write(convergences)
    }
    return text + "\n" + verdict + "\n"
  }

  /// The last line: the number of measurements, and how many deviate from theory.
  package var verdict: String {
    let measured =
      "\(results.count) measurement\(results.count == 1 ? "" : "s"), "
      + "\(convergences.count) order\(convergences.count == 1 ? "" : "s") of convergence: "
    let failed = results.count { !$0.measurement.passes } + convergences.count { !$0.passes }
    return measured + (failed == 0 ? "all as theory says." : "\(failed) not as theory says.")
  }
}
