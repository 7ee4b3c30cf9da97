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
    try Quantity.position.check(low)
    try Quantity.position.check(high)
    try Quantity.boxExtent.check(high - low)
  }

  init(_ c: cpBB) { self.init(low: Vector(c.l, c.b), high: Vector(c.r, c.t)) }
  var c: cpBB { cpBB(l: low.x, b: low.y, r: high.x, t: high.y) }
}

extension Shape {
  /// The box around the shape, where the last step or the last query found it. Wraps `cpShapeGetBB`.
  public var boundingBox: BoundingBox { unsafe BoundingBox(cpShapeGetBB(raw)) }
}
