internal import Chipmunk
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
}

extension TiltLayout {
  /// Whether the numbers of two layouts mean the same: both with or both without a time, in the same units.
  func means(_ other: TiltLayout) -> Bool {
    (time == nil) == (other.time == nil) && timeUnit == other.timeUnit && units == other.units
      && isPlain == other.isPlain
  }

  /// Creates a layout from a header's columns or an object's keys. Throws an error at the invalid name.
  init(names: [ColumnName], in line: Span<UInt8>, at ranges: [Range<Int>]) throws(TiltLineError) {
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
    if line.indices.contains(where: { line[$0] == 0 }) {
      return "this looks like UTF-16; save it as UTF-8"
    }
    return "no axes x and y among the \(names(in: line)); "
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

/// The parts of a column's name: `Acceleration x (m/s^2)` has the family `acceleration`, the axis `x` and the unit
/// `m/s^2`.
struct ColumnName: Equatable {
  /// The name in lower case, without spaces, punctuation, symbols and the unit.
  let base: String
  /// The text in brackets at the name's end, in lower case without spaces.
  let unit: String?
  /// The base name without the axis; empty for a bare `x`.
  let family: String
  /// `x`, `y` or `z`, if the name ends in an axis.
  let axis: Character?

  /// The families that are a tilt, in order of preference. `Linear acceleration` is not one of them:
  /// it does not include gravity.
  static let families = [
    "", "tilt", "gravity", "motiongravity", "acceleration", "accelerometer",
    "accelerometeracceleration", "accel", "acc", "a", "gforce", "gf",
  ]

  /// The usual names of a time column, for messages.
  static let usualTimes = "t, time, timestamp or seconds_elapsed"

  /// Returns the names of the time column for axes of a family, in order of preference, with the unit that is part of
  /// the name. The axes `accelerometerAccelerationX` have the time `accelerometerTimestamp_sinceReboot`.
  static func times(of family: String) -> [(name: String, unit: String?)] {
    let sensor = ["accelerometer", "motion"].first { family.hasPrefix($0) }
    return times + (sensor.map { [($0 + "timestampsincereboot", "since boot")] } ?? [])
  }

  private static let times: [(name: String, unit: String?)] =
    ["secondselapsed", "elapsedseconds"].map { ($0, "elapsed") }
    + ["elapsed", "elapsedtime", "t", "time", "timestamp", "epoch"].flatMap { name in
      [(name, nil)] + ["s", "ms", "us", "µs", "ns"].map { (name + $0, $0) }
    }

  init(_ name: String) {
    let open = name.firstIndex { $0 == "(" || $0 == "[" }
    base = name[..<(open ?? name.endIndex)].lowercased().filter { !Self.isDecoration($0) }
    unit = open.map { open in
      name[open...].lowercased().filter { !$0.isWhitespace && !"()[]".contains($0) }
    }
    let stem = base.hasSuffix("axis") ? base.dropLast(4) : base[...]
    axis = stem.last.flatMap { "xyz".contains($0) ? $0 : nil }
    family = axis == nil ? "" : String(stem.dropLast())
  }

  /// Whether a character carries no meaning in a name: spaces, punctuation and symbols. Control characters and invalid
  /// text stay in the name, so that noise is not taken for a header that determines how later lines are read.
  private static func isDecoration(_ character: Character) -> Bool {
    (character.isWhitespace || character.isPunctuation || character.isSymbol)
      && character != "\u{FFFD}"
  }

  /// The unit of an axis; `auto` if the name has none, `nil` if the unit is unknown.
  var axisUnits: TiltUnits? {
    switch unit {
    case nil, "": .auto
    case "g", "g0", "gn", "g-force": .g
    case "m/s^2", "m/s²", "m/s2", "m/s/s", "m/s**2", "ms-2", "ms^-2", "m·s^-2", "m·s⁻²", "ms⁻²":
      .metresPerSecondSquared
    default: nil
    }
  }

  /// Returns the unit of a time; `nil` if it is unknown.
  func timeUnit(ofName named: String?) -> TiltLayout.TimeUnit? {
    if named == "elapsed" { return .elapsed }
    if named == "since boot" { return .sinceBoot }
    return switch unit ?? named {
    case nil, "": .unsaid
    case "s", "sec", "secs", "second", "seconds": .perSecond(1)
    case "ms", "millis", "milliseconds": .perSecond(1e3)
    case "us", "µs", "μs", "microseconds": .perSecond(1e6)
    case "ns", "nanos", "nanoseconds": .perSecond(1e9)
    default: nil
    }
  }
}

extension TiltReading {
  /// The magnitude of the reading, in its own unit.
  var magnitude: Double {
    let z = z ?? 0
    return (x * x + y * y + z * z).squareRoot()
  }

  /// Returns the tilt in g; throws if it exceeds the range of any sensor.
  func tilt(in units: TiltUnits, _ convention: TiltConvention?) throws(TiltLineError) -> Tilt {
    let divisor = convention == .reaction ? -units.perG : units.perG
    let tilt = Tilt(x: x / divisor + 0.0, y: y / divisor + 0.0)
    guard Scenario.tilt.contains(tilt.x), Scenario.tilt.contains(tilt.y) else {
      throw TiltLineError(.tooLarge(tilt), at: xRange)
    }
    return tilt
  }
}

extension TiltUnits {
  /// The limit for guessing an unnamed unit: smaller magnitudes are in g, others in m/s².
  private static let largestInG = 3.0

  /// The number of these units in 1 g: standard gravity, in m/s².
  var perG: Double { self == .metresPerSecondSquared ? 9.80665 : 1 }

  /// Returns the unit for a layout: the header's, otherwise the option's; plain lines are in g.
  ///
  /// - Returns: `auto` if the unit must be guessed from the numbers.
  static func stated(by layout: TiltLayout, _ options: TiltOptions) -> TiltUnits {
    if layout.units != .auto { return layout.units }
    return options.units == .auto && layout.isPlain ? .g : options.units
  }

  /// Returns the unit that a magnitude suggests.
  static func guessed(fromMagnitude magnitude: Double) -> TiltUnits {
    magnitude < largestInG ? .g : .metresPerSecondSquared
  }
}

extension TiltLayout.TimeUnit {
  /// The smallest number of seconds that is a date, not a time since the start of a recording: 3 March 1973.
  private static let epochSeconds = 1e8

  /// Returns the origin of the times in a file and the number of time units per second, which the magnitude of the first
  /// time determines if the header names no unit.
  func scale(first: Double) -> (origin: Double, perSecond: Double) {
    switch self {
    case .elapsed: return (0, 1)
    case .sinceBoot: return (first, 1)
    case .perSecond(let perSecond):
      return (abs(first) / perSecond >= Self.epochSeconds ? first : 0, perSecond)
    case .unsaid:
      let thousands = [1e9, 1e6, 1e3, 1].first { abs(first) / $0 >= Self.epochSeconds }
      return thousands.map { (first, $0) } ?? (0, 1)
    }
  }
}
