internal import CChipmunk
internal import CMath
package import TiltboxJSON

/// A vector in the plane: a position, a velocity, a force. y points up.
///
/// Mirrors `cpVect`.
public struct Vector: Hashable, Sendable, Codable {
  /// The horizontal part, to the right.
  public var x: Double
  /// The vertical part, upwards.
  public var y: Double

  /// Makes a vector from its components.
  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The vector (0, 0).
  public static let zero = Vector(0, 0)
}

extension Vector {
  /// The vector's length. Wraps no call: `hypot` would be slower and this is what `cpvlength` does.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// Whether neither part is infinite or not a number.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The dot product, as `cpvdot`.
  public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The z part of the cross product, as `cpvcross`.
  public func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

  /// The sum of two vectors.
  public static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y) }
  /// The difference of two vectors.
  public static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y) }
  /// The vector that points the other way.
  public static prefix func - (a: Vector) -> Vector { Vector(-a.x, -a.y) }
  /// The vector scaled by a factor.
  public static func * (a: Vector, k: Double) -> Vector { Vector(a.x * k, a.y * k) }
  /// The vector scaled by a factor.
  public static func * (k: Double, a: Vector) -> Vector { a * k }
  /// The vector divided by a number.
  public static func / (a: Vector, k: Double) -> Vector { Vector(a.x / k, a.y / k) }
  /// Adds a vector.
  public static func += (a: inout Vector, b: Vector) { a = a + b }
  /// Subtracts a vector.
  public static func -= (a: inout Vector, b: Vector) { a = a - b }
  /// Scales by a factor.
  public static func *= (a: inout Vector, k: Double) { a = a * k }
  /// Divides by a number.
  public static func /= (a: inout Vector, k: Double) { a = a / k }
}

extension Vector {
  /// The same as `SIMD2`.
  public init(_ simd: SIMD2<Double>) { self.init(simd.x, simd.y) }
  /// The same as `SIMD2`.
  public var simd: SIMD2<Double> { SIMD2(x, y) }
}

extension Vector: CustomStringConvertible {
  /// The vector as `(x, y)`.
  public var description: String { "(\(x.shortest), \(y.shortest))" }
}

// Directions and angles.
extension Vector {
  /// The angle from the x axis, in radians, counterclockwise, from -π to π; 0 for the zero vector.
  /// Replaces `cpvtoangle`.
  public var angle: Double { CMathArcTangent2(y, x) }

  /// The unit vector at an angle from the x axis, in radians, counterclockwise. Replaces
  /// `cpvforangle`.
  public static func unit(angle: Double) -> Vector { Vector(CMathCosine(angle), CMathSine(angle)) }

  /// The vector of length 1 in the same direction; the zero vector stays zero. Replaces `cpvnormalize`, whose result is
  /// too short for lengths below 10⁻³⁰⁸.
  public var normalized: Vector {
    let largest = max(abs(x), abs(y))
    guard largest > 0, isFinite else { return self }
    // Scaled first: the squares of tiny or huge components would underflow or overflow.
    let scaled = Vector(x / largest, y / largest)
    return scaled * (1 / scaled.length)
  }

  /// The vector turned by a quarter, counterclockwise, as `cpvperp`.
  public var perpendicular: Vector { Vector(-y, x) }

  /// The vector turned by an angle, in radians, counterclockwise. Replaces `cpvrotate`.
  public func rotated(by angle: Double) -> Vector {
    Vector(cpvrotate(c, Vector.unit(angle: angle).c))
  }

  /// The distance between two points, as `cpvdist`.
  public func distance(to other: Vector) -> Double { (other - self).length }

  /// The point on the way to another one: itself at 0, the other one at 1, as `cpvlerp`.
  public func lerp(to other: Vector, _ share: Double) -> Vector {
    Vector(cpvlerp(c, other.c, share))
  }

  /// The vector that is nearest to this one along the direction of another, as `cpvproject`; zero for a
  /// direction of zero.
  public func projected(onto other: Vector) -> Vector {
    let direction = other.normalized
    return direction * dot(direction)
  }
}

// The only conversion between C vectors and Swift ones.
extension Vector {
  init(_ c: cpVect) { self.init(c.x, c.y) }
  var c: cpVect { cpVect(x: x, y: y) }
}

extension JSON {
  /// Two numbers.
  package init(_ vector: Vector) { self = .array([.number(vector.x), .number(vector.y)]) }
}

/// A rectangle along the axes, in units. Mirrors `cpBB`.
public struct BoundingBox: Hashable, Sendable, Codable {
  /// The lower left corner.
  public var low: Vector
  /// The upper right corner.
  public var high: Vector

  /// Makes a box from its lower left and its upper right corner.
  public init(low: Vector, high: Vector) { (self.low, self.high) = (low, high) }

  /// Throws ``PhysicsError/Code/outOfRange`` unless both corners are within ±10⁹, and the high one not below
  /// or left of the low one.
  public func validate() throws(PhysicsError) {
    try ParameterRange.position.check(low, high)
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
  public func contains(_ other: BoundingBox) -> Bool { contains(other.low) && contains(other.high) }

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
