extension Geometry {
  /// The centre of gravity of a mass that is spread evenly, in the body's own coordinates, in units.
  /// A body turns about its origin: build its geometry round the centroid.
  /// Wraps `cpCentroidForPoly` for a polygon.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` where ``validate()`` does.
  public func centroid() throws(PhysicsError) -> Vector {
    try validate()
    switch self {
    case .circle(_, let center), .box(_, _, _, let center): return center
    case .segment(let from, let to, _): return (from + to) * 0.5
    case .chain(let points, let isClosed, _):
      let segments = Self.segments(ofChain: points, isClosed: isClosed)
      let length = segments.reduce(0) { $0 + ($1.to - $1.from).length }
      return segments.reduce(.zero) {
        $0 + ($1.from + $1.to) * (0.5 * ($1.to - $1.from).length / length)
      }
    case .polygon(let vertices, _) where Self.concaveCorner(of: vertices) != nil:
      return Polyline.centroid(of: vertices)
    case .polygon(let vertices, _): return Polyline.centroid(of: try Self.convexHull(of: vertices))
    }
  }
}
