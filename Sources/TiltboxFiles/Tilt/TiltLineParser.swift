/// The axes and the time of one line, unconverted.
struct TiltReading: Equatable {
  /// The time, in the unit and from the origin of the source.
  var time: Double?
  var x: Double
  var y: Double
  var z: Double?
  /// The ranges of the time (or x if there is no time) and of x in the line, for errors.
  var timeRange: Range<Int>
  var xRange: Range<Int>
}

/// Parses lines one at a time, from a file or live input; a header determines how it reads the following lines.
///
/// A line that begins with a brace is an object, regardless of the lines before it. Blank lines and lines that begin
/// with `#` are ignored.
struct TiltLineParser {
  /// The kinds of lines.
  enum Line: Equatable {
    case nothing
    /// Column names, which determine how the following lines are read.
    case header
    case reading(TiltReading)
  }

  /// The layout of the newest reading.
  private(set) var layout: TiltLayout?

  private var columns: (layout: TiltLayout, separator: Separator)?
  private var members: TiltLayout?
  private var row = FieldSplitter()
  private var object = FlatObject()
  private var knownKeys: [UInt8] = []

  /// Reads a line without its line end. O(n) in the line's length.
  mutating func parse(_ line: Span<UInt8>) throws(TiltLineError) -> Line {
    let range = line.trimmed(0..<line.count)
    guard let first = range.first, line[first] != UInt8(ascii: "#") else { return .nothing }
    if line[first] == UInt8(ascii: "{") { return try parseObject(line, range) }
    if let (layout, separator) = columns {
      try row.split(line, range, by: separator)
      do throws(TiltLineError) {
        guard row.fields.count >= layout.fieldCount else {
          throw TiltLineError(
            .tooFewFields(row.fields.count, expected: layout.fieldCount),
            at: range.upperBound..<range.upperBound
          )
        }
        let result = try reading(line, layout, row.fields, separator.allowsDecimalComma)
        self.layout = layout
        return .reading(result)
      } catch {
        return try header(line, range, otherwise: error)
      }
    }
    return try parsePlain(line, range)
  }

  /// Parses numbers without a header, or otherwise a header.
  private mutating func parsePlain(
    _ line: Span<UInt8>,
    _ range: Range<Int>
  ) throws(TiltLineError) -> Line {
    let separator = Separator(guessedFrom: line, range)
    try row.split(line, range, by: separator)
    let comma = separator.allowsDecimalComma
    guard line.beginsNumber(row.fields[0]) else {
      return try header(line, range, otherwise: nil)
    }
    guard (2...3).contains(row.fields.count) else {
      throw TiltLineError(.plainFields(row.fields.count), at: range)
    }
    let plain = TiltLayout.plain(fieldCount: row.fields.count)
    let result = try reading(line, plain, row.fields, comma)
    layout = plain
    return .reading(result)
  }

  /// Parses column names. Since live input may change its format, a row that could not be read is tried as a header
  /// too; if it is not a header either, this throws the row's own error.
  private mutating func header(
    _ line: Span<UInt8>,
    _ range: Range<Int>,
    otherwise rowError: TiltLineError?
  ) throws(TiltLineError) -> Line {
    guard line.mentionsAxes(range) else { throw rowError ?? TiltLineError(.noAxes, at: range) }
    let separator = Separator(guessedFrom: line, range)
    do throws(TiltLineError) {
      try row.split(line, range, by: separator)
      let fields = row.fields.reversed().drop(while: \.isEmpty).reversed()
      let names = fields.map { ColumnName(line.string($0)) }
      columns = (try TiltLayout(names: names, in: line, at: Array(fields)), separator)
    } catch {
      throw rowError ?? error
    }
    return .header
  }

  private mutating func parseObject(
    _ line: Span<UInt8>,
    _ range: Range<Int>
  ) throws(TiltLineError) -> Line {
    try object.scan(line, range)
    if members == nil || !hasKnownKeys(line) {
      let names = object.keys.map { ColumnName(line.string($0)) }
      members = try TiltLayout(names: names, in: line, at: object.keys)
      knownKeys = object.keys.flatMap { range in range.map { line[$0] } + [0] }
    }
    guard let members else { throw TiltLineError(.noAxes, at: range) }
    let result = try reading(line, members, object.values, false)
    layout = members
    return .reading(result)
  }

  /// Whether the object has the same keys in the same order as the previous one.
  private func hasKnownKeys(_ line: Span<UInt8>) -> Bool {
    var index = 0
    for key in object.keys {
      guard index + key.count < knownKeys.count, knownKeys[index + key.count] == 0 else {
        return false
      }
      for offset in key where line[offset] != knownKeys[index + offset - key.lowerBound] {
        return false
      }
      index += key.count + 1
    }
    return index == knownKeys.count
  }

  private func reading(
    _ line: Span<UInt8>,
    _ layout: TiltLayout,
    _ fields: [Range<Int>],
    _ comma: Bool
  ) throws(TiltLineError) -> TiltReading {
    func number(_ role: TiltLineError.Role, _ field: Int) throws(TiltLineError) -> Double {
      let range = fields[field]
      guard let value = line.number(range, decimalComma: comma) else {
        throw TiltLineError(range.isEmpty ? .empty(role) : .notANumber(role), at: range)
      }
      guard value.isFinite else { throw TiltLineError(.notFinite(role), at: range) }
      return value
    }
    return TiltReading(
      time: try layout.time.map { field throws(TiltLineError) in try number(.time, field) },
      x: try number(.x, layout.x),
      y: try number(.y, layout.y),
      z: try layout.z.map { field throws(TiltLineError) in try number(.z, field) },
      timeRange: fields[layout.time ?? layout.x],
      xRange: fields[layout.x]
    )
  }
}

extension TiltLineParser {
  /// Whether a text begins like a tilt recording, with a header or a sample.
  static func recognizes(_ text: String) -> Bool {
    var parser = TiltLineParser()
    for line in text.split(maxSplits: 20, whereSeparator: \.isNewline) {
      let bytes = Array(line.utf8)
      guard let found = try? parser.parse(bytes.span) else { return false }
      if found != .nothing { return true }
    }
    return false
  }
}

extension Span where Element == UInt8 {
  /// Whether the range contains an x and a y; quickly rules out lines that cannot be a header.
  fileprivate func mentionsAxes(_ range: Range<Int>) -> Bool {
    var hasX = false
    var hasY = false
    for index in range {
      let byte = self[index] | 0x20
      hasX = hasX || byte == UInt8(ascii: "x")
      hasY = hasY || byte == UInt8(ascii: "y")
    }
    return hasX && hasY
  }
}
