internal import Chipmunk
internal import Tiltbox

/// The conversion of a reading's numbers to a tilt: their unit and their sign.
struct TiltScale: Equatable {
  /// Standard gravity, in m/s².
  static let standardGravity = 9.80665
  /// The limit for guessing an unnamed unit: smaller magnitudes are in g, others in m/s².
  static let largestInG = 3.0
  /// The largest plausible median magnitude of a recording, in g.
  static let largestMedian = 10.0

  private var divisor: Double

  init(_ units: TiltUnits, _ convention: TiltConvention?) {
    divisor = convention == .reaction ? -units.perG : units.perG
  }

  /// Returns the tilt in g; throws if it exceeds the range of any sensor.
  func tilt(of reading: TiltReading) throws(TiltLineError) -> Tilt {
    let tilt = Tilt(x: reading.x / divisor + 0.0, y: reading.y / divisor + 0.0)
    guard Scenario.tilt.contains(tilt.x), Scenario.tilt.contains(tilt.y) else {
      throw TiltLineError(.tooLarge(tilt), at: reading.xRange)
    }
    return tilt
  }
}

extension TiltReading {
  /// The magnitude of the reading, in its own unit.
  var magnitude: Double {
    let z = z ?? 0
    return (x * x + y * y + z * z).squareRoot()
  }
}

extension TiltUnits {
  /// The number of these units in 1 g.
  var perG: Double { self == .metresPerSecondSquared ? TiltScale.standardGravity : 1 }

  /// Returns the unit for a layout: the header's, otherwise the option's; plain lines are in g.
  ///
  /// - Returns: `auto` if the unit must be guessed from the numbers.
  static func stated(by layout: TiltLayout, _ options: TiltOptions) -> TiltUnits {
    if layout.units != .auto { return layout.units }
    return options.units == .auto && layout.isPlain ? .g : options.units
  }

  /// Returns the unit that a magnitude suggests.
  static func guessed(fromMagnitude magnitude: Double) -> TiltUnits {
    magnitude < TiltScale.largestInG ? .g : .metresPerSecondSquared
  }
}
