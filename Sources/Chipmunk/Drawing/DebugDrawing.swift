/// A target for drawing a space: an SVG file, a canvas, a terminal.
///
/// All coordinates are in the world, in units, y upwards; a drawing converts them to its own. It receives the state of
/// each drawn object, and may take the colour from ``DebugStyle/color``.
public protocol DebugDrawing {
  /// Draws a point: a contact, or an end of a constraint. The drawing chooses its size.
  mutating func drawPoint(_ point: Vector, style: DebugStyle)

  /// Draws a line with round ends; the radius is half its thickness, in units, and 0 is the thinnest line.
  mutating func drawSegment(from: Vector, to: Vector, radius: Double, style: DebugStyle)

  /// Draws a disc; the angle, in radians, is for a mark that shows its rotation.
  mutating func drawCircle(center: Vector, radius: Double, angle: Double, style: DebugStyle)

  /// Draws a convex polygon, its corners counterclockwise, rounded outwards by a radius in units.
  mutating func drawPolygon(_ corners: [Vector], radius: Double, style: DebugStyle)
}

/// The state of a drawn object.
public enum DebugStyle: String, Hashable, Sendable, CaseIterable {
  /// A shape of a dynamic body that is awake.
  case awake
  /// A shape of a sleeping body.
  case sleeping
  /// A shape of a static body.
  case `static`
  /// A shape of a kinematic body.
  case kinematic
  /// A sensor, on a body of any type.
  case sensor
  /// A joint, spring or motor.
  case constraint
  /// A point where two shapes touch.
  case contact

  /// The colour in which it is drawn unless the drawing knows better.
  public var color: DebugColor {
    switch self {
    case .awake: DebugColor(0x26, 0x8b, 0xd2)
    case .sleeping: DebugColor(0x93, 0xa1, 0xa1)
    case .static: DebugColor(0x58, 0x6e, 0x75)
    case .kinematic: DebugColor(0xb5, 0x89, 0x00)
    case .sensor: DebugColor(0x6c, 0x71, 0xc4)
    case .constraint: DebugColor(0x85, 0x99, 0x00)
    case .contact: DebugColor(0xdc, 0x32, 0x2f)
    }
  }
}

/// A colour of red, green and blue.
public struct DebugColor: Hashable, Sendable {
  /// The red component, 0 to 255.
  public let red: UInt8
  /// The green component, 0 to 255.
  public let green: UInt8
  /// The blue component, 0 to 255.
  public let blue: UInt8

  /// Makes a colour from its components.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// The parts of a space to draw. Mirrors `cpSpaceDebugDrawFlags`.
public struct DebugParts: OptionSet, Sendable {
  /// One bit for each part.
  public let rawValue: Int

  /// Makes a set of parts from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The shapes of all bodies.
  public static let shapes = DebugParts(rawValue: 1)
  /// The constraints.
  public static let constraints = DebugParts(rawValue: 2)
  /// The points where shapes that are awake touch.
  public static let contacts = DebugParts(rawValue: 4)
  /// Everything.
  public static let all: DebugParts = [.shapes, .constraints, .contacts]
}
