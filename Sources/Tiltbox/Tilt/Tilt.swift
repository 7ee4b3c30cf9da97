public import Chipmunk

/// The attitude of a device: gravity's direction in the device's own axes, in units of g.
///
/// x points to the right of the screen, y to its top. A phone held upright reads `(0, -1)`; one that lies flat on a
/// table reads `(0, 0)`, since its z (about −1) has no part in the plane.
public struct Tilt: Hashable, Sendable, Codable {
  /// The part along the screen's right, in g.
  public var x: Double
  /// The part along the screen's top, in g.
  public var y: Double

  /// Makes a tilt from its two parts, in g.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// A phone held upright: `(0, -1)`.
  public static let upright = Tilt(x: 0, y: -1)
}

/// The orientation of the screen, which determines how a tilt in device axes becomes gravity on the screen.
public enum Orientation: String, CaseIterable, Sendable, Codable {
  /// Upright: gravity is (x, y)·G.
  case portrait
  /// Turned a quarter: gravity is (y, −x)·G.
  case landscape
  /// Upside down: the negative of `portrait`.
  case portraitUpsideDown = "portrait-upside-down"
  /// Turned a quarter the other way: the negative of `landscape`.
  case landscapeFlipped = "landscape-flipped"

  /// The gravity of a tilt on a screen that is held this way.
  ///
  /// - Parameters:
  ///   - tilt: In g, in device axes.
  ///   - magnitude: The world's gravity G, in units/s², for a tilt of 1 g.
  /// - Returns: In units/s². A zero is never negative, so that it reads well in a recording.
  public func gravity(of tilt: Tilt, magnitude: Double) -> Vector {
    let turned =
      switch self {
      case .portrait: Vector(tilt.x, tilt.y)
      case .landscape: Vector(tilt.y, -tilt.x)
      case .portraitUpsideDown: Vector(-tilt.x, -tilt.y)
      case .landscapeFlipped: Vector(-tilt.y, tilt.x)
      }
    return Vector(turned.x * magnitude + 0.0, turned.y * magnitude + 0.0)
  }
}

/// The source of a scenario's tilt, and its conversion to gravity.
public struct TiltDescription: Hashable, Sendable {
  /// A constant, or a recording in a file.
  public enum Source: Hashable, Sendable {
    /// The same all the time.
    case constant(Tilt)
    /// The file of a phone's recording.
    case file(path: String, options: TiltOptions, interpolation: TiltInterpolation)
  }

  /// A constant, or a recording in a file.
  public var source: Source
  /// The orientation of the device's axes in the world.
  public var orientation: Orientation

  /// Makes a description; without arguments a phone held upright.
  public init(_ source: Source = .constant(.upright), orientation: Orientation = .portrait) {
    self.source = source
    self.orientation = orientation
  }
}

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
  public init(convention: TiltConvention? = nil, units: TiltUnits = .auto, rate: Double? = nil) {
    (self.convention, self.units, self.rate) = (convention, units, rate)
  }
}
