internal import Chipmunk

extension DisplayList.Form {
  /// Returns the distance of a point of the world from the form, in units; negative inside. The distance from a dot
  /// is that from its centre.
  ///
  /// Complexity: O(1), or O(*corners*).
  func distance(from point: Vector) -> Double {
    switch self {
    case .point(let center): (point - center).length
    case .circle(let center, let radius, _): (point - center).length - radius
    case .chain(let points, let radius): point.distance(toLine: points) - radius
    case .polygon(let corners, let radius): point.distance(toPolygon: corners) - radius
    case .line(let points): point.distance(toLine: points)
    }
  }
}

extension Vector {
  fileprivate func distance(toLine points: [Vector]) -> Double {
    zip(points, points.dropFirst()).reduce(.infinity) { nearest, ends in
      min(nearest, distance(toSegment: ends.0, ends.1))
    }
  }

  func distance(toSegment a: Vector, _ b: Vector) -> Double {
    let along = b - a
    let square = along.dot(along)
    let share = square > 0 ? max(0, min(1, (self - a).dot(along) / square)) : 0
    return (self - a - along * share).length
  }

  /// Returns the distance from a polygon, convex or not; negative inside.
  func distance(toPolygon corners: [Vector]) -> Double {
    var (nearest, isInside) = (Double.infinity, false)
    var before = corners[corners.count - 1]
    for corner in corners {
      nearest = min(nearest, distance(toSegment: before, corner))
      // A ray to the right crosses the edges an odd number of times if the point is inside.
      if (corner.y > y) != (before.y > y),
        x < (before.x - corner.x) * (y - corner.y) / (before.y - corner.y) + corner.x
      {
        isInside.toggle()
      }
      before = corner
    }
    return isInside ? -nearest : nearest
  }
}
