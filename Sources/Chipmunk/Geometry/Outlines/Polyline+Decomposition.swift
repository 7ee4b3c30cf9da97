internal import CChipmunk

// Convex decomposition: shapes are convex, so concave outlines are built from several.
extension Polyline {
  /// Convex polygons that together fill the area enclosed by a closed line, up to notches no deeper than a tolerance,
  /// in units. Each is a list of corners, counterclockwise, fit for ``Geometry/polygon(_:radius:)``.
  ///
  /// The outline is cut from its deepest notch straight to the opposite side, until no notch is left. This is the
  /// method of `cpPolylineConvexDecomposition`, which reads past the end of its scratch memory and recurses with all of
  /// it on the stack. The line may go round either way.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` for a line that is open, encloses no area, has more than
  /// 5,000 points, or crosses or touches itself; ``PhysicsError/Code/stackTooSmall``.
  /// Complexity: O(*n*²), and O(*n* log *n*) a notch.
  public func convexPieces(tolerance: Double) throws(PhysicsError) -> [[Vector]] {
    try ParameterRange.outlineTolerance.check(tolerance)
    try requireOutline()
    try ParameterRange.outlineCount.check(Double(vertices.count))
    var corners = try Array(distinct().vertices.dropLast())
    if area < 0 { corners.reverse() }
    try Self.requireSimple(corners)
    try CallStack.check(
      depth: corners.count,
      bytesPerLevel: 192,
      of: "the number of polyline vertices"
    )
    var pieces: [[Vector]] = []
    var rest = [corners]
    // Every cut removes a notch, and there are fewer notches than corners.
    var cuts = corners.count
    while let outline = rest.popLast() {
      guard let (hull, start) = Self.hull(of: outline) else { continue }
      if cuts > 0, let parts = Self.cut(outline, hull, start, tolerance) {
        cuts -= 1
        rest.append(parts.1)
        rest.append(parts.0)
      } else {
        pieces.append(hull)
      }
    }
    return pieces
  }

  private struct Notch {
    var index = 0
    var depth = 0.0
    var inwards = Vector.zero
  }

  /// The convex hull, and the index of its first corner in the outline; nil if it has no area.
  private static func hull(of outline: [Vector]) -> (hull: [Vector], start: Int)? {
    guard outline.count >= 3 else { return nil }
    // The C function reads one vertex past the end of its input.
    var corners = outline.map(\.c) + [outline[0].c]
    var start: Int32 = 0
    let count = unsafe corners.withUnsafeMutableBufferPointer { buffer in
      unsafe cpConvexHull(Int32(outline.count), buffer.baseAddress, buffer.baseAddress, &start, 0)
    }
    let hull = corners.prefix(Int(count)).map { Vector($0) }
    guard hull.count >= 3,
      Polyline(closing: hull).area > ParameterRange.polygonArea.range.lowerBound
    else {
      return nil
    }
    return (hull, Int(start))
  }

  /// The outline in two parts, or nil if no notch is deeper than the tolerance.
  private static func cut(
    _ outline: [Vector],
    _ hull: [Vector],
    _ start: Int,
    _ tolerance: Double
  ) -> ([Vector], [Vector])? {
    guard hull.count < outline.count else { return nil }
    let notch = deepestNotch(outline, hull, start)
    guard notch.depth > tolerance, let (steps, point) = opposite(outline, notch) else { return nil }
    let count = outline.count
    let first = (0...steps).map { outline[(notch.index + $0) % count] } + [point]
    let second = ((steps + 1)...count).map { outline[(notch.index + $0) % count] } + [point]
    return (withoutRepeats(first), withoutRepeats(second))
  }

  private static func deepestNotch(_ outline: [Vector], _ hull: [Vector], _ start: Int) -> Notch {
    var notch = Notch()
    var index = (start + 1) % outline.count
    for (a, b) in zip(hull, hull.dropFirst() + hull.prefix(1)) {
      let edge = b - a
      let inwards = Vector(-edge.y, edge.x) * (1 / edge.length)
      for _ in outline.indices where outline[index] != b {
        let depth = inwards.dot(outline[index] - a)
        if depth > notch.depth { notch = Notch(index: index, depth: depth, inwards: inwards) }
        index = (index + 1) % outline.count
      }
      index = (index + 1) % outline.count
    }
    return notch
  }

  /// The point opposite a notch: the number of corners before it, and the point.
  private static func opposite(_ outline: [Vector], _ notch: Notch) -> (Int, Vector)? {
    let (count, from) = (outline.count, outline[notch.index])
    var nearest: (distance: Double, steps: Int, point: Vector)?
    for steps in 1..<(count - 1) {
      let (a, b) = (
        outline[(notch.index + steps) % count], outline[(notch.index + steps + 1) % count]
      )
      let (sideA, sideB) = (notch.inwards.cross(a - from), notch.inwards.cross(b - from))
      guard sideA * sideB <= 0, sideA != sideB else { continue }
      let point = a + (b - a) * (sideA / (sideA - sideB))
      let distance = notch.inwards.dot(point - from)
      guard distance >= 0, distance <= nearest?.distance ?? .infinity else { continue }
      nearest = (distance, steps, point)
    }
    return nearest.map { ($0.steps, $0.point) }
  }

  private static func withoutRepeats(_ corners: [Vector]) -> [Vector] {
    var result: [Vector] = []
    for corner in corners where corner != result.last { result.append(corner) }
    while result.count > 1, result.first == result.last { result.removeLast() }
    return result
  }
}

extension Polyline {
  /// Throws ``PhysicsError/Code/outOfRange`` if two edges of an outline meet other than at a corner.
  static func requireSimple(_ corners: [Vector]) throws(PhysicsError) {
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

extension ParameterRange {
  /// The number of points of an outline to decompose.
  package static let outlineCount = ParameterRange("number of outline vertices", "", 4...5000)
}
