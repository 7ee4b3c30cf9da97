internal import CChipmunk
internal import ChipmunkEngine

/// A line through some points, in units; closed where the last point is the first one again.
/// Mirrors `cpPolyline`.
///
/// ```swift
/// let outline = try Polyline(closing: corners).simplifiedCurves(tolerance: 0.5)
/// try body.addShapes(.polygon(outline.vertices))
/// ```
///
/// A polyline is a plain value: it can be written with any numbers, and is checked where it is used.
public struct Polyline: Hashable, Sendable, Codable {
  /// The points, in order.
  public var vertices: [Vector]

  /// Makes a line through points.
  public init(_ vertices: [Vector]) {
    self.vertices = vertices
  }

  /// Makes a line through points and back to the first one.
  public init(closing vertices: [Vector]) {
    self.vertices = vertices + vertices.prefix(1)
  }

  /// Whether the line ends where it begins. Replaces `cpPolylineIsClosed`.
  public var isClosed: Bool { vertices.count > 1 && vertices.first == vertices.last }

  /// The line's length, in units. Complexity: O(*n*).
  public var length: Double {
    zip(vertices, vertices.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
  }

  /// The area enclosed by a closed line, in units²: positive if the line is counterclockwise, as around a solid, and
  /// negative if it is clockwise, as around a hole. That of an open line is 0. Replaces `cpAreaForPoly`. Complexity:
  /// O(*n*).
  public var area: Double {
    guard isClosed else { return 0 }
    // Relative to one of its own points: far from the origin, the products would lose significant digits.
    let start = vertices[0]
    return zip(vertices, vertices.dropFirst()).reduce(0) {
      $0 + ($1.0 - start).cross($1.1 - start) / 2
    }
  }

  /// The centre of gravity of the area enclosed by a closed line. Wraps `cpCentroidForPoly`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` for a line that is open or encloses no area.
  /// Complexity: O(*n*).
  public func centroid() throws(PhysicsError) -> Vector {
    try requireOutline()
    return Self.centroid(of: vertices)
  }

  static func centroid(of vertices: [Vector]) -> Vector {
    let start = vertices[0]
    let relative = vertices.map { ($0 - start).c }
    return unsafe start + Vector(ceCentroidForPolygon(Int32(relative.count), relative))
  }
}

extension Polyline {
  /// The same line without repeated consecutive points.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` for points that are not finite, too many, or fewer than two different
  /// ones.
  func distinct() throws(PhysicsError) -> Polyline {
    try ParameterRange.polylineCount.check(Double(vertices.count))
    for vertex in vertices { try ParameterRange.position.check(vertex) }
    var line = Polyline([])
    for vertex in vertices where vertex != line.vertices.last { line.vertices.append(vertex) }
    try ParameterRange.polylineCount.check(Double(line.vertices.count))
    return line
  }

  /// Throws ``PhysicsError/Code/outOfRange`` unless the line is closed and encloses an area.
  func requireOutline() throws(PhysicsError) {
    _ = try distinct()
    guard isClosed else {
      throw PhysicsError(
        .outOfRange,
        "the polyline is open",
        "end it where it begins, as Polyline(closing:) does"
      )
    }
    try ParameterRange.polygonArea.check(abs(area))
  }
}

extension ParameterRange {
  /// The number of distinct points of a polyline.
  package static let polylineCount = ParameterRange(
    "number of polyline vertices",
    "",
    2...1_000_000
  )
  /// The greatest distance of a simplified outline from the original, in units.
  package static let outlineTolerance = ParameterRange("outline tolerance", "units", 0...1e9)
  /// The bend below which a corner counts as straight, in radians.
  package static let outlineAngle = ParameterRange("outline angle", "rad", 0...1.57)
}
