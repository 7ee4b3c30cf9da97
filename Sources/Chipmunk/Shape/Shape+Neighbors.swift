internal import CChipmunk

// Floors made of many segments.
extension Shape {
  /// Tells a segment where the floor continues beyond its ends, so that bodies do not catch on the
  /// joints between segments; wakes its body. During a step it takes effect at the end of the step. Wraps
  /// `cpSegmentShapeSetNeighbors`.
  ///
  /// ```swift
  /// for place in 1..<floor.count - 1 {
  ///   try floor[place].setNeighbors(before: points[place - 1], after: points[place + 2])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - before: the far end of the segment that ends where this one begins, in the body's own coordinates,
  ///     in units; nil for none.
  ///   - after: the far end of the segment that begins where this one ends; nil for none.
  /// - Throws: ``PhysicsError/Code/outOfRange``, ``PhysicsError/Code/detached``, or
  ///   ``PhysicsError/Code/wrongGeometry`` unless the shape is a segment.
  public func setNeighbors(before: Vector?, after: Vector?) throws(PhysicsError) {
    guard case .segment = geometry else {
      throw PhysicsError(
        .wrongGeometry,
        "only a segment has neighbours",
        "set the neighbours of shapes that are segments"
      )
    }
    for point in [before, after] {
      if let point { try ParameterRange.position.check(point) }
    }
    try attachedBody().changeWhenUnlocked { [self] body in
      guard self.body === body else { return }
      wakeSleepers()
      unsafe cpBodyActivate(body.raw)
      neighbors = (before, after)
      takeNeighbors()
      // They decide which points of the next contact count.
      body.forgetExtents()
    }
  }

  func takeNeighbors() {
    guard case .segment(let from, let to, _) = geometry else { return }
    let (before, after) = (neighbors.before ?? from, neighbors.after ?? to)
    unsafe cpSegmentShapeSetNeighbors(raw, before.c, after.c)
  }
}
