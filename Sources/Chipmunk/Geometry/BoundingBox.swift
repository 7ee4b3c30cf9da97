internal import CChipmunk

/// A rectangle along the axes, in units. Mirrors `cpBB`.
public struct BoundingBox: Hashable, Sendable {
  /// The lower left corner.
  public var low: Vector
  /// The upper right corner.
  public var high: Vector

  /// Makes a box from its lower left and its upper right corner.
  public init(low: Vector, high: Vector) {
    self.low = low
    self.high = high
  }

  /// Throws ``PhysicsError/Code/outOfRange`` unless both corners are finite, and the high one not below
  /// or left of the low one.
  public func validate() throws(PhysicsError) {
    try ParameterRange.position.check(low)
    try ParameterRange.position.check(high)
    try ParameterRange.boxExtent.check(high - low)
  }

  /// The box around a disc. Replaces `cpBBNewForCircle`.
  public init(center: Vector, radius: Double) {
    let reach = Vector(radius, radius)
    self.init(low: center - reach, high: center + reach)
  }

  init(_ c: cpBB) { self.init(low: Vector(c.l, c.b), high: Vector(c.r, c.t)) }
  var c: cpBB { cpBB(l: low.x, b: low.y, r: high.x, t: high.y) }
}

// Boxes are closed: they contain their edges.
extension BoundingBox {
  /// The middle. Replaces `cpBBCenter`.
  public var center: Vector { low.lerp(to: high, 0.5) }

  /// The area, in units². Replaces `cpBBArea`.
  public var area: Double { (high.x - low.x) * (high.y - low.y) }

  /// Whether two boxes have a point in common. Replaces `cpBBIntersects`.
  public func intersects(_ other: BoundingBox) -> Bool { cpBBIntersects(c, other.c) != 0 }

  /// Whether this box contains all of another one. Replaces `cpBBContainsBB`.
  public func contains(_ other: BoundingBox) -> Bool {
    contains(other.low) && contains(other.high)
  }

  /// Whether a point is in the box. Replaces `cpBBContainsVect`.
  public func contains(_ point: Vector) -> Bool {
    low.x <= point.x && point.x <= high.x && low.y <= point.y && point.y <= high.y
  }

  /// The smallest box that holds both. Replaces `cpBBMerge`.
  public func union(_ other: BoundingBox) -> BoundingBox {
    expanded(to: other.low).expanded(to: other.high)
  }

  /// The smallest box that holds this one and a point. Replaces `cpBBExpand`.
  public func expanded(to point: Vector) -> BoundingBox {
    BoundingBox(
      low: Vector(min(low.x, point.x), min(low.y, point.y)),
      high: Vector(max(high.x, point.x), max(high.y, point.y))
    )
  }

  /// The point of the box that is nearest to a point. Replaces `cpBBClampVect`.
  public func clamped(_ point: Vector) -> Vector {
    Vector(min(max(point.x, low.x), high.x), min(max(point.y, low.y), high.y))
  }

  /// The fraction of a line at which it enters the box: 0 if it starts inside, 1 at its end; nil if it does not meet
  /// the box. Replaces `cpBBSegmentQuery`, which misses a line along an edge.
  public func firstMeeting(from start: Vector, to end: Vector) -> Double? {
    var (enters, leaves) = (0.0, 1.0)
    let way = end - start
    for (from, way, low, high) in [
      (start.x, way.x, low.x, high.x), (start.y, way.y, low.y, high.y),
    ] {
      if way == 0 {
        guard low <= from, from <= high else { return nil }
      } else {
        let (a, b) = ((low - from) / way, (high - from) / way)
        enters = max(enters, min(a, b))
        leaves = min(leaves, max(a, b))
      }
    }
    return enters <= leaves ? enters : nil
  }
}

extension Shape {
  /// The box around the shape, at its place in the last step or query. Wraps `cpShapeGetBB`.
  public var boundingBox: BoundingBox { unsafe BoundingBox(cpShapeGetBB(raw)) }
}
