internal import CChipmunk

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
