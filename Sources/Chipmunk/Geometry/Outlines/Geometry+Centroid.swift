extension Geometry {
  /// The centre of gravity of a mass that is spread evenly, in the body's own coordinates, in units.
  /// A body turns about its origin: build its geometry round the centroid.
  /// Wraps `cpCentroidForPoly` for a polygon.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` where ``validate()`` does.
  public func centroid() throws(PhysicsError) -> Vector {
    let isConcave = try concaveCorner() != nil
    switch self {
    case .circle(_, let center), .box(_, _, _, let center): return center
    case .segment(let from, let to, _): return (from + to) * 0.5
    case .chain(let points, let isClosed, _):
      return Self.segments(ofChain: points, isClosed, mass: 1).reduce(.zero) {
        $0 + ($1.from + $1.to) * (0.5 * $1.mass)
      }
    case .polygon(let vertices, _):
      return Polyline.centroid(of: isConcave ? vertices : try Self.convexHull(of: vertices))
    }
  }
}
