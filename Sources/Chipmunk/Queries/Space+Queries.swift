internal import CChipmunk
internal import ChipmunkEngine

// Common code of queries. Queries are allowed at any time, also within callbacks, and change nothing: the run continues
// with the same bits.
extension Space {
  /// The shapes whose bounding box meets a box, at the bodies' current poses; within a step, where it found them.
  func candidates(in box: cpBB, _ filter: ShapeFilter) throws(PhysicsError) -> [Shape] {
    try checkStack()
    return unsafe collect { space, found in
      unsafe cpSpaceBBQuery(space, box, filter.c, Self.collectShape, found)
    } where: { shape in
      unsafe cpBBIntersects(box, shape.raw.pointee.bb) != 0 && shape.isSeen(by: filter)
    }
  }

  /// The shapes that a thin line from one point to another meets.
  func candidates(
    from start: Vector,
    to end: Vector,
    _ filter: ShapeFilter
  ) throws(PhysicsError) -> [Shape] {
    try checkStack()
    return unsafe collect { space, found in
      unsafe cpSpaceSegmentQuery(
        space,
        start.c,
        end.c,
        0,
        filter.c,
        { shape, _, _, _, found in unsafe Space.collectShape(shape, found) },
        found
      )
    } where: {
      $0.isSeen(by: filter)
    }
  }

  private static let collectShape:
    @convention(c) (
      UnsafeMutablePointer<cpShape>?, UnsafeMutableRawPointer?
    ) -> Void = { shape, found in
      guard let shape = unsafe shape else { return }
      unsafe found?.assumingMemoryBound(to: [Shape].self).pointee.append(.owner(of: shape))
    }

  /// The index's results, except for bodies that have moved since: these are tested one by one.
  private func collect(
    _ query: (UnsafeMutablePointer<cpSpace>, UnsafeMutableRawPointer) -> Void,
    where isFound: (Shape) -> Bool
  ) -> [Shape] {
    var found: [Shape] = []
    unsafe withUnsafeMutablePointer(to: &found) { unsafe query(raw, UnsafeMutableRawPointer($0)) }
    // Bodies removed by a callback do not count, though the C library uses them until the step ends.
    found.removeAll { $0.body?.space !== self || ($0.body?.hasMoved == true && !isLocked) }
    guard !isLocked else { return found }
    for body in movedBodies where body.space === self {
      for shape in body.shapes {
        unsafe ceShapeUpdate(shape.raw)
        if isFound(shape) { found.append(shape) }
      }
    }
    return found
  }
}

extension Shape {
  fileprivate func isSeen(by filter: ShapeFilter) -> Bool {
    unsafe cpShapeFilterReject(raw.pointee.filter, filter.c) == 0
  }
}
