internal import Chipmunk
internal import Tiltbox

/// The direction in which a phone's sensor points in the first second of a recording.
struct FirstDirection {
  /// The medians of the axes, in g.
  private let tilt: Tilt
  private let depth: Double?

  /// The least component of a direction that counts, in g.
  private static let least = 0.5

  /// Whether the readings have a z.
  var hasDepth: Bool { depth != nil }

  /// Finds the direction of some readings, at least one.
  init(_ readings: [TiltReading], _ units: TiltUnits) {
    let z = readings.compactMap(\.z)
    tilt = Tilt(
      x: readings.map(\.x).median / units.perG,
      y: readings.map(\.y).median / units.perG
    )
    depth = z.count == readings.count ? z.median / units.perG : nil
  }

  /// Says why the sensor may point against gravity, with the remedies; nil if the phone looks upright or face up.
  func doubt(in orientation: Orientation) -> String? {
    let least = Self.least
    if let depth, depth < -least { return nil }
    let box = orientation.gravity(of: tilt, magnitude: 1)
    if box.y < -least { return nil }
    let (axis, value) = abs(tilt.x) > abs(tilt.y) ? ("x", tilt.x) : ("y", tilt.y)
    if abs(value) > least, abs(value) >= depth ?? 0 {
      func height(_ orientation: Orientation) -> Double {
        orientation.gravity(of: tilt, magnitude: 1).y
      }
      let cases = Orientation.allCases
      guard let upright = cases.min(by: { height($0) < height($1) }),
        let reverse = cases.max(by: { height($0) < height($1) })
      else { return nil }
      return Self.words(
        axis,
        value,
        box.y > least ? "was upside down" : "lay on its side",
        reverse == orientation ? "" : " --orientation \(reverse.rawValue)",
        " --orientation \(upright.rawValue) for iOS,"
      )
    }
    guard let depth, depth > least else { return nil }
    return Self.words("z", depth, "faced down", "", "")
  }

  private static func words(
    _ axis: String,
    _ value: Double,
    _ pose: String,
    _ turned: String,
    _ upright: String
  ) -> String {
    "at first \(axis) is \(value.brief(4)) g, as if the phone \(pose); "
      + "give --tilt-convention reaction\(turned) for Android or phyphox,\(upright) "
      + "or --tilt-convention gravity to run it as it is"
  }
}
