internal import CChipmunk
internal import ChipmunkEngine

/// A shape that overlaps the queried one. Mirrors the arguments of `cpSpaceShapeQueryFunc`.
public struct ShapeHit {
  /// The shape.
  public let shape: Shape
  /// The unit normal from the queried shape to this one.
  public let normal: Vector
  /// The points of overlap: `onA` is on the queried shape, `onB` on this one.
  public let points: ContactPoints
}

// Overlap queries.
extension Space {
  /// Returns all shapes whose bounding box overlaps a box, including sensors, sorted by id. Wraps
  /// `cpSpaceBBQuery`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` as ``step()``.
  /// Complexity: O(log *shapes*), and O(*hits* log *hits*).
  public func boundingBoxQuery(
    _ box: BoundingBox,
    filter: ShapeFilter = .all
  ) throws(PhysicsError) -> [Shape] {
    try box.validate()
    return try candidates(in: box.c, filter).sorted { $0.id < $1.id }
  }

  /// Returns all shapes of other bodies that a shape of this space overlaps and its filter allows
  /// it to touch, including sensors, sorted by id. Replaces `cpSpaceShapeQuery`, which also
  /// returns whether one of them is solid; that depends on their order.
  ///
  /// Throws ``PhysicsError/Code/notInSpace``, or ``PhysicsError/Code/stackTooSmall`` as ``step()``.
  /// Complexity: O(log *shapes*), and O(*hits* log *hits*).
  public func shapeQuery(_ shape: Shape) throws(PhysicsError) -> [ShapeHit] {
    guard let body = shape.body, body.space === self, unsafe shape.raw.pointee.space == raw else {
      throw PhysicsError(
        .notInSpace,
        "the shape is not in this space",
        "add its body first, or ask for its geometry"
      )
    }
    // Updates the shape's place; during a step, only the step does that.
    if !isLocked { unsafe ceShapeUpdate(shape.raw) }
    return try hits(of: shape, shape.filter).filter { $0.shape.body !== body }
  }

  /// Returns all shapes that a geometry would overlap at a position and angle, including sensors,
  /// sorted by id. Use it to find room for another crate.
  ///
  /// - Parameters:
  ///   - geometry: the form, in its own coordinates.
  ///   - position: where its origin would be, in units.
  ///   - angle: its angle, in radians.
  ///   - filter: which shapes are seen.
  /// - Returns: the shapes, each with the points of overlap; for a geometry of several parts, once for each that overlaps.
  /// - Throws: ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` as ``step()``.
  /// - Complexity: O(log *shapes*), and O(*hits* log *hits*), for each part.
  public func geometryQuery(
    _ geometry: Geometry,
    at position: Vector,
    angle: Double = 0,
    filter: ShapeFilter = .all
  ) throws(PhysicsError) -> [ShapeHit] {
    let body = Body.kinematic()
    let shapes = try body.addShapes(geometry)
    try body.setAngle(angle)
    try body.setPosition(position)
    var found: [ShapeHit] = []
    for shape in shapes {
      unsafe ceShapeUpdate(shape.raw)
      found += try hits(of: shape, filter)
    }
    return shapes.count == 1 ? found : found.sorted { $0.shape.id < $1.shape.id }
  }

  private func hits(of shape: Shape, _ filter: ShapeFilter) throws(PhysicsError) -> [ShapeHit] {
    unsafe try candidates(in: shape.raw.pointee.bb, filter).sorted { $0.id < $1.id }
      .compactMap { $0 === shape ? nil : ShapeHit(shape, $0) }
  }
}

extension ShapeHit {
  /// Replaces `cpShapesCollide`.
  init?(_ shape: Shape, _ other: Shape) {
    _ = Space.needsAbortHandler
    var (normal, found) = (Vector.zero, [(Vector, Vector)]())
    unsafe withUnsafeTemporaryAllocation(
      of: cpContact.self,
      capacity: Int(CP_MAX_CONTACTS_PER_ARBITER)
    ) { contacts in
      let info = unsafe ceCollide(shape.raw, other.raw, contacts.baseAddress)
      // The C library may have swapped the shapes.
      let isFlipped = unsafe info.a != UnsafePointer(shape.raw)
      normal = unsafe isFlipped ? -Vector(info.n) : Vector(info.n)
      for index in 0..<Int(unsafe info.count) {
        let (one, two) = unsafe (Vector(contacts[index].r1), Vector(contacts[index].r2))
        found.append(isFlipped ? (two, one) : (one, two))
      }
    }
    guard !found.isEmpty else { return nil }
    self.init(shape: other, normal: normal, points: ContactPoints(found, normal: normal))
  }
}
