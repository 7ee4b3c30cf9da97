import Chipmunk

/// A ray that mirrors reflect: from each hit, a new query follows the reflected direction.
func laser() throws -> Demo {
  let space = try Demo.room()
  for index in 0..<5 {
    let mirror = Body.kinematic()
    try mirror.addShape(.box(width: 44, height: 8))
    mirror.position = Vector(60 + 50 * Double(index), index.isMultiple(of: 2) ? 70 : 165)
    mirror.angularVelocity = index.isMultiple(of: 2) ? 0.5 : -0.3
    try space.add(mirror)
  }
  func ray(from start: Vector, angle: Double) throws -> [Vector] {
    var (points, direction) = ([start], Vector.unit(angle: angle))
    for _ in 0..<12 {
      let from = points[points.count - 1]
      // Start slightly off the mirror so that the ray doesn't hit it again.
      let begin = from + 1e-6 * direction
      guard let hit = try space.segmentQueryFirst(from: begin, to: begin + 1000 * direction) else {
        return points + [begin + 1000 * direction]
      }
      points.append(hit.point)
      if hit.shape.body === space.ground { break }
      direction -= 2 * direction.dot(hit.normal) * hit.normal
    }
    return points
  }
  return Demo(title: "Reflected rays: segment queries, one after another", space: space) { _ in
  } lines: { _ in
    try [0.35, 0.45, 0.55].map { try ray(from: Vector(8, 20), angle: $0) }
  }
}
