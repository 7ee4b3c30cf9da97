internal import CChipmunk

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
    (self.red, self.green, self.blue) = (red, green, blue)
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

// Debug drawing. `cpSpaceDebugDraw` draws in the order of its search trees, and omits the constraints of sleeping
// bodies; we draw in the order of adding, so that the result is always the same.
extension Space {
  /// Draws the shapes of the ground and of all bodies, then the constraints, then the contacts, each in
  /// the order of adding. Replaces `cpSpaceDebugDraw`.
  ///
  /// - Parameters:
  ///   - drawing: the target.
  ///   - parts: the parts to draw.
  ///
  /// Complexity: O(*vertices* + *constraints* + *contacts*).
  public func draw(on drawing: inout some DebugDrawing, _ parts: DebugParts = .all) {
    if parts.contains(.shapes) {
      for body in [ground] + bodies { body.draw(on: &drawing) }
    }
    if parts.contains(.constraints) {
      for constraint in constraints { constraint.draw(on: &drawing) }
    }
    if parts.contains(.contacts) { drawContacts(on: &drawing) }
  }

  /// Draws the points where shapes that are awake touch. Complexity: O(*contacts*).
  public func drawContacts(on drawing: inout some DebugDrawing) {
    // Read before anything is drawn: drawing may change the space.
    var points: [ContactPoint] = []
    unsafe forEach(in: raw.pointee.arbiters) {
      unsafe points += ContactPoints(of: $0, isFlipped: false)
    }
    for point in points { drawing.drawPoint(point.onA, style: .contact) }
  }
}

extension Body {
  /// Draws the shapes of the body where it is now, in the order of adding, each in the style of its state.
  ///
  /// Complexity: O(*vertices*).
  public func draw(on drawing: inout some DebugDrawing) {
    for shape in shapes { shape.draw(of: self, on: &drawing) }
  }

  /// Draws a geometry of several shapes where the body is now: a concave polygon as its outline.
  ///
  /// - Parameters:
  ///   - geometry: the geometry, in the body's own coordinates.
  ///   - isSensor: whether it is drawn as a sensor.
  ///   - drawing: the target.
  ///
  /// Complexity: O(*vertices*).
  package func draw(_ geometry: Geometry, isSensor: Bool, on drawing: inout some DebugDrawing) {
    let style: DebugStyle = isSensor ? .sensor : style
    switch geometry {
    case .circle(let radius, let center):
      let center = worldPoint(ofLocal: center)
      drawing.drawCircle(center: center, radius: radius, angle: angle, style: style)
    case .segment(let from, let to, let radius):
      let (from, to) = (worldPoint(ofLocal: from), worldPoint(ofLocal: to))
      drawing.drawSegment(from: from, to: to, radius: radius, style: style)
    case .box(let width, let height, let radius, let center):
      let corners = Geometry.corners(width, height, center).map { worldPoint(ofLocal: $0) }
      drawing.drawPolygon(corners, radius: radius, style: style)
    case .polygon(let vertices, let radius):
      let isClockwise = Polyline(closing: vertices).area < 0
      let corners = (isClockwise ? vertices.reversed() : vertices).map { worldPoint(ofLocal: $0) }
      drawing.drawPolygon(corners, radius: radius, style: style)
    case .chain(let points, let isClosed, let radius):
      for (from, to) in points.edges(isClosed: isClosed) {
        draw(.segment(from: from, to: to, radius: radius), isSensor: isSensor, on: &drawing)
      }
    }
  }

  private var style: DebugStyle {
    switch type {
    case .dynamic: isSleeping ? .sleeping : .awake
    case .kinematic: .kinematic
    case .static: .static
    }
  }
}

extension Shape {
  fileprivate func draw(of body: Body, on drawing: inout some DebugDrawing) {
    var shown = geometry
    if case .polygon(_, let radius) = geometry {
      // The shape has the hull of the vertices.
      let corners = (0..<(unsafe cpPolyShapeGetCount(raw))).map {
        Vector(unsafe cpPolyShapeGetVert(raw, $0))
      }
      shown = .polygon(corners, radius: radius)
    }
    body.draw(shown, isSensor: isSensor, on: &drawing)
  }
}

extension Constraint {
  /// Draws the constraint at its bodies' current poses: a line, and dots at its anchors.
  ///
  /// Complexity: O(1).
  public func draw(on drawing: inout some DebugDrawing) {
    let sketch = sketch
    for (from, to) in sketch.line.edges(isClosed: false) {
      drawing.drawSegment(from: from, to: to, radius: 0, style: .constraint)
    }
    for point in sketch.points { drawing.drawPoint(point.world, style: .constraint) }
  }
}
