/// Which way a phone's sensor points its reading.
public enum TiltConvention: String, CaseIterable, Sendable, Codable {
  /// Along gravity, as iOS does: flat on the table reads z = −1 g.
  case gravity
  /// Against gravity, as phyphox and Android do: flat on the table reads z = +9.81 m/s². Negated.
  case reaction
}

/// The unit that a tilt is written in.
public enum TiltUnits: String, CaseIterable, Sendable, Codable {
  /// As in the header; without one, by the magnitude: below 3 it is g, else m/s².
  case auto
  /// Standard gravity.
  case g
  /// Metres per second squared; divided by 9.80665.
  case metresPerSecondSquared = "m/s2"
}

/// The interpolation between two samples of a tilt file.
public enum TiltInterpolation: String, CaseIterable, Sendable, Codable {
  /// The earlier sample, until the time of the later one.
  case hold
  /// Linear interpolation between the samples.
  case linear
}

/// The interpretation of the numbers in a tilt file or of live input.
public struct TiltOptions: Hashable, Sendable {
  /// Which way the sensor points; nil if nobody has said: then the numbers are read as `gravity`, and a recording that
  /// begins against it is an error.
  public var convention: TiltConvention?
  /// The unit of the axes where no header names it.
  public var units: TiltUnits
  /// Samples a second (finite, above 0), for files whose lines carry no time.
  public var rate: Double?

  /// Makes options; each default is the one of the command.
  ///
  /// - Parameters:
  ///   - convention: Which way the sensor points; nil if it is unknown.
  ///   - units: The unit of the axes where no header names it.
  ///   - rate: Samples a second, for files whose lines carry no time.
  public init(
    convention: TiltConvention? = nil,
    units: TiltUnits = .auto,
    rate: Double? = nil
  ) {
    self.convention = convention
    self.units = units
    self.rate = rate
  }
}
