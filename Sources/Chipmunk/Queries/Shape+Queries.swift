internal import CChipmunk
internal import ChipmunkEngine

// Queries on a single shape, with or without a space, at its body's current pose.
extension Shape {
  /// Returns the distance of a point and the nearest point of the surface. Wraps
  /// `cpShapePointQuery`, with the corrections of ``Space/pointQuery(_:within:filter:)``.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/detached``. Complexity: O(*vertices*).
  public func pointQuery(_ point: Vector) throws(PhysicsError) -> PointHit {
    try ParameterRange.position.check(point)
    try standWhereBodyIs()
    return PointHit(self, point)
  }

  /// Returns where a ray hits the shape; nil if it does not. Wraps `cpShapeSegmentQuery`, with the
  /// corrections of ``Space/segmentQuery(from:to:radius:filter:)``.
  ///
  /// - Parameters:
  ///   - start: where the ray starts, in units.
  ///   - end: where it ends, in units.
  ///   - radius: half the ray's thickness, in units; its ends are round.
  /// - Returns: the hit, or nil.
  /// - Throws: ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/detached``.
  /// - Complexity: O(*vertices*).
  public func segmentQuery(
    from start: Vector,
    to end: Vector,
    radius: Double = 0
  ) throws(PhysicsError) -> SegmentHit? {
    try ParameterRange.position.check(start)
    try ParameterRange.position.check(end)
    try ParameterRange.roundingRadius.check(radius)
    try standWhereBodyIs()
    return SegmentHit(self, start, end, radius)
  }

  /// Returns where the shape overlaps another one, regardless of their filters; nil if it does not.
  /// Wraps `cpShapesCollide`.
  ///
  /// Throws ``PhysicsError/Code/detached``. Complexity: that of ``Space/shapeQuery(_:)`` for one shape.
  public func overlap(with other: Shape) throws(PhysicsError) -> ShapeHit? {
    for shape in [self, other] { try shape.standWhereBodyIs() }
    return ShapeHit(self, other)
  }

  /// During a step, a shape stays where the step found it, unless it joins at the end of the step.
  private func standWhereBodyIs() throws(PhysicsError) {
    _ = try attachedBody()
    if let space = unsafe raw.pointee.space, unsafe Space.owner(of: space).isLocked { return }
    unsafe ceShapeUpdate(raw)
  }
}

extension Shape {
  /// The moment of inertia about the shape's own centre of gravity, in kg·units², of the mass that it gives
  /// to its body; 0 for none. Wraps `cpShapeGetMoment`.
  public var moment: Double { massInfo.mass * massInfo.unitMoment }

  /// The centre of gravity, in the body's own coordinates, in units. Wraps
  /// `cpShapeGetCenterOfGravity`.
  public var centerOfGravity: Vector { massInfo.center }

  /// The space that the shape is in, with its body; nil for none. Replaces `cpShapeGetSpace`.
  public var space: Space? { body?.space }
}
