/// The convex parts of a simple polygon, cut along diagonals: ear clipping, and then the removal of each diagonal that is
/// not needed. There are at most four times as many parts as necessary.
///
/// Sources: G. H. Meisters, "Polygons Have Ears" (1975); S. Hertel and K. Mehlhorn, "Fast Triangulation of Simple Polygons"
/// (FCT 1983).
struct ConvexParts {
  private let corners: [Vector]
  /// The parts as indices of corners, counterclockwise.
  private var parts: [[Int]] = []

  /// Returns the parts of an outline without crossings, either way round, each counterclockwise. Complexity: O(*n*²).
  static func parts(of outline: [Vector]) -> [[Vector]] {
    var corners = withoutStraightCorners(outline)
    if Polyline(closing: corners).area < 0 { corners.reverse() }
    var division = ConvexParts(corners: corners)
    division.clipEars()
    for ear in division.parts.dropLast() { division.removeDiagonal(ear[0], ear[2]) }
    return division.parts.map { $0.map { corners[$0] } }
  }

  /// Leaves out corners that are within a line, up to rounding: a part must not end there.
  private static func withoutStraightCorners(_ outline: [Vector]) -> [Vector] {
    var corners = outline
    var index = 0
    while index < corners.count, corners.count > 3 {
      let (before, after) = corners.neighbors(of: index)
      let (arriving, chord) = (corners[index] - before, after - before)
      let isBetween = arriving.dot(after - corners[index]) >= 0
      let isStraight = abs(chord.cross(arriving)) <= 1e-9 * chord.dot(chord)
      if isBetween, isStraight { corners.remove(at: index) } else { index += 1 }
    }
    return corners
  }

  /// Twice the area of a triangle, positive if it is counterclockwise.
  private func turn(_ a: Int, _ b: Int, _ c: Int) -> Double {
    (corners[b] - corners[a]).cross(corners[c] - corners[b])
  }

  /// Cuts off triangles, those with the shortest cut first. The cut of each is from its first corner to its last.
  private mutating func clipEars() {
    var rest = Array(corners.indices)
    var ranks = rest.indices.map { rank(of: $0, rest) }
    while rest.count > 3 {
      let best = ranks.indices.min { ranks[$0] < ranks[$1] } ?? 0
      let (before, after) = rest.neighbors(of: best)
      parts.append([before, rest[best], after])
      rest.remove(at: best)
      ranks.remove(at: best)
      for index in [(best + rest.count - 1) % rest.count, best % rest.count] {
        ranks[index] = rank(of: index, rest)
      }
    }
    parts.append(rest)
  }

  /// The rank of a corner, of which the least is cut off first: ears by their cuts. If rounding leaves none, the corner that
  /// turns least.
  private func rank(of index: Int, _ rest: [Int]) -> (Int, Double) {
    let (before, after) = rest.neighbors(of: index)
    if isEar(index, rest) { return (0, (corners[after] - corners[before]).length) }
    return (1, abs(turn(before, rest[index], after)))
  }

  /// Whether the triangle at a corner is inside the outline: it turns left, and no other corner is in it.
  private func isEar(_ index: Int, _ rest: [Int]) -> Bool {
    let (a, c) = rest.neighbors(of: index)
    let b = rest[index]
    guard turn(a, b, c) > 0 else { return false }
    return !rest.contains { other in
      let point = corners[other]
      return point != corners[a] && point != corners[b] && point != corners[c]
        && turn(a, b, other) >= 0 && turn(b, c, other) >= 0 && turn(c, a, other) >= 0
    }
  }

  /// Joins the two parts on both sides of a diagonal if the result is convex.
  private mutating func removeDiagonal(_ from: Int, _ to: Int) {
    guard let (first, head) = part(from, to), let (second, tail) = part(to, from) else { return }
    let joined = head + tail.dropFirst().dropLast()
    guard isConvex(joined, at: 0), isConvex(joined, at: head.count - 1) else { return }
    parts[first] = joined
    parts.remove(at: second)
  }

  /// The part with an edge from one corner to another: its index, and its corners from the second of the two on.
  private func part(_ from: Int, _ to: Int) -> (index: Int, corners: [Int])? {
    for (index, part) in parts.enumerated() {
      guard let start = part.firstIndex(of: to), part.neighbors(of: start).before == from else {
        continue
      }
      return (index, Array(part[start...] + part[..<start]))
    }
    return nil
  }

  private func isConvex(_ part: [Int], at index: Int) -> Bool {
    let (before, after) = part.neighbors(of: index)
    let corner = corners[part[index]]
    let (arriving, leaving) = (corner - corners[before], corners[after] - corner)
    return arriving.cross(leaving) > 1e-9 * arriving.length * leaving.length
  }
}

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
