// The C library replaces a concave polygon by its convex hull without an error: a ball would rest on top of a cup.
extension Geometry {
  /// Returns the first concave corner of a closed outline without crossings; nil if it is convex.
  ///
  /// Ignores deviations below a billionth of the outline's extent, such as those of rounded points on one line.
  /// Complexity: O(*n*).
  static func concaveCorner(of vertices: [Vector]) -> Vector? {
    let extent = extent(of: vertices)
    let corners = distinct(vertices, by: 1e-9 * extent)
    guard corners.count > 2 else { return nil }
    let turns = corners.indices.map { turn(at: $0, of: corners) }
    let side: Double = turns.reduce(0) { $0 + $1.angle } < 0 ? -1 : 1
    return turns.firstIndex { $0.depth * side < -1e-9 * extent }.map { corners[$0] }
  }

  /// Throws ``PhysicsError/Code/outOfRange`` with the crossing if the edges of a closed outline cross.
  ///
  /// Complexity: O(*n*), and O(*n*²) for a concave outline.
  static func checkCrossings(of vertices: [Vector]) throws(PhysicsError) {
    let corners = distinct(vertices, by: 1e-9 * extent(of: vertices))
    guard corners.count > 3 else { return }
    // A closed outline without crossings turns by a full turn in total.
    let angles = corners.indices.map { turn(at: $0, of: corners).angle }
    let total = angles.reduce(0, +)
    let isConvex = angles.allSatisfy { $0 >= 0 } || angles.allSatisfy { $0 <= 0 }
    if isConvex, abs(abs(total) - 2 * .pi) < 1 { return }
    if concaveCorner(of: vertices) == nil, abs(abs(total) - 2 * .pi) < 1 { return }
    try Polyline.requireSimple(corners)
  }

  private static func extent(of vertices: [Vector]) -> Double {
    vertices.reduce(0) { max($0, ($1 - vertices[0]).length) }
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
