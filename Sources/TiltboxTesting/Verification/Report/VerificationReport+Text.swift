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
