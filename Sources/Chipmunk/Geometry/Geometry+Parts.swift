// Geometries of several shapes: shapes are convex, so a concave polygon and a chain have several.
extension Geometry {
  /// The geometries of single shapes that make up this one: the segments of a chain, the convex parts of a concave polygon,
  /// or the geometry itself.
  ///
  /// The outline is cut along diagonals only: no edge is divided, so what slides along one meets no seam. Parts too thin
  /// to collide are left out.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` where ``validate()`` does, and if all parts are too thin. Complexity: O(1) for
  /// a single shape, O(*n*) for a chain, O(*n*²) for a polygon of *n* vertices.
  public func parts() throws(PhysicsError) -> [Geometry] {
    let isConcave = try concaveCorner() != nil
    switch self {
    case .chain(let points, let isClosed, let radius):
      return points.edges(isClosed: isClosed).map {
        .segment(from: $0.from, to: $0.to, radius: radius)
      }
    case .polygon(let vertices, let radius) where isConcave:
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
    let concaveCorner = try concaveCorner()
    if case .chain = self {
      throw PhysicsError(.outOfRange, "a chain is several shapes", "add them with addShapes")
    }
    guard let concaveCorner else { return }
    throw PhysicsError(
      .outOfRange,
      "the polygon is concave at its corner \(concaveCorner)",
      "add its convex parts with addShapes, or leave that corner out"
    )
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
    let shapes = try parts.map { part throws(PhysicsError) in
      try makeShape(part, friction: friction, elasticity: elasticity)
    }
    if case .chain(let points, let isClosed, _) = geometry {
      let (count, last) = (points.count, shapes.count - 1)
      for (index, shape) in shapes.enumerated() {
        try shape.setNeighbors(
          before: isClosed || index > 0 ? points[(index + count - 1) % count] : nil,
          after: isClosed || index < last ? points[(index + 2) % count] : nil
        )
      }
    }
    self.shapes += shapes
    for shape in shapes { join(shape) }
    return shapes
  }
}
