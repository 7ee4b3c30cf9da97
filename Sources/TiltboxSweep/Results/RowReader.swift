internal import TiltboxFiles
internal import TiltboxJSON

/// Parses the rows of a results file with a known plan.
struct RowReader {
  let format: ResultsFormat
  let plan: PlanLine

  /// Returns whether a row's checksum matches the row and the plan.
  func isUnchanged(_ line: [UInt8]) -> Bool {
    let (before, after) = format == .jsonl ? (",\"check\":\"", "\"}") : (",", "")
    let start = line.count - before.utf8.count - 16 - after.utf8.count
    guard start > 0 else { return false }
    let check = before + "\(plan.check(of: line[..<start]))" + after
    return line[start...].elementsEqual(check.utf8)
  }

  /// Parses a row; nil if the line is not a row of the plan.
  func row(_ line: [UInt8]) -> Row? {
    switch format {
    case .jsonl: json(line)
    case .csv: csv(line)
    }
  }

  private func json(_ line: [UInt8]) -> Row? {
    guard let json = try? JSON(parsing: line[...]), let members = json.members else { return nil }
    let own = plan.parameters.count + plan.measures.count
    guard members.count == own + (plan.isTimed ? 5 : 4), members[0].0 == "run",
      zip(members.dropFirst(), plan.parameters + plan.measures).allSatisfy({ $0.0 == $1 }),
      let run = members[0].1.number.flatMap({ Int(exactly: $0) })
    else { return nil }
    let parameters = members[1...].prefix(plan.parameters.count).compactMap { FieldValue($0.1) }
    let measures = members[1...].dropFirst(plan.parameters.count).prefix(plan.measures.count)
    guard parameters.count == plan.parameters.count else { return nil }
    return Row(
      run: run,
      parameters: parameters,
      measures: measures.map { Self.number($0.1) },
      digest: json["digest"]?.text,
      error: json["error"]?.text,
      wall: json["wall"]?.number
    )
  }

  private static func number(_ json: JSON) -> Double {
    if case .flag(let flag) = json { return flag ? 1 : 0 }
    return json.number ?? .nan
  }

  private func csv(_ line: [UInt8]) -> Row? {
    let (p, m) = (plan.parameters.count, plan.measures.count)
    guard let cells = CSV.fields(line), cells.count == p + m + (plan.isTimed ? 5 : 4),
      let run = Int(cells[0])
    else { return nil }
    return Row(
      run: run,
      parameters: cells[1...].prefix(p).map { cell in
        FieldValue.number(cell).map { .number($0) } ?? .text(cell)
      },
      measures: cells[(1 + p)...].prefix(m).map { cell in
        cell == "true" ? 1 : cell == "false" ? 0 : Double(cell) ?? .nan
      },
      digest: cells[1 + p + m].isEmpty ? nil : cells[1 + p + m],
      error: cells[cells.count - 2].isEmpty ? nil : cells[cells.count - 2],
      wall: plan.isTimed ? Double(cells[2 + p + m]) : nil
    )
  }
}
