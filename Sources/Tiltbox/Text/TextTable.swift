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
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        return isNumber(column) ? blanks + row[column] : row[column] + blanks
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
