// The C library replaces a concave polygon by its convex hull without an error: a ball would rest on top of a cup.
extension Geometry {
  /// Returns the first concave corner of a closed outline; nil if it is convex.
  ///
  /// Ignores deviations below a billionth of the outline's extent, such as those of rounded points on one line.
  /// Throws ``PhysicsError/Code/outOfRange`` with the crossing if the edges cross. Complexity: O(*n*), and O(*n*²) for a
  /// concave outline.
  static func concaveCorner(of vertices: [Vector]) throws(PhysicsError) -> Vector? {
    let tolerance = 1e-9 * vertices.reduce(0) { max($0, ($1 - vertices[0]).length) }
    let corners = distinct(vertices, by: tolerance)
    guard corners.count > 3 else { return nil }
    let turns = corners.indices.map { turn(at: $0, of: corners) }
    let total = turns.reduce(0) { $0 + $1.angle }
    let side: Double = total < 0 ? -1 : 1
    let concave = turns.firstIndex { $0.depth * side < -tolerance }
    // A convex outline without crossings turns by a full turn in total.
    if concave == nil, abs(abs(total) - 2 * .pi) < 1 { return nil }
    try requireSimple(corners)
    return concave.map { corners[$0] }
  }

  /// Returns the vertices without those that are nearer than a distance to the one before.
  private static func distinct(_ vertices: [Vector], by distance: Double) -> [Vector] {
    var corners: [Vector] = []
    for vertex in vertices {
      if let last = corners.last, (vertex - last).length <= distance { continue }
      corners.append(vertex)
    }
    while let last = corners.last, corners.count > 1, (last - corners[0]).length <= distance {
      corners.removeLast()
    }
    return corners
  }

  /// Returns the angle by which an outline turns left at a corner, in radians, and how far the corner protrudes from the
  /// line through its neighbours, in units; negative for a right turn.
  private static func turn(at index: Int, of corners: [Vector]) -> (angle: Double, depth: Double) {
    let (previous, next) = corners.neighbors(of: index)
    let (arriving, leaving) = (corners[index] - previous, next - corners[index])
    let cross = arriving.cross(leaving)
    let chord = (next - previous).length
    return (Vector(arriving.dot(leaving), cross).angle, chord > 0 ? cross / chord : 0)
  }

  /// Throws ``PhysicsError/Code/outOfRange`` if two edges of an outline meet other than at a corner.
  private static func requireSimple(_ corners: [Vector]) throws(PhysicsError) {
    let count = corners.count
    for i in 0..<count {
      let (a, b) = (corners[i], corners[(i + 1) % count])
      let next = corners[(i + 2) % count]
      if (b - a).cross(next - b) == 0, (b - a).dot(next - b) < 0 {
        throw crossing(i, (i + 1) % count, b)
      }
      for j in (i + 2)..<max(i + 2, i == 0 ? count - 1 : count) {
        let (c, d) = (corners[j], corners[(j + 1) % count])
        if meet(a, b, c, d) { throw crossing(i, j, meeting(a, b, c, d)) }
      }
    }
  }

  private static func meet(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Bool {
    guard max(a.x, b.x) >= min(c.x, d.x), max(c.x, d.x) >= min(a.x, b.x),
      max(a.y, b.y) >= min(c.y, d.y), max(c.y, d.y) >= min(a.y, b.y)
    else { return false }
    let (c1, d1) = ((b - a).cross(c - a), (b - a).cross(d - a))
    let (a1, b1) = ((d - c).cross(a - c), (d - c).cross(b - c))
    return !(c1 > 0 && d1 > 0) && !(c1 < 0 && d1 < 0) && !(a1 > 0 && b1 > 0) && !(a1 < 0 && b1 < 0)
  }

  /// The point where two edges cross; if they run along each other, an end of one on the other.
  private static func meeting(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Vector {
    let cross = (b - a).cross(d - c)
    guard cross == 0 else { return a + (b - a) * ((c - a).cross(d - c) / cross) }
    let isBetween = (c - a).dot(c - b) <= 0
    return isBetween ? c : (d - a).dot(d - b) <= 0 ? d : a
  }

  private static func crossing(_ i: Int, _ j: Int, _ point: Vector) -> PhysicsError {
    PhysicsError(
      .outOfRange,
      "edges \(i) and \(j) of the outline meet at \(point)",
      "give an outline that does not cross or touch itself"
    )
  }
}
