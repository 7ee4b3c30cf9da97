internal import Tiltbox

/// Which field of a row is the time and which are the axes, and what their header says of units.
struct TiltLayout: Equatable {
  /// Where the time is, if the rows have one.
  var time: Int?
  /// What the header says of the time's unit.
  var timeUnit = TimeUnit.unsaid
  var x: Int
  var y: Int
  var z: Int?
  /// The axes' unit by the header; `auto` where it says none.
  var units = TiltUnits.auto
  /// How many fields a row has.
  var fieldCount: Int
  /// Whether there is no header, only two or three numbers.
  var isPlain = false

  /// What a header says of the time's unit.
  enum TimeUnit: Equatable {
    /// Nothing: seconds, or by its magnitude the seconds, ms, µs or ns of an epoch.
    case unsaid
    /// Seconds since the start of the recording, whatever their magnitude.
    case elapsed
    /// So many of them in a second.
    case perSecond(Double)
  }

  /// `x y` or `x y z`, in g unless the options say otherwise.
  static func plain(fieldCount: Int) -> TiltLayout {
    TiltLayout(x: 0, y: 1, z: fieldCount > 2 ? 2 : nil, fieldCount: fieldCount, isPlain: true)
  }
}

extension TiltLayout {
  /// Whether the numbers of two layouts mean the same: with or without a time, in the same units.
  func means(_ other: TiltLayout) -> Bool {
    (time == nil) == (other.time == nil) && timeUnit == other.timeUnit && units == other.units
      && isPlain == other.isPlain
  }

  /// Understands a header's columns or an object's keys; throws an error at the name that is at fault.
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
      for (name, unit) in ColumnName.times {
        time = try only { $0.base == name }
        guard let time else { continue }
        guard let said = names[time].timeUnit(ofName: unit) else {
          throw TiltLineError(.unknownUnit, at: ranges[time])
        }
        timeUnit = said
        return
      }
      return
    }
    throw TiltLineError(.noAxes, at: ranges.first ?? 0..<line.count)
  }

  /// Whether a text may be repeated in a message: a scenario can name any file of the machine as its tilt, and whoever
  /// reads the message need not be allowed to read the file.
  private static func canBeName(_ text: String, alone isAlone: Bool) -> Bool {
    let others = " _().,/^²°%-“”…"
    return text.allSatisfy { $0.isLetter || $0.isNumber || others.contains($0) }
      && text.count <= (isAlone ? 14 : 42)
  }

  /// Says which columns were seen and which names are understood.
  static func noAxesMessage(for line: Span<UInt8>) -> String {
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
    return "no axes x and y among the \(kind) \(seen.isEmpty ? "(there are none)" : seen); "
      + "name the axes x, y, z, or `Gravity x`, `Acceleration x`, `accX`, with (m/s^2) or (g) if you like, "
      + "and the time t, time, timestamp or seconds_elapsed"
  }
}
