internal import Tiltbox

/// The positions of the time and the axes in a row, and their units according to the header.
struct TiltLayout: Equatable {
  /// The index of the time field, if the rows have one.
  var time: Int?
  /// The time's unit according to the header.
  var timeUnit = TimeUnit.unsaid
  var x: Int
  var y: Int
  var z: Int?
  /// The axes' unit according to the header; `auto` if the header names none.
  var units = TiltUnits.auto
  /// The number of fields in a row.
  var fieldCount: Int
  /// Whether rows have no header and only two or three numbers.
  var isPlain = false

  /// The unit of the time according to a header.
  enum TimeUnit: Equatable {
    /// Not stated: seconds, or the s, ms, µs or ns of an epoch, depending on the magnitude.
    case unsaid
    /// Seconds since the start of the recording, regardless of their magnitude.
    case elapsed
    /// Seconds since the phone started; the recording starts with the first sample.
    case sinceBoot
    /// The number of time units per second.
    case perSecond(Double)
  }

  /// Returns the layout `x y` or `x y z`, in g unless the options specify another unit.
  static func plain(fieldCount: Int) -> TiltLayout {
    TiltLayout(x: 0, y: 1, z: fieldCount > 2 ? 2 : nil, fieldCount: fieldCount, isPlain: true)
  }
}

extension TiltLayout {
  /// Whether the numbers of two layouts mean the same: both with or both without a time, in the same units.
  func means(_ other: TiltLayout) -> Bool {
    (time == nil) == (other.time == nil) && timeUnit == other.timeUnit && units == other.units
      && isPlain == other.isPlain
  }

  /// Creates a layout from a header's columns or an object's keys. Throws an error at the invalid name.
  init(
    names: [ColumnName],
    in line: Span<UInt8>,
    at ranges: [Range<Int>]
  ) throws(TiltLineError) {
    func only(_ matches: (ColumnName) -> Bool) throws(TiltLineError) -> Int? {
      guard let first = names.firstIndex(where: matches) else { return nil }
      if let again = names[(first + 1)...].firstIndex(where: matches) {
        throw TiltLineError(.columnTwice, at: ranges[again])
      }
      return first
    }
    for family in ColumnName.families {
      guard let x = try only({ $0.axis == "x" && $0.family == family }),
        let y = try only({ $0.axis == "y" && $0.family == family })
      else { continue }
      let z = try only { $0.axis == "z" && $0.family == family }
      self.init(x: x, y: y, z: z, fieldCount: names.count)
      for index in [x, y, z].compactMap(\.self) {
        guard let unit = names[index].axisUnits else {
          throw TiltLineError(.unknownUnit, at: ranges[index])
        }
        guard index == x || unit == units else {
          throw TiltLineError(.mixedUnits, at: ranges[index])
        }
        units = unit
      }
      for (name, unit) in ColumnName.times(of: family) {
        time = try only { $0.base == name }
        guard let time else { continue }
        guard let said = names[time].timeUnit(ofName: unit) else {
          throw TiltLineError(.unknownTimeUnit, at: ranges[time])
        }
        timeUnit = said
        return
      }
      return
    }
    throw TiltLineError(.noAxes, at: ranges.first ?? 0..<line.count)
  }

  /// Whether a message may repeat the text. A scenario can name any file of the machine as its tilt, and the reader of
  /// the message may lack permission to read that file.
  private static func canBeName(_ text: String, alone isAlone: Bool) -> Bool {
    let others = " _().,/^²°%-“”…"
    return text.allSatisfy { $0.isLetter || $0.isNumber || others.contains($0) }
      && text.count <= (isAlone ? 14 : 42)
  }

  /// Returns a message that lists the columns found and the names that are understood.
  static func noAxesMessage(for line: Span<UInt8>) -> String {
    "no axes x and y among the \(names(in: line)); "
      + "name the axes x, y, z, or `Gravity x`, `Acceleration x`, `accX`, with (m/s^2) or (g) if you like, "
      + "and the time \(ColumnName.usualTimes)"
  }

  /// Returns the names of a line, as in `columns “t”, “x”`.
  static func names(in line: Span<UInt8>) -> String {
    let row = line.trimmed(0..<line.count)
    var columns = FieldSplitter()
    var object = FlatObject()
    let isObject = row.first.map { line[$0] } == UInt8(ascii: "{")
    let isRead: Void? =
      isObject
      ? try? object.scan(line, row)
      : try? columns.split(line, row, by: Separator(guessedFrom: line, row))
    let ranges = isObject ? object.keys : columns.fields
    var seen = isRead == nil ? "(the line cannot be cut into any)" : ""
    for range in isRead == nil ? [] : ranges.prefix(12) {
      let name = line.quoted(range)
      let isName = Self.canBeName(name, alone: ranges.count == 1)
      seen += (seen.isEmpty ? "" : ", ") + (isName ? name : "(no name)")
    }
    if ranges.count > 12 { seen += " and \(ranges.count - 12) more" }
    let kind = isObject ? "keys" : "columns"
    if ranges.count == 1, !isObject {
      seen += ", which commas, semicolons, tabs or blanks separate"
    }
    return "\(kind) \(seen.isEmpty ? "(there are none)" : seen)"
  }
}
