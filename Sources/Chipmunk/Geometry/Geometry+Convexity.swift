// The C library replaces a concave polygon by its convex hull without an error: a ball would rest on top of a cup.
extension Geometry {
  /// Throws ``PhysicsError/Code/outOfRange`` with the first concave corner of a closed outline, or if its edges cross.
  ///
  /// Ignores deviations below a billionth of the outline's extent, such as those of rounded points on one line.
  /// Complexity: O(*n*).
  static func checkConvexity(of vertices: [Vector]) throws(PhysicsError) {
    let extent = vertices.reduce(0) { max($0, ($1 - vertices[0]).length) }
    let corners = distinct(vertices, by: 1e-9 * extent)
    guard corners.count > 2 else { return }
    // A closed outline without crossings turns by a full turn in total, to the left if it is counterclockwise.
    let turns = corners.indices.map { turn(at: $0, of: corners) }
    let total = turns.reduce(0) { $0 + $1.angle }
    guard abs(abs(total) - 2 * .pi) < 1 else {
      throw PhysicsError(
        .outOfRange,
        "the polygon's edges cross",
        "give its corners in order around its outline"
      )
    }
    let side: Double = total < 0 ? -1 : 1
    guard let index = turns.firstIndex(where: { $0.depth * side < -1e-9 * extent }) else { return }
    throw PhysicsError(
      .outOfRange,
      "the polygon is concave at its corner \(corners[index])",
      "give its convex parts as several shapes, or leave that corner out"
    )
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
    let previous = corners[index == 0 ? corners.count - 1 : index - 1]
    let next = corners[index + 1 == corners.count ? 0 : index + 1]
    let (arriving, leaving) = (corners[index] - previous, next - corners[index])
    let cross = arriving.cross(leaving)
    let chord = (next - previous).length
    return (Vector(arriving.dot(leaving), cross).angle, chord > 0 ? cross / chord : 0)
  }
}
