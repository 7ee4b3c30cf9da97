internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// The format of results: one line per run, in the order of the plan.
package enum ResultsFormat: String, CaseIterable, Sendable {
  /// One JSON object per line.
  case jsonl
  /// Comma-separated cells below a line of names; the plan is on the line before, after `# `.
  case csv

  /// The format for a file name's extension; nil if there is none.
  package init?(fileName name: String) {
    guard let format = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else {
      return nil
    }
    self = format
  }

  /// Returns the lines before the rows.
  package func head(_ plan: PlanLine) -> [UInt8] {
    var text = TextBuffer()
    switch self {
    case .jsonl: text.append(plan.text)
    case .csv:
      text.append("# ")
      text.append(plan.text)
      text.append("\nrun")
      for name in plan.parameters + plan.measures + ["digest"] {
        text.append(",")
        text.append(csv: name)
      }
      text.append(plan.isTimed ? ",wall,error,check" : ",error,check")
    }
    text.append("\n")
    return text.bytes
  }

  /// Appends the line of a row.
  func append(_ row: Row, _ plan: PlanLine, to text: inout TextBuffer) {
    let start = text.count
    switch self {
    case .jsonl: appendJSON(row, plan, to: &text)
    case .csv: appendCSV(row, plan, to: &text)
    }
    let check = plan.check(of: text.bytes[start...])
    text.append(self == .jsonl ? ",\"check\":\"\(check)\"}\n" : ",\(check)\n")
  }

  private func appendJSON(_ row: Row, _ plan: PlanLine, to text: inout TextBuffer) {
    text.append("{\"run\":")
    text.append(row.run)
    for (name, value) in zip(plan.parameters, row.parameters) {
      text.append(",")
      text.append(json: name)
      text.append(":")
      text.append(value)
    }
    for (index, value) in row.measures.enumerated() {
      text.append(",")
      text.append(json: plan.measures[index])
      text.append(":")
      text.append(measure: value, isYesNo: plan.yesNo[index])
    }
    text.append(",\"digest\":")
    if let digest = row.digest { text.append(json: digest) } else { text.append("null") }
    if let wall = row.wall {
      text.append(",\"wall\":")
      text.append(wall)
    }
    text.append(",\"error\":")
    if let error = row.error { text.append(json: error) } else { text.append("null") }
  }

  private func appendCSV(_ row: Row, _ plan: PlanLine, to text: inout TextBuffer) {
    text.append(row.run)
    for value in row.parameters {
      text.append(",")
      switch value {
      case .number(let number): text.append(number)
      case .text(let word): text.append(csv: word)
      default: text.append(csv: value.json.line)
      }
    }
    for (index, value) in row.measures.enumerated() {
      text.append(",")
      if !value.isNaN { text.append(measure: value, isYesNo: plan.yesNo[index]) }
    }
    text.append(",")
    text.append(row.digest ?? "")
    if let wall = row.wall {
      text.append(",")
      text.append(wall)
    }
    text.append(",")
    text.append(csv: row.error ?? "")
  }
}

extension TextBuffer {
  fileprivate mutating func append(_ value: FieldValue) {
    if case .number(let number) = value { append(number) } else { append(value.json.line) }
  }

  fileprivate mutating func append(measure value: Double, isYesNo: Bool) {
    guard isYesNo, !value.isNaN else { return append(value) }
    append(value == 0 ? "false" : "true")
  }
}
