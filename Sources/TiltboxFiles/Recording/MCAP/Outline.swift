internal import Chipmunk
internal import Motion

/// The outline of a form as points, counterclockwise; arcs have points at most 1/11 of a right angle apart.
struct Outline {
  let points: [Vector]

  init(_ geometry: Geometry) {
    switch geometry {
    case .circle(let radius, let center): points = Self.round([center], radius)
    case .segment(let from, let to, let radius):
      points = Self.round(from == to ? [from] : [from, to], radius)
    case .box(let width, let height, let radius, let center):
      let corners = [(1, -1), (1, 1), (-1, 1), (-1, -1)].map { (x: Double, y: Double) in
        center + Vector(x * width / 2, y * height / 2)
      }
      points = Self.round(corners, radius)
    case .chain: points = []
    case .polygon(let vertices, let radius):
      points = Self.round((try? Geometry.convexHull(of: vertices)) ?? [], radius)
    }
  }

  /// Returns a convex outline, a line or a point, grown by a radius.
  private static func round(_ corners: [Vector], _ radius: Double) -> [Vector] {
    guard radius > 0 else { return corners }
    var points: [Vector] = []
    for (index, corner) in corners.enumerated() {
      let before = corner - corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count] - corner
      // Turn from the normal of the previous edge to that of the next one.
      let start = corners.count > 1 ? before.angle - .pi / 2 : 0
      var turn =
        corners.count > 1 ? arcTangent(before.cross(after), over: before.dot(after)) : 2 * .pi
      // The ends of a line are semicircles.
      if corners.count == 2 { turn = .pi }
      let count = max(1, Int((turn / (.pi / 22)).rounded(.up)))
      for part in 0...count {
        let angle = start + turn * Double(part) / Double(count)
        points.append(corner + Vector.unit(angle: angle) * radius)
      }
    }
    return points
  }
}
