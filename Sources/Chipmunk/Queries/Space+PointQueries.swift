internal import CChipmunk

/// A shape near a point. Mirrors `cpPointQueryInfo`.
public struct PointHit {
  /// The shape.
  public let shape: Shape
  /// The point of its surface that is nearest, in units.
  public let point: Vector
  /// The distance of the surface, in units; negative if the point is inside the shape.
  public let distance: Double
  /// The unit vector in which the distance grows fastest, pointing away from the shape.
  public let gradient: Vector
}

// Point queries.
extension Space {
  /// Returns all shapes within a distance of a point, including sensors, sorted by distance, then
  /// by id. Wraps `cpSpacePointQuery`.
  ///
  /// - Parameters:
  ///   - point: the point, in units.
  ///   - distance: the maximum distance of a surface, in units. 0 finds the shapes that contain the
  ///     point; a negative number those that contain it at least that deep; infinity finds all.
  ///   - filter: which shapes are seen.
  /// - Returns: the shapes, each with its nearest point.
  /// - Throws: ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` as ``step()``.
  /// - Complexity: O(log *shapes*), and O(*hits* log *hits*).
  public func pointQuery(
    _ point: Vector,
    within distance: Double = 0,
    filter: ShapeFilter = .all
  ) throws(PhysicsError) -> [PointHit] {
    try pointHits(point, distance, filter).sorted(by: PointHit.isInOrder)
  }

  /// Returns the shape nearest to a point, or the one that it is deepest in, without sensors.
  /// Replaces `cpSpacePointQueryNearest`.
  ///
  /// - Parameters:
  ///   - point: the point, in units.
  ///   - distance: the maximum distance of the surface, in units; infinity for no limit.
  ///   - filter: which shapes are seen.
  /// - Returns: the shape, the one with the lower id of two at the same distance; nil if none is
  ///   within the distance.
  /// - Throws: ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` as ``step()``.
  /// - Complexity: O(log *shapes* + *shapes within the distance*).
  public func pointQueryNearest(
    _ point: Vector,
    within distance: Double = .infinity,
    filter: ShapeFilter = .all
  ) throws(PhysicsError) -> PointHit? {
    try pointHits(point, distance, filter).filter { !$0.shape.isSensor }
      .min(by: PointHit.isInOrder)
  }

  private func pointHits(
    _ point: Vector,
    _ distance: Double,
    _ filter: ShapeFilter
  ) throws(PhysicsError) -> [PointHit] {
    try ParameterRange.position.check(point)
    try ParameterRange.queryDistance.check(distance)
    let reach = Vector(max(distance, 0), max(distance, 0))
    let box = BoundingBox(low: point - reach, high: point + reach)
    return try candidates(in: box.c, filter).map { PointHit($0, point) }
      .filter { $0.distance <= distance }
  }
}

extension PointHit {
  /// If a point is this close to the core of a shape, no direction leads away from it; the C library divides by zero,
  /// or uses a segment's normal as if its body were not rotated.
  private static let near = 1e-5

  init(_ shape: Shape, _ point: Vector) {
    var info = unsafe cpPointQueryInfo()
    let distance = unsafe cpShapePointQuery(shape.raw, point.c, &info) + 0
    let core = shape.core
    let (surface, away) = unsafe (Vector(info.point), Vector(info.gradient))
    if abs(distance + core.radius) <= Self.near {
      let gradient = core.normal ?? away
      self.init(
        shape: shape,
        point: point - gradient * distance,
        distance: distance,
        gradient: gradient
      )
    } else {
      self.init(shape: shape, point: surface, distance: distance, gradient: away)
    }
  }

  fileprivate static func isInOrder(_ l: PointHit, _ r: PointHit) -> Bool {
    (l.distance, l.shape.id) < (r.distance, r.shape.id)
  }
}

extension Shape {
  /// The radius around the shape's core line or point, and a segment's normal.
  fileprivate var core: (radius: Double, normal: Vector?) {
    let raw = unsafe UnsafeRawPointer(raw)
    switch geometry {
    case .circle: return (unsafe raw.load(as: cpCircleShape.self).r, nil)
    case .segment:
      let segment = unsafe raw.load(as: cpSegmentShape.self)
      return unsafe (segment.r, Vector(segment.tn))
    case .box, .polygon: return (unsafe raw.load(as: cpPolyShape.self).r, nil)
    case .chain: preconditionFailure("no shape is a chain")
    }
  }
}
