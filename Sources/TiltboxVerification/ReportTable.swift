internal import Tiltbox
internal import TiltboxJSON

/// The rows of a report as texts, for the text and Markdown formats.
struct ReportTable {
  let headings: [String]
  /// The columns of numbers, which are aligned right.
  let numbers: Set<Int>
  var rows: [[String]]

  static func measurements(of report: VerificationReport) -> ReportTable {
    let rows = report.results.map { result in
      let value = result.measurement
      let unit = value.unit.isEmpty ? "" : " " + value.unit
      return [
        result.caseName, result.step.stepText, value.quantity, value.measured.brief(9) + unit,
        value.discrete.map { $0.brief(9) } ?? "", value.continuous.map { $0.brief(9) } ?? "",
        value.error.brief(2), value.allowed.brief(2), value.passes ? "ok" : "FAILS",
      ]
    }
    return ReportTable(
      headings: [
        "case", "step", "quantity", "measured", "discrete theory", "continuous theory", "error",
        "allowed", "verdict",
      ],
      numbers: [3, 4, 5, 6, 7],
      rows: rows
    )
  }

  static func convergences(of report: VerificationReport) -> ReportTable {
    let rows = report.convergences.map { item in
      [
        item.caseName, item.quantity, item.order.brief(4),
        "\(item.claimed.brief()) ± \(item.allowed.brief(2))",
        (item.points.first?.error ?? .nan).brief(2), (item.points.last?.error ?? .nan).brief(2),
        item.passes ? "ok" : "FAILS",
      ]
    }
    return ReportTable(
      headings: [
        "case", "quantity", "order", "claimed", "error at longest step", "at shortest", "verdict",
      ],
      numbers: [2, 3, 4, 5],
      rows: rows
    )
  }

  /// The table as text: columns with two spaces between them, and a case's name only in its first row.
  var text: String {
    var shown = rows
    for row in rows.indices.dropFirst() where rows[row][0] == rows[row - 1][0] {
      shown[row][0] = ""
    }
    return TextTable.lines([headings] + shown, isNumber: numbers.contains)
      .map { $0 + "\n" }.joined()
  }

  /// The table in Markdown.
  var markdown: String {
    let rule = headings.indices.map { numbers.contains($0) ? "--:" : "---" }
    return ([headings, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}

extension Double {
  /// The step as a fraction, `1/120`, or in seconds.
  var stepText: String {
    let rate = (1 / self).rounded()
    return abs(rate * self - 1) < 1e-9 ? "1/\(Int(rate))" : brief()
  }
}

extension VerificationReport {
  /// The report as a JSON object: whether it passes, all measurements and all orders of convergence.
  ///
  /// Numbers are the shortest decimals that read back as the same doubles; non-finite numbers are null.
  package var json: String {
    func lines(_ values: [JSON]) -> String { values.map { "\n" + $0.line }.joined(separator: ",") }
    return "{\"tiltbox\":1,\"kind\":\"verification\",\"passes\":\(passes),\n\"measurements\":["
      + lines(results.map(\.json)) + "],\n\"convergences\":[" + lines(convergences.map(\.json))
      + "]}\n"
  }
}

extension VerificationResult {
  fileprivate var json: JSON {
    .object([
      ("case", .text(caseName)), ("step", .number(step)),
      ("quantity", .text(measurement.quantity)), ("unit", .text(measurement.unit)),
      ("measured", .number(measurement.measured)),
      ("discrete", .number(measurement.discrete ?? .nan)),
      ("continuous", .number(measurement.continuous ?? .nan)),
      ("scale", .number(measurement.scale)), ("error", .number(measurement.error)),
      ("allowed", .number(measurement.allowed)), ("reason", .text(measurement.reason)),
      ("passes", .flag(measurement.passes)),
    ])
  }
}

extension Convergence {
  fileprivate var json: JSON {
    .object([
      ("case", .text(caseName)), ("quantity", .text(quantity)), ("order", .number(order)),
      ("claimed", .number(claimed)), ("allowed", .number(allowed)),
      ("points", .array(points.map { JSON([$0.step, $0.error]) })), ("passes", .flag(passes)),
    ])
  }
}
