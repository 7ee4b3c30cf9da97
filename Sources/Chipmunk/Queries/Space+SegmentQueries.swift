internal import CChipmunk

/// A shape that a ray hits. Mirrors `cpSegmentQueryInfo`.
public struct SegmentHit {
  /// The shape.
  public let shape: Shape
  /// The point where the ray hits the surface, in units; the start of the ray if that is inside.
  public let point: Vector
  /// The outward unit normal of the surface there; for a ray that starts inside, that of the
  /// nearest surface.
  public let normal: Vector
  /// The fraction of the ray at which it hits: 0 at the start, 1 at the end.
  public let alpha: Double
}

// Segment queries.
extension Space {
  /// Returns all shapes that a ray hits, including sensors, sorted by distance, then by id. A ray that starts
  /// inside a shape hits it at its start. Wraps `cpSpaceSegmentQuery`.
  ///
  /// - Parameters:
  ///   - start: where the ray starts, in units.
  ///   - end: where it ends, in units.
  ///   - radius: half the ray's thickness, in units; its ends are round.
  ///   - filter: which shapes are seen.
  /// - Returns: the shapes, each with the point where the ray hits it.
  /// - Throws: ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` as ``step()``.
  /// - Complexity: O(log *shapes* + *bounding boxes met*).
  public func segmentQuery(
    from start: Vector,
    to end: Vector,
    radius: Double = 0,
    filter: ShapeFilter = .all
  ) throws(PhysicsError) -> [SegmentHit] {
    try segmentHits(start, end, radius, filter).sorted(by: SegmentHit.isInOrder)
  }

  /// Returns the shape that a ray hits first, without sensors. Replaces
  /// `cpSpaceSegmentQueryFirst`.
  ///
  /// - Parameters:
  ///   - start: where the ray starts, in units.
  ///   - end: where it ends, in units.
  ///   - radius: half the ray's thickness, in units; its ends are round.
  ///   - filter: which shapes are seen.
  /// - Returns: the shape, the one with the lower id of two at the same place; nil if the ray hits
  ///   none.
  /// - Throws: ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` as ``step()``.
  /// - Complexity: O(log *shapes* + *bounding boxes met*).
  public func segmentQueryFirst(
    from start: Vector,
    to end: Vector,
    radius: Double = 0,
    filter: ShapeFilter = .all
  ) throws(PhysicsError) -> SegmentHit? {
    try segmentHits(start, end, radius, filter).filter { !$0.shape.isSensor }
      .min(by: SegmentHit.isInOrder)
  }

  private func segmentHits(
    _ start: Vector,
    _ end: Vector,
    _ radius: Double,
    _ filter: ShapeFilter
  ) throws(PhysicsError) -> [SegmentHit] {
    try ParameterRange.position.check(start)
    try ParameterRange.position.check(end)
    try ParameterRange.roundingRadius.check(radius)
    // The C library searches along the thin line even for a thick ray, and misses shapes that only its edge meets.
    let shapes =
      radius == 0
      ? try candidates(from: start, to: end, filter)
      : try candidates(in: Self.box(start, end, radius), filter)
    return shapes.compactMap { SegmentHit($0, start, end, radius) }
  }

  private static func box(_ a: Vector, _ b: Vector, _ radius: Double) -> cpBB {
    cpBB(
      l: min(a.x, b.x) - radius,
      b: min(a.y, b.y) - radius,
      r: max(a.x, b.x) + radius,
      t: max(a.y, b.y) + radius
    )
  }
}

extension SegmentHit {
  init?(_ shape: Shape, _ start: Vector, _ end: Vector, _ radius: Double) {
    let inside = PointHit(shape, start)
    if inside.distance <= radius {
      self.init(
        shape: shape,
        point: inside.distance <= 0 ? start : inside.point,
        normal: inside.gradient,
        alpha: 0
      )
      return
    }
    var info = unsafe cpSegmentQueryInfo()
    guard unsafe cpShapeSegmentQuery(shape.raw, start.c, end.c, radius, &info) != 0 else {
      return nil
    }
    unsafe self.init(
      shape: shape,
      point: Vector(info.point),
      normal: Vector(info.normal),
      alpha: info.alpha
    )
  }

  fileprivate static func isInOrder(_ l: SegmentHit, _ r: SegmentHit) -> Bool {
    (l.alpha, l.shape.id) < (r.alpha, r.shape.id)
  }
}
