public import Chipmunk

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
