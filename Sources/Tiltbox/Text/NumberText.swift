internal import Chipmunk

// Numbers for people.
extension Double {
  /// The number rounded to six decimals, below 0.1 to six digits, and without a trailing `.0`.
  package var plain: String {
    guard isFinite else { return description }
    var (scale, size) = (1e6, abs(self))
    while size > 0, size < 0.1, scale < 1e300 { (scale, size) = (scale * 10, size * 10) }
    return (size < 1e9 ? (self * scale).rounded() / scale + 0 : self).shortest
  }

  /// The number in a few significant digits, at most 15: `0.05`, `1234.57`, `2.3e-13`.
  package func brief(_ digits: Int = 6) -> String {
    guard isFinite, self != 0 else { return isFinite ? "0" : description }
    if self < 0 { return "-" + (-self).brief(digits) }
    var (number, exponent) = (self, 0)
    while number >= 10 { (number, exponent) = (number / 10, exponent + 1) }
    while number < 1 { (number, exponent) = (number * 10, exponent - 1) }
    for _ in 1..<digits { number *= 10 }
    var figures = String(Int(number.rounded()))
    if figures.count > digits { exponent += 1 }
    while figures.count > 1, figures.last == "0" { figures.removeLast() }
    if exponent < -4 || exponent >= digits + 3 {
      let fraction = figures.dropFirst()
      return "\(figures.prefix(1))\(fraction.isEmpty ? "" : "." + fraction)e\(exponent)"
    }
    if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + figures }
    if figures.count <= exponent + 1 {
      return figures + String(repeating: "0", count: exponent + 1 - figures.count)
    }
    return "\(figures.prefix(exponent + 1)).\(figures.dropFirst(exponent + 1))"
  }

  /// The number with at most `places` decimals, up to 15, without an exponent and without trailing zeros: `0.5`.
  package func decimal(_ places: Int) -> String {
    guard isFinite else { return description }
    let scale = powersOfTen[places]
    let scaled = (self * scale).rounded()
    guard abs(scaled) < 9e15 else { return "\(Int(max(-9e17, min(9e17, self))))" }
    let whole = Int(abs(scaled))
    var (digits, fraction) = ("\(whole / Int(scale))", whole % Int(scale))
    if fraction > 0 {
      var places = places
      while fraction.isMultiple(of: 10) { (fraction, places) = (fraction / 10, places - 1) }
      let text = "\(fraction)"
      digits += "." + String(repeating: "0", count: places - text.utf8.count) + text
    }
    return scaled < 0 ? "-" + digits : digits
  }

  /// The number with exactly `places` decimals, up to 3: `0.50`.
  package func fixed(_ places: Int) -> String {
    guard abs(self) < 1e12 else { return description }
    let parts = decimal(places).split(separator: ".")
    guard places > 0 else { return String(parts[0]) }
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    return "\(parts[0]).\(fraction)" + String(repeating: "0", count: places - fraction.utf8.count)
  }
}

private let powersOfTen: [Double] = [
  1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

extension Vector {
  var plain: String { "(\(x.plain), \(y.plain))" }
}

/// `1 body`, `2 bodies`.
package func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}

/// Columns of text for people.
package enum TextTable {
  /// The rows as lines of aligned cells, with two blanks between cells and none at the ends of lines.
  ///
  /// - Parameters:
  ///   - rows: The rows, with equal numbers of cells.
  ///   - isNumber: Whether a column's cells are right-aligned.
  /// - Returns: The lines, without line ends.
  package static func lines(
    _ rows: [[String]],
    isNumber: (_ column: Int) -> Bool = { _ in false }
  ) -> [String] {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].terminalColumns }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].terminalColumns)
        return isNumber(column) ? blanks + row[column] : row[column] + blanks
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
