/// What a case has measured at one step.
package struct VerificationResult: Hashable, Sendable {
  /// The case.
  package let caseName: String
  /// The step, in seconds.
  package let step: Double
  /// What was measured, and what theory says.
  package let measurement: Measurement
}

/// What a suite has measured.
package struct VerificationReport: Sendable {
  /// The measurements, in the order of the cases, then of the steps.
  package let results: [VerificationResult]

  package init(results: [VerificationResult]) { self.results = results }

  /// How errors shrink with the step, wherever an order is claimed and two steps were run.
  package var convergences: [Convergence] { Convergence.all(in: results) }

  /// Whether every measurement is as theory says, and every order what is claimed.
  package var passes: Bool {
    results.allSatisfy(\.measurement.passes) && convergences.allSatisfy(\.passes)
  }
}

extension VerificationReport {
  /// The report as a table for a terminal.
  package var text: String { document(\.text, heading: "") }

  /// The report as tables of Markdown.
  package var markdown: String { document(\.markdown, heading: "## ") }

  private func document(_ write: (ReportTable) -> String, heading: String) -> String {
    var text = write(.measurements(of: self))
    let convergences = ReportTable.convergences(of: self)
    if !convergences.rows.isEmpty {
      text += "\n\(heading)Order of convergence to the continuous theory\n\n" + write(convergences)
    }
    return text + "\n" + verdict + "\n"
  }

  /// The last line: how many measurements there were, and how many are not as theory says.
  package var verdict: String {
    let measured =
      "\(results.count) measurement\(results.count == 1 ? "" : "s"), "
      + "\(convergences.count) order\(convergences.count == 1 ? "" : "s") of convergence: "
    let failed = results.count { !$0.measurement.passes } + convergences.count { !$0.passes }
    return measured + (failed == 0 ? "all as theory says." : "\(failed) not as theory says.")
  }
}
