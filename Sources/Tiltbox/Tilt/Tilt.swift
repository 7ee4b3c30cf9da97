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
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// A phone held upright: `(0, -1)`.
  public static let upright = Tilt(x: 0, y: -1)
}
