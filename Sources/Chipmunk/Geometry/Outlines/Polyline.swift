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
  public init(_ vertices: [Vector]) { self.vertices = vertices }

  /// Makes a line through points and back to the first one.
  public init(closing vertices: [Vector]) { self.vertices = vertices + vertices.prefix(1) }

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
    return start + Vector(Geometry.measure(relative).centroid)
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
    whole: "number of polyline vertices",
    2...1_000_000
  )
  /// The greatest distance of a simplified outline from the original, in units.
  package static let outlineTolerance = ParameterRange("outline tolerance", "units", 0...1e9)
  /// The bend below which a corner counts as straight, in radians.
  package static let outlineAngle = ParameterRange("outline angle", "rad", 0...1.57)
}

// Simplification.
extension Polyline {
  /// The line with the points left out that are nearly on the way between others (Douglas-Peucker): it
  /// is nowhere farther from the original than the tolerance. Good for smooth outlines.
  /// Wraps `cpPolylineSimplifyCurves`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` for more points than
  /// the thread's stack holds. Complexity: O(*n* log *n*) on average, O(*n*²) at worst.
  public func simplifiedCurves(tolerance: Double) throws(PhysicsError) -> Polyline {
    try ParameterRange.outlineTolerance.check(tolerance)
    return unsafe try distinct().reduced { line in unsafe cpPolylineSimplifyCurves(line, tolerance)
    }
  }

  /// The line with the corners left out that bend by less than an angle, in radians. Good for outlines
  /// with edges. Wraps `cpPolylineSimplifyVertexes`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``. Complexity: O(*n*).
  public func simplifiedVertices(angle: Double) throws(PhysicsError) -> Polyline {
    try ParameterRange.outlineAngle.check(angle)
    return unsafe try distinct().reduced { line in unsafe cpPolylineSimplifyVertexes(line, angle) }
  }

  /// The closed, counterclockwise line round all the points, with those left out that are within a
  /// tolerance of it, in units. Wraps `cpPolylineToConvexHull`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` for more points than
  /// the thread's stack holds. Complexity: O(*n* log *n*) on average, O(*n*²) at worst.
  public func convexHull(tolerance: Double = 0) throws(PhysicsError) -> Polyline {
    try ParameterRange.outlineTolerance.check(tolerance)
    return unsafe try distinct().reduced { line in unsafe cpPolylineToConvexHull(line, tolerance) }
  }

  /// Runs a C function on this polyline. Some of them are recursive, with at most one level per point and 160 bytes per
  /// level (measured).
  private func reduced(
    _ reduce: (UnsafeMutablePointer<cpPolyline>) -> UnsafeMutablePointer<cpPolyline>?
  ) throws(PhysicsError) -> Polyline {
    try CallStack.check(
      depth: vertices.count,
      bytesPerLevel: 192,
      of: "the number of polyline vertices"
    )
    // Swift does not import the array at the end of the C struct.
    let header = MemoryLayout<cpPolyline>.size
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: header + vertices.count * MemoryLayout<cpVect>.stride,
      alignment: MemoryLayout<cpVect>.alignment
    )
    defer { unsafe memory.deallocate() }
    let count = Int32(vertices.count)
    let line = unsafe memory.bindMemory(to: cpPolyline.self, capacity: 1)
    unsafe line.initialize(to: cpPolyline())
    unsafe line.pointee.count = count
    unsafe line.pointee.capacity = count
    let points = unsafe (memory + header).bindMemory(to: cpVect.self, capacity: vertices.count)
    for (index, vertex) in vertices.enumerated() { unsafe points[index] = vertex.c }
    guard let result = unsafe reduce(line) else { return self }
    defer { unsafe cpPolylineFree(result) }
    let reduced = unsafe (UnsafeRawPointer(result) + header).assumingMemoryBound(to: cpVect.self)
    return Polyline(
      unsafe UnsafeBufferPointer(start: reduced, count: Int(result.pointee.count)).map {
        Vector($0)
      }
    )
  }
}

extension Geometry {
  /// The centre of gravity of a mass that is spread evenly, in the body's own coordinates, in units.
  /// A body with a mass of its own turns about its origin, unless its ``Body/centerOfGravity`` is set.
  /// Wraps `cpCentroidForPoly` for a polygon.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` where ``validate()`` does.
  public func centroid() throws(PhysicsError) -> Vector {
    let isConcave = try concaveCorner() != nil
    switch self {
    case .circle(_, let center), .box(_, _, _, let center): return center
    case .segment(let from, let to, _): return (from + to) * 0.5
    case .chain:
      return segments(ofMass: 1).reduce(.zero) { $0 + ($1.from + $1.to) * (0.5 * $1.mass) }
    case .polygon(let vertices, _):
      return Polyline.centroid(of: isConcave ? vertices : try Self.convexHull(of: vertices))
    }
  }
}
