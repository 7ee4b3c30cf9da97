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
    try ParameterRange.point.check(point)
    try ParameterRange.queryDistance.check(distance)
    let box = BoundingBox(center: point, radius: max(distance, 0))
    return try candidates(in: box.c, filter).map { PointHit($0, point) }
      .filter { $0.distance <= distance }
  }
}

extension PointHit {
  /// If a point is this close to the core of a shape, the C library returns the direction of an edge, or a segment's
  /// normal as if its body were not rotated. On the core itself, no direction leads away, and it divides by zero.
  private static let near = 1e-5

  init(_ shape: Shape, _ point: Vector) {
    var info = unsafe cpPointQueryInfo()
    let distance = unsafe cpShapePointQuery(shape.raw, point.c, &info) + 0
    let core = shape.core
    let depth = abs(distance + core.radius)
    let (surface, away) = unsafe (Vector(info.point), Vector(info.gradient))
    if depth <= Self.near {
      let isOutOfRounding = min(depth, abs(distance)) > 1e-11 * point.length
      let known = isOutOfRounding ? ((point - surface) / distance).normalized : core.normal
      let gradient = known ?? away
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
    try ParameterRange.point.check(start, end)
    try ParameterRange.roundingRadius.check(radius)
    // The C library searches along the thin line even for a thick ray, and misses shapes that only its edge meets.
    let box = BoundingBox(low: start, high: start).expanded(to: end)
    let shapes =
      radius == 0
      ? try candidates(from: start, to: end, filter)
      : try candidates(in: box.widened(by: radius).c, filter)
    return shapes.compactMap { SegmentHit($0, start, end, radius) }
  }
}

extension BoundingBox {
  fileprivate func widened(by margin: Double) -> BoundingBox {
    BoundingBox(low: low - Vector(margin, margin), high: high + Vector(margin, margin))
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
    // The C library computes with squares of distances: from far away, it would lose the digits of the shape's size.
    let box = shape.boundingBox.widened(by: radius)
    if start.distance(to: box.low) > 1e4 * max(box.low.distance(to: box.high), 1e-3) {
      guard let entry = box.firstMeeting(from: start, to: end),
        let hit = SegmentHit(shape, start + (end - start) * entry, end, radius)
      else { return nil }
      let alpha = entry + (1 - entry) * hit.alpha
      self.init(shape: shape, point: hit.point, normal: hit.normal, alpha: alpha)
      return
    }
    if case .segment = shape.geometry {
      let segment = unsafe UnsafeRawPointer(shape.raw).load(as: cpSegmentShape.self)
      let (a, b) = unsafe (Vector(segment.ta), Vector(segment.tb))
      let reach = unsafe segment.r + radius
      // Beside an end, between the lines of the long sides, the C library would look for a side instead of the end.
      if unsafe abs((a - start).dot(Vector(segment.tn))) < reach {
        let nearest = start.distance(to: a) < start.distance(to: b) ? a : b
        self.init(shape, nearest, reach, start, end, radius)
        return
      }
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

  /// The hit of a ray's centre, which starts outside, on the disc around a point.
  private init?(
    _ shape: Shape,
    _ center: Vector,
    _ reach: Double,
    _ start: Vector,
    _ end: Vector,
    _ radius: Double
  ) {
    let (way, apart) = (end - start, start - center)
    let (closing, outside) = (-apart.dot(way), apart.dot(apart) - reach * reach)
    let discriminant = closing * closing - way.dot(way) * outside
    guard closing > 0, discriminant >= 0 else { return nil }
    let alpha = outside / (closing + discriminant.squareRoot())
    guard alpha <= 1 else { return nil }
    let place = start + way * alpha
    let normal = (place - center).normalized
    self.init(shape: shape, point: place - normal * radius, normal: normal, alpha: alpha)
  }

  fileprivate static func isInOrder(_ l: SegmentHit, _ r: SegmentHit) -> Bool {
    (l.alpha, l.shape.id) < (r.alpha, r.shape.id)
  }
}

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
    try body.attempt { ($0.angle, $0.position) = (angle, position) }
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
    var (normal, points) = (Vector.zero, ContactPoints())
    unsafe withUnsafeTemporaryAllocation(
      of: cpContact.self,
      capacity: Int(CP_MAX_CONTACTS_PER_ARBITER)
    ) { contacts in
      let info = unsafe ceCollide(shape.raw, other.raw, contacts.baseAddress)
      // The C library may have swapped the shapes.
      let isFlipped = unsafe info.a != UnsafePointer(shape.raw)
      normal = unsafe isFlipped ? -Vector(info.n) : Vector(info.n)
      for index in 0..<Int(unsafe info.count) {
        var (one, two) = unsafe (Vector(contacts[index].r1), Vector(contacts[index].r2))
        two -= unsafe Vector(info.n) * Self.excess(of: info)
        let (onA, onB) = isFlipped ? (two, one) : (one, two)
        points.append(ContactPoint(onA: onA, onB: onB, depth: -(onB - onA).dot(normal)))
      }
    }
    guard !points.isEmpty else { return nil }
    self.init(shape: other, normal: normal, points: points)
  }

  /// How far the C library puts the point of a rounded polygon beyond the surface that a circle meets: it adds the
  /// polygon's radius instead of subtracting it.
  private static func excess(of info: cpCollisionInfo) -> Double {
    let (a, b) = unsafe (Shape.owner(of: info.a), Shape.owner(of: info.b))
    guard case .circle = a.geometry else { return 0 }
    switch b.geometry {
    case .box, .polygon: return 2 * b.core.radius
    case .circle, .segment, .chain: return 0
    }
  }
}

// Queries on a single shape, with or without a space, at its body's current pose.
extension Shape {
  /// Returns the distance of a point and the nearest point of the surface. Wraps
  /// `cpShapePointQuery`, with the corrections of ``Space/pointQuery(_:within:filter:)``.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/detached``. Complexity: O(*vertices*).
  public func pointQuery(_ point: Vector) throws(PhysicsError) -> PointHit {
    try ParameterRange.point.check(point)
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
    try ParameterRange.point.check(start, end)
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
  public var moment: Double { massInfo.m * massInfo.i }

  /// The centre of gravity, in the body's own coordinates, in units. Wraps
  /// `cpShapeGetCenterOfGravity`.
  public var centerOfGravity: Vector { Vector(massInfo.cog) }

  /// The space that the shape is in, with its body; nil for none. Replaces `cpShapeGetSpace`.
  public var space: Space? { body?.space }
}
