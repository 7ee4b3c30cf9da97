internal import CChipmunk
internal import ChipmunkEngine

/// The form of a shape, in its body's own coordinates, in units.
///
/// A geometry is a plain value: it can be written with any numbers and is checked where it is used,
/// by ``validate()``.
public enum Geometry: Hashable, Sendable {
  /// A disc around a centre.
  case circle(radius: Double, center: Vector = .zero)
  /// A line from one point to another, thickened on all sides by a radius.
  case segment(from: Vector, to: Vector, radius: Double = 0)
  /// A rectangle around a centre, its corners rounded outwards by a radius.
  case box(width: Double, height: Double, radius: Double = 0, center: Vector = .zero)
  /// A polygon with its vertices in order, either way round, its corners rounded outwards by a radius.
  ///
  /// A concave polygon is several shapes: add it with ``Body/addShapes(_:friction:elasticity:)``. For points in any order
  /// use their ``convexHull(of:)``.
  case polygon([Vector], radius: Double = 0)
  /// A row of segments from point to point, and back to the first one if it is closed: terrain, on which bodies slide
  /// without a bump. Add it with ``Body/addShapes(_:friction:elasticity:)``.
  case chain([Vector], isClosed: Bool = false, radius: Double = 0)
}

extension Geometry {
  /// Throws ``PhysicsError/Code/outOfRange`` unless the C library computes with this geometry safely.
  ///
  /// Complexity: O(1); O(*n*) for a chain; O(*n* log *n*) for a polygon of *n* vertices, and O(*n*²) if it is concave.
  public func validate() throws(PhysicsError) { _ = try concaveCorner() }

  /// Throws where ``validate()`` does; returns the first concave corner of a polygon, nil for a convex one and for other
  /// geometries.
  func concaveCorner() throws(PhysicsError) -> Vector? {
    switch self {
    case .circle(let radius, let center):
      try ParameterRange.circleRadius.check(radius)
      try ParameterRange.position.check(center)
    case .segment(let from, let to, let radius):
      try ParameterRange.position.check(from, to)
      try ParameterRange.segmentLength.check((to - from).length)
      try ParameterRange.roundingRadius.check(radius)
    case .box(let width, let height, let radius, let center):
      try ParameterRange.boxSide.check(width)
      try ParameterRange.boxSide.check(height)
      try ParameterRange.roundingRadius.check(radius)
      try ParameterRange.position.check(center)
      // Most boxes are far wider than rounding errors, and files have many.
      let (area, size) = (width * height, width + height + abs(center.x) + abs(center.y))
      let least = ParameterRange.polygonArea.range.lowerBound
      if area > max(2 * least, 1e-12 * size * size) { return nil }
      let name = "area of a box so thin, or so far from its body's origin"
      try Self.checkArea(of: Self.corners(width, height, center).map(\.c), name)
    case .polygon(let vertices, let radius):
      try ParameterRange.roundingRadius.check(radius)
      _ = try Self.convexHull(of: vertices)
      guard let corner = try Self.concaveCorner(of: vertices) else { return nil }
      // A hull may be wide around an outline that is as thin as rounding errors.
      try Self.checkArea(of: vertices.map(\.c), ParameterRange.polygonArea.name)
      return corner
    case .chain(let points, let isClosed, let radius):
      try ParameterRange.chainCount(isClosed: isClosed).check(Double(points.count))
      try ParameterRange.roundingRadius.check(radius)
      for (index, (from, to)) in points.edges(isClosed: isClosed).enumerated() {
        try ParameterRange.position.check(from, to)
        let length = (to - from).length
        guard !ParameterRange.segmentLength.contains(length) else { continue }
        let names = "\(index) and \((index + 1) % points.count)"
        throw PhysicsError(
          code: .outOfRange,
          subject: "distance of points \(names) of the chain, counted from 0,",
          value: length,
          unit: ParameterRange.segmentLength.unit,
          remedy: "drop one of them"
        )
      }
    }
    return nil
  }

  /// The area in units², rounding included. Wraps `cpAreaForCircle`, `cpAreaForSegment`, `cpAreaForPoly`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` where ``validate()`` does.
  public func area() throws(PhysicsError) -> Double {
    let isConcave = try concaveCorner() != nil
    switch self {
    case .circle(let radius, _):
      return ceMeasureCircle(0, 0, radius, Vector.zero.c).area
    case .segment(let from, let to, let radius):
      return ceMeasureSegment(0, from.c, to.c, radius).area
    case .box(let width, let height, let radius, _):
      return abs(Self.measure(Self.corners(width, height, .zero).map(\.c), radius: radius).area)
    case .polygon(let vertices, let radius):
      var outline = isConcave ? vertices.map(\.c) : try Self.outline(of: vertices)
      // For clockwise corners, the C function would subtract the area of the rounding.
      if radius > 0, Self.measure(outline).area < 0 { outline.reverse() }
      return abs(Self.measure(outline, radius: radius).area)
    case .chain:
      return try parts().map { part throws(PhysicsError) in try part.area() }.reduce(0, +)
    }
  }

  /// The moment of inertia about the body's origin, in kg·units², for a mass spread evenly.
  ///
  /// Exact for circles and for boxes and polygons without a radius. With one, it approximates, as the C library does:
  /// - A segment of length *l* and radius *r* counts as a rectangle of *l* + 2*r* by 2*r*. About its own centre, the
  ///   moment is too large: by less than 1 % from *l* = 100 *r* on, 7 % at 10 *r*, 18 % at 2 *r*, and at most 33 %.
  /// - A box or polygon counts without its rounding, and the moment is too small: for a square by 11 % with a radius of
  ///   3 % of the side, 30 % with a tenth, 54 % with a quarter; for a box of 10 by 1 by 4 % with a radius of 0.1.
  ///
  /// Where this matters, give a body a moment of its own. Wraps `cpMomentForCircle`, `cpMomentForSegment`,
  /// `cpMomentForBox` and `cpMomentForPoly`. Throws ``PhysicsError/Code/outOfRange`` where ``validate()`` does, and for
  /// a mass that is no mass.
  public func moment(mass: Double) throws(PhysicsError) -> Double {
    try ParameterRange.mass.check(mass)
    let isConcave = try concaveCorner() != nil
    let moment =
      switch self {
      case .circle(let radius, let center):
        ceMeasureCircle(mass, 0, radius, center.c).moment
      case .segment(let from, let to, let radius):
        ceMeasureSegment(mass, from.c, to.c, radius).moment
      case .box(let width, let height, _, let center):
        Self.moment(mass, ofBox: width, height, center)
      case .polygon(let vertices, _):
        Self.measure(isConcave ? vertices.map(\.c) : try Self.outline(of: vertices), mass: mass)
          .moment
      case .chain(_, _, let radius):
        segments(ofMass: mass).reduce(0) {
          $0 + ceMeasureSegment($1.mass, $1.from.c, $1.to.c, radius).moment
        }
      }
    try ParameterRange.moment.check(moment)
    return moment
  }

  /// The smallest extent in any direction, in units. With ``Engine/chipmunk``, a body that moves farther in one step
  /// may fly through others.
  ///
  /// That of a concave polygon is the smallest extent of its parts. Complexity: O(1); O(*n*²) for a polygon of *n*
  /// vertices.
  public func thickness() throws(PhysicsError) -> Double {
    let isConcave = try concaveCorner() != nil
    switch self {
    case .circle(let radius, _), .segment(_, _, let radius), .chain(_, _, let radius):
      return 2 * radius
    case .box(let width, let height, let radius, _): return min(width, height) + 2 * radius
    case .polygon where isConcave:
      return try parts().map { part throws(PhysicsError) in try part.thickness() }.min() ?? 0
    case .polygon(let vertices, let radius):
      let hull = try Self.convexHull(of: vertices)
      let widths = hull.edges().map { (a, b) in
        hull.map { abs((b - a).cross($0 - a)) / (b - a).length }.max() ?? 0
      }
      return (widths.min() ?? 0) + 2 * radius
    }
  }
}

extension Geometry {
  /// The distance of the farthest point from the body's origin, or more, in units.
  package var reach: Double {
    switch self {
    case .circle(let radius, let center): center.length + radius
    case .segment(let from, let to, let radius): max(from.length, to.length) + radius
    case .box(let width, let height, let radius, let center):
      center.length + Vector(width, height).length / 2 + radius
    case .polygon(let points, let radius), .chain(let points, _, let radius):
      (points.map(\.length).max() ?? 0) + radius
    }
  }

  /// The corners of a box, counterclockwise from the lower right one.
  package static func corners(_ width: Double, _ height: Double, _ center: Vector) -> [Vector] {
    let (w, h) = (width / 2, height / 2)
    return [Vector(w, -h), Vector(w, h), Vector(-w, h), Vector(-w, -h)].map { center + $0 }
  }

  /// As `cpMomentForBox`, and beside the origin as `cpMomentForBox2`, which computes the sides from the corners.
  private static func moment(
    _ mass: Double,
    ofBox width: Double,
    _ height: Double,
    _ center: Vector
  ) -> Double {
    func centered(_ width: Double, _ height: Double) -> Double {
      mass * (width * width + height * height) / 12
    }
    if center == .zero { return centered(width, height) }
    let corners = corners(width, height, center)
    let (low, high) = (corners[3], corners[1])
    let middle = (low + high) * 0.5
    return centered(high.x - low.x, high.y - low.y) + mass * middle.dot(middle)
  }

  /// The mass properties of a polygon.
  static func measure(_ corners: [cpVect], radius: Double = 0, mass: Double = 0) -> ceMassProperties
  {
    unsafe ceMeasurePolygon(mass, Int32(corners.count), corners, radius)
  }

  /// Returns the segments of a chain, each with its part of a mass that is spread evenly over the length.
  func segments(ofMass mass: Double) -> [(from: Vector, to: Vector, mass: Double)] {
    guard case .chain(let points, let isClosed, _) = self else { return [] }
    let edges = points.edges(isClosed: isClosed)
    let length = edges.reduce(0) { $0 + ($1.to - $1.from).length }
    return edges.map { ($0.from, $0.to, mass * ($0.to - $0.from).length / length) }
  }

  /// The vertices of a convex polygon as given if they are those of their hull, else the hull. So an area or a moment has
  /// the same bits as that of the C function for the same vertices, wherever they are valid.
  private static func outline(of vertices: [Vector]) throws(PhysicsError) -> [cpVect] {
    let hull = try convexHull(of: vertices)
    guard vertices.count == hull.count, let start = hull.firstIndex(of: vertices[0]) else {
      return hull.map(\.c)
    }
    let count = hull.count
    let forwards = vertices.indices.allSatisfy { vertices[$0] == hull[(start + $0) % count] }
    let backwards = vertices.indices.allSatisfy {
      vertices[$0] == hull[(start + count - $0) % count]
    }
    return (forwards || backwards ? vertices : hull).map(\.c)
  }

  /// The convex hull, counterclockwise. Wraps `cpConvexHull`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` for fewer than 3 vertices, more than 1000 of them, a vertex
  /// that is not finite, or a hull without area. Complexity: O(*n* log *n*) on average.
  public static func convexHull(of vertices: [Vector]) throws(PhysicsError) -> [Vector] {
    try ParameterRange.vertexCount.check(Double(vertices.count))
    for vertex in vertices { try ParameterRange.position.check(vertex) }
    // The C function reads one vertex past the end of its input, so the copy has one more.
    var hull = vertices.map(\.c) + [vertices[0].c]
    let count = unsafe hull.withUnsafeMutableBufferPointer { buffer in
      unsafe cpConvexHull(Int32(vertices.count), buffer.baseAddress, buffer.baseAddress, nil, 0)
    }
    let corners = hull.prefix(Int(count)).map { Vector($0) }
    guard corners.count > 2 else { throw flat(0) }
    do {
      try checkArea(of: corners.map(\.c), ParameterRange.polygonArea.name)
    } catch {
      let extent = corners.map { ($0 - corners[0]).length }.max() ?? 0
      guard let area = error.value, area < 1e-9 * extent * extent else { throw error }
      throw flat(area)
    }
    return corners
  }

  /// The error for a polygon with collinear vertices, with its area in units².
  private static func flat(_ area: Double) -> PhysicsError {
    PhysicsError(
      code: .outOfRange,
      subject: ParameterRange.polygonArea.name,
      value: area,
      unit: ParameterRange.polygonArea.unit,
      remedy: "its vertices are on one line: move one off that line, or give a segment"
    )
  }

  /// Throws unless the corners enclose more area than rounding errors do, relative to the body's origin and to their
  /// own centroid: for corners that are collinear up to rounding, the C library's centroid or moment is NaN.
  private static func checkArea(of corners: [cpVect], _ name: String) throws(PhysicsError) {
    let measured = measure(corners)
    let area = abs(measured.area)
    for center in [cpvzero, measured.centroid] {
      let areas = areas(of: corners, around: center)
      try ParameterRange(name, ParameterRange.polygonArea.unit, areas).check(area)
    }
  }

  /// The areas that survive rounding at any rotation, for an outline with these corners around a centre. For a thinner
  /// needle, collisions find coinciding corners, and the C library aborts.
  private static func areas(of corners: [cpVect], around center: cpVect) -> ClosedRange<Double> {
    var (products, reach, size) = (0.0, 0.0, 0.0)
    let first = cpvsub(corners[0], center)
    var a = cpvsub(corners[corners.count - 1], center)
    for corner in corners {
      let b = cpvsub(corner, center)
      products += abs(a.x * b.y) + abs(a.y * b.x)
      reach = max(reach, cpvlength(b))
      size = max(size, cpvdist(b, first))
      a = b
    }
    let range = ParameterRange.polygonArea.range
    let least = max(range.lowerBound, 4 * .ulpOfOne * products, 64 * .ulpOfOne * reach * size)
    return least...range.upperBound
  }
}

// Rings, such as a wheel's rim or a hoop. Shapes have no holes, so none is a ring, but a body may have the mass
// properties of one.
extension Geometry {
  /// The moment of inertia about the body's origin, in kg·units², of a mass that is spread evenly between
  /// two circles. Wraps `cpMomentForCircle`.
  ///
  /// - Parameters:
  ///   - mass: the mass, in kg.
  ///   - inner: the radius of the hole, in units, 0 for none.
  ///   - outer: the radius of the whole, in units; that of the hole is a hoop without thickness.
  ///   - center: the circles' centre, in the body's own coordinates, in units.
  /// - Returns: the moment.
  /// - Throws: ``PhysicsError/Code/outOfRange``.
  public static func ringMoment(
    mass: Double,
    inner: Double,
    outer: Double,
    center: Vector = .zero
  ) throws(PhysicsError) -> Double {
    try ParameterRange.mass.check(mass)
    try checkRing(inner, outer)
    try ParameterRange.position.check(center)
    let moment = ceMeasureCircle(mass, inner, outer, center.c).moment
    try ParameterRange.moment.check(moment)
    return moment
  }

  /// The area between two circles around one centre, in units². Wraps `cpAreaForCircle`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  public static func ringArea(inner: Double, outer: Double) throws(PhysicsError) -> Double {
    try checkRing(inner, outer)
    return ceMeasureCircle(0, inner, outer, Vector.zero.c).area
  }

  private static func checkRing(_ inner: Double, _ outer: Double) throws(PhysicsError) {
    try ParameterRange.circleRadius.check(outer)
    try ParameterRange("inner radius", "units", 0...outer).check(inner)
  }
}

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
        if let point = meeting(a, b, c, d) { throw crossing(i, j, point) }
      }
    }
  }

  /// The point where two edges meet, if they do; if they run along each other, an end of one on the other.
  private static func meeting(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Vector? {
    guard max(a.x, b.x) >= min(c.x, d.x), max(c.x, d.x) >= min(a.x, b.x),
      max(a.y, b.y) >= min(c.y, d.y), max(c.y, d.y) >= min(a.y, b.y)
    else { return nil }
    let (c1, d1) = ((b - a).cross(c - a), (b - a).cross(d - a))
    let (a1, b1) = ((d - c).cross(a - c), (d - c).cross(b - c))
    if c1 > 0 && d1 > 0 || c1 < 0 && d1 < 0 || a1 > 0 && b1 > 0 || a1 < 0 && b1 < 0 { return nil }
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
