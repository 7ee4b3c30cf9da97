internal import Tiltbox

/// What turns the numbers of a reading into a tilt: their unit and their sign.
struct TiltScale: Equatable {
  /// Standard gravity, in m/s².
  static let standardGravity = 9.80665
  /// The largest part of a tilt that is believed, in g.
  static let largest = 1000.0
  /// A magnitude below this is taken for g, any other for m/s², where nothing names the unit.
  static let largestInG = 3.0

  private var divisor: Double

  init(_ units: TiltUnits, _ convention: TiltConvention) {
    let unit = units == .metresPerSecondSquared ? Self.standardGravity : 1
    divisor = convention == .reaction ? -unit : unit
  }

  /// The tilt in g; throws if it is larger than any sensor's.
  func tilt(of reading: TiltReading) throws(TiltLineError) -> Tilt {
    let tilt = Tilt(x: reading.x / divisor + 0.0, y: reading.y / divisor + 0.0)
    guard max(abs(tilt.x), abs(tilt.y)) <= Self.largest else {
      throw TiltLineError(.tooLarge(tilt), at: reading.xRange)
    }
    return tilt
  }
}

extension TiltReading {
  /// The length of the reading, in its own unit.
  var magnitude: Double {
    let z = z ?? 0
    return (x * x + y * y + z * z).squareRoot()
  }
}

extension TiltUnits {
  /// The unit that holds for a layout: the header's, else the option's; plain lines are in g.
  ///
  /// - Returns: `auto` if only the numbers themselves can tell.
  static func stated(by layout: TiltLayout, _ options: TiltOptions) -> TiltUnits {
    if layout.units != .auto { return layout.units }
    return options.units == .auto && layout.isPlain ? .g : options.units
  }

  /// The unit that a magnitude speaks for.
  static func guessed(fromMagnitude magnitude: Double) -> TiltUnits {
    magnitude < TiltScale.largestInG ? .g : .metresPerSecondSquared
  }
}
