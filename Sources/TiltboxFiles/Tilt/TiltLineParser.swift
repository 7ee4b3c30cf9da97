internal import Chipmunk
internal import Tiltbox
internal import TiltboxJSON

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
  /// The keys of the newest object, and its layout.
  private var members: (keys: [String], layout: TiltLayout)?
  private var row = FieldSplitter()
  private var object = FlatObject()

  /// Reads a line without its line end. O(n) in the line's length.
  mutating func parse(_ line: Span<UInt8>) throws(TiltLineError) -> Line {
    let range = line.trimmed(0..<line.count)
    guard let first = range.first, line[first] != UInt8(ascii: "#") else { return .nothing }
    if line[first] == UInt8(ascii: "{") { return try parseObject(line, range) }
    if let (layout, separator) = columns {
      try row.split(line, separator.row(of: line, range), by: separator)
      do throws(TiltLineError) {
        guard row.fields.count >= layout.fieldCount else {
          let end = range.upperBound..<range.upperBound
          throw TiltLineError(.tooFewFields(row.fields.count, expected: layout.fieldCount), at: end)
        }
        return try read(line, layout, row.fields, separator.allowsDecimalComma)
      } catch {
        return try header(line, range, otherwise: error)
      }
    }
    // Numbers without a header, or otherwise a header.
    let separator = Separator(guessedFrom: line, range)
    try row.split(line, range, by: separator)
    guard line.beginsNumber(row.fields[0]) else { return try header(line, range, otherwise: nil) }
    let count = row.fields.count
    guard (2...3).contains(count) else { throw TiltLineError(.plainFields(count), at: range) }
    // `x y` or `x y z`, in g unless the options specify another unit.
    let plain = TiltLayout(x: 0, y: 1, z: count > 2 ? 2 : nil, fieldCount: count, isPlain: true)
    return try read(line, plain, row.fields, separator.allowsDecimalComma)
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
      try row.split(line, separator.row(of: line, range), by: separator)
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
    let keys = object.keys.map { line.string($0) }
    let layout =
      if let members, members.keys == keys { members.layout } else {
        try TiltLayout(names: keys.map(ColumnName.init), in: line, at: object.keys)
      }
    members = (keys, layout)
    return try read(line, layout, object.values, false)
  }

  private mutating func read(
    _ line: Span<UInt8>,
    _ layout: TiltLayout,
    _ fields: [Range<Int>],
    _ comma: Bool
  ) throws(TiltLineError) -> Line {
    func number(_ role: TiltLineError.Role, _ field: Int) throws(TiltLineError) -> Double {
      let range = fields[field]
      guard let value = line.number(range, decimalComma: comma) else {
        throw TiltLineError(range.isEmpty ? .empty(role) : .notANumber(role), at: range)
      }
      guard value.isFinite else { throw TiltLineError(.notFinite(role), at: range) }
      return value
    }
    let reading = TiltReading(
      time: try layout.time.map { field throws(TiltLineError) in try number(.time, field) },
      x: try number(.x, layout.x),
      y: try number(.y, layout.y),
      z: try layout.z.map { field throws(TiltLineError) in try number(.z, field) },
      timeRange: fields[layout.time ?? layout.x],
      xRange: fields[layout.x]
    )
    self.layout = layout
    return .reading(reading)
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
    "xy".utf8.allSatisfy { axis in range.contains { self[$0] | 0x20 == axis } }
  }
}

/// An error in one line of tilt. Throwing is cheap: the text is built on demand.
struct TiltLineError: Error, Equatable {
  /// The kinds of errors, with the details that their messages need beyond the line itself.
  enum Fault: Equatable {
    case unclosedQuote, textAfterQuote
    case tooFewFields(Int, expected: Int)
    case plainFields(Int)
    case noAxes, unknownUnit, unknownTimeUnit, mixedUnits, columnTwice
    case empty(Role)
    case notANumber(Role)
    case notFinite(Role)
    case timeGoesBack(from: Double, to: Double)
    case anotherFormat, secondHeader
    case tooLarge(Tilt)
    case syntax(expected: JSONError.Expected)
  }

  /// The meaning of a value.
  enum Role: String {
    case time, x, y, z
  }

  var fault: Fault
  /// The range of the invalid bytes in the line.
  var range: Range<Int>

  init(_ fault: Fault, at range: Range<Int>) { (self.fault, self.range) = (fault, range) }

  /// Returns the problem and the remedy.
  func message(in line: Span<UInt8>) -> String {
    let text = line.quoted(range.clamped(to: 0..<line.count))
    return switch fault {
    case .unclosedQuote: "the quote is never closed; close it on the same line"
    case .textAfterQuote: "\(text) follows a closing quote; put a separator between the fields"
    case .tooFewFields(let found, let expected):
      "\(counted(found, "field", "fields")) where the header names \(expected); "
        + "complete the row or remove it"
    case .plainFields(let count):
      "\(counted(count, "number", "numbers")) without a header; "
        + "a plain line is `x y` or `x y z`, in g; else name the columns, as in `t,x,y`"
    case .noAxes: TiltLayout.noAxesMessage(for: line)
    case .unknownUnit: "the unit in \(text) is not known; write (m/s^2) or (g)"
    case .unknownTimeUnit: "the unit in \(text) is not known; write (s), (ms), (us) or (ns)"
    case .mixedUnits: "\(text) has another unit than the other axes; give all axes the same"
    case .columnTwice: "\(text) is there twice; rename or remove one of the two"
    case .empty(let role): "\(role.rawValue) is empty; give a number"
    case .notANumber(let role): "\(role.rawValue) is \(text), which is not a number; give a number"
    case .notFinite(let role): "\(role.rawValue) is \(text); give a finite number"
    case .timeGoesBack(let from, let to):
      "time goes back from \(from.shortest) to \(to.shortest); sort the samples by time"
    case .anotherFormat:
      "this sample has other names or units than the first; write all samples of a file alike"
    case .secondHeader: "\(text) is a second header; keep one header, above the first sample"
    case .tooLarge(let tilt):
      "a tilt of (\(tilt.x.brief()), \(tilt.y.brief())) g is out of range; "
        + "give at most \(Scenario.tilt.range.upperBound.brief()) g, and check the unit"
    case .syntax(let expected):
      "expected \(expected.rawValue)\(expected == .end ? " after the closing brace" : "")"
        + "\(range.isEmpty ? " before the end of the line" : ", not \(text)"); "
        + "write an object such as {\"t\":0.1,\"x\":0,\"y\":-1}"
    }
  }
}

/// Finds the keys and values of a JSON object on one line, without building a tree.
///
/// Skips nested values. Does not resolve escapes: no key or number of a tilt needs one.
struct FlatObject {
  /// The ranges of the keys, without their quotes.
  private(set) var keys: [Range<Int>] = []
  /// The ranges of the values; those of strings exclude the quotes.
  private(set) var values: [Range<Int>] = []

  /// Finds the members of the object in `row`, whose first byte is `{`. O(n), no recursion.
  mutating func scan(_ line: Span<UInt8>, _ row: Range<Int>) throws(TiltLineError) {
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    do throws(JSONError) {
      var scanner = JSONScanner(row.dropFirst())
      if scanner.skip("}", line) { return try scanner.finish(line) }
      repeat {
        keys.append(try scanner.key(line).range)
        values.append(try scanner.value(line))
      } while scanner.skip(",", line)
      guard scanner.skip("}", line) else { throw scanner.expected(.commaOrBrace, line) }
      try scanner.finish(line)
    } catch {
      throw TiltLineError(.syntax(expected: error.expected), at: error.offset..<row.upperBound)
    }
  }
}

// Reads numbers and words from a line's raw bytes, independent of locale and without Foundation.

extension Span where Element == UInt8 {
  /// Whether the byte at `index` is a space or a tab.
  func isBlank(at index: Int) -> Bool {
    self[index] == UInt8(ascii: " ") || self[index] == UInt8(ascii: "\t")
  }

  /// Returns `range` without spaces and tabs at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, isBlank(at: low) { low += 1 }
    while high > low, isBlank(at: high - 1) { high -= 1 }
    return low..<high
  }

  /// Returns the bytes as text; invalid UTF-8 is replaced. O(n).
  func string(_ range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the decimal number in the bytes, rounded to the nearest double; `nil` if they are not one.
  ///
  /// Accepts `nan` and `inf`, so that a caller can name them in its error, but not hexadecimal. With
  /// `decimalComma`, reads `0,5` as `0.5`.
  func number(_ range: Range<Int>, decimalComma: Bool = false) -> Double? {
    let text = string(range)
    // The standard library would also accept 0x1p3 and nan(1).
    guard !text.utf8.contains(where: { "xX(".utf8.contains($0) }) else { return nil }
    let hasComma = decimalComma && text.utf8.count { $0 == UInt8(ascii: ",") } == 1
    return Double(hasComma ? text.replacing(",", with: ".") : text)
  }

  /// Whether the bytes begin like a number, or are `nan` or `inf`; column names do not.
  func beginsNumber(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    return "+-.0123456789".utf8.contains(self[first]) || number(range) != nil
  }

  /// Returns the column of the byte at `offset`, counted in Unicode scalars from 1.
  func column(of offset: Int) -> Int {
    var column = 1
    for index in 0..<Swift.min(offset, count) where self[index] & 0xC0 != 0x80 { column += 1 }
    return column
  }

  /// Returns the bytes in quotes for a message: at most 40 characters, control characters escaped.
  func quoted(_ range: Range<Int>) -> String {
    let scalars = string(range.prefix(160)).unicodeScalars
    var text = ""
    for scalar in scalars.prefix(40) {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      text += isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return "“\(text)\(range.count > 160 || scalars.count > 40 ? "…" : "")”"
  }
}
