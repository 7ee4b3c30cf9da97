internal import Tiltbox

/// A column's name taken apart: `Acceleration x (m/s^2)` is of the family `acceleration`, has the axis `x`
/// and the unit `m/s^2`.
struct ColumnName: Equatable {
  /// The name in lower case, without blanks, punctuation, symbols and the unit.
  let base: String
  /// What is in the brackets at its end, in lower case without blanks.
  let unit: String?
  /// What the axis is of; empty for a bare `x`.
  let family: String
  /// `x`, `y` or `z`, if the name ends like an axis.
  let axis: Character?

  /// The families that are a tilt, the one that is taken first, first. `Linear acceleration` is none:
  /// gravity has been taken out of it.
  static let families = [
    "", "tilt", "gravity", "motiongravity", "acceleration", "accelerometer",
    "accelerometeracceleration", "accel", "acc", "a", "gforce", "gf",
  ]

  /// The names of a time, the one that is taken first, first, with the unit that is part of the name.
  static let times: [(name: String, unit: String?)] =
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

  /// Blanks, punctuation and symbols say nothing in a name. Control characters and bytes that are no text stay in it:
  /// noise must not be taken for a header, by which later lines would be read.
  private static func isDecoration(_ character: Character) -> Bool {
    (character.isWhitespace || character.isPunctuation || character.isSymbol)
      && character != "\u{FFFD}"
  }

  /// The unit of an axis; `auto` where the name has none, `nil` for one that is not known.
  var axisUnits: TiltUnits? {
    switch unit {
    case nil, "": .auto
    case "g", "g0", "gn", "g-force": .g
    case "m/s^2", "m/s²", "m/s2", "m/s/s", "m/s**2", "ms-2", "ms^-2", "m·s^-2", "m·s⁻²", "ms⁻²":
      .metresPerSecondSquared
    default: nil
    }
  }

  /// The unit of a time; `nil` for one that is not known.
  func timeUnit(ofName named: String?) -> TiltLayout.TimeUnit? {
    if named == "elapsed" { return .elapsed }
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
