internal import Tiltbox

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
