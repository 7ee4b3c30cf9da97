// Geometries of several shapes: shapes are convex, so a concave polygon and a chain have several.
extension Geometry {
  /// The geometries of single shapes that make up this one: the segments of a chain, the convex parts of a concave polygon,
  /// or the geometry itself.
  ///
  /// The outline is cut along diagonals only: no edge is divided, so what slides along one meets no seam. Parts too thin
  /// to collide are left out.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` where ``validate()`` does, and if all parts are too thin. Complexity: O(1) for a single shape, O(*n*) for a
  /// chain, O(*n*²) for a polygon of *n* vertices.
  public func parts() throws(PhysicsError) -> [Geometry] {
    try validate()
    switch self {
    case .chain(let points, let isClosed, let radius):
      return Self.segments(ofChain: points, isClosed: isClosed).map {
        .segment(from: $0.from, to: $0.to, radius: radius)
      }
    case .polygon(let vertices, let radius) where Self.concaveCorner(of: vertices) != nil:
      let parts = ConvexParts.parts(of: vertices).map { Geometry.polygon($0, radius: radius) }
      let solid = parts.filter { (try? $0.validate()) != nil }
      // The error of a part names its area.
      if solid.isEmpty { try parts.first?.validate() }
      return solid
    default: return [self]
    }
  }

  /// Throws ``PhysicsError/Code/outOfRange`` unless one shape can have the geometry.
  func requireSingleShape() throws(PhysicsError) {
    try validate()
    switch self {
    case .chain:
      throw PhysicsError(.outOfRange, "a chain is several shapes", "add them with addShapes")
    case .polygon(let vertices, _):
      guard let corner = Self.concaveCorner(of: vertices) else { return }
      throw PhysicsError(
        .outOfRange,
        "the polygon is concave at its corner \(corner)",
        "add its convex parts with addShapes, or leave that corner out"
      )
    default: return
    }
  }

  /// The ends of the segments before and after each segment of a chain.
  static func neighbors(
    ofChain points: [Vector],
    isClosed: Bool
  ) -> [(before: Vector?, after: Vector?)] {
    let count = points.count
    return (0..<(isClosed ? count : count - 1)).map { index in
      let before = isClosed ? points[(index + count - 1) % count] : nil
      let after = isClosed ? points[(index + 2) % count] : nil
      return (
        index > 0 ? points[index - 1] : before, index + 2 < count ? points[index + 2] : after
      )
    }
  }
}

extension Body {
  /// Adds the shapes of a geometry to the body and to the body's space, if it is in one; during a step, at the end of the
  /// step.
  ///
  /// A concave polygon becomes its convex parts, and a chain segments that know their neighbours, so that bodies slide
  /// over their ends; any other geometry becomes one shape. See ``Geometry/parts()``.
  ///
  /// ```swift
  /// try space.ground.addShapes(.chain(hills, radius: 2), friction: 0.8)
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: the form, in the body's own coordinates.
  ///   - friction: the friction coefficient.
  ///   - elasticity: the elasticity.
  /// - Returns: the new shapes, in the order of the parts.
  /// - Throws: ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` as ``Space/add(_:)-(Body)``. No
  ///   shape is added then.
  /// - Complexity: that of ``Geometry/parts()``.
  @discardableResult
  public func addShapes(
    _ geometry: Geometry,
    friction: Double = 0,
    elasticity: Double = 0
  ) throws(PhysicsError) -> [Shape] {
    let parts = try geometry.parts()
    try space?.checkStack(adding: parts.count)
    var shapes: [Shape] = []
    for part in parts {
      shapes.append(try makeShape(part, friction: friction, elasticity: elasticity))
    }
    if case .chain(let points, let isClosed, _) = geometry {
      let neighbors = Geometry.neighbors(ofChain: points, isClosed: isClosed)
      for (shape, (before, after)) in zip(shapes, neighbors) {
        try shape.setNeighbors(before: before, after: after)
      }
    }
    for shape in shapes {
      self.shapes.append(shape)
      join(shape)
    }
    return shapes
  }
}
