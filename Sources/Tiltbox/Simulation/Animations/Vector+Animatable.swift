public import Chipmunk
public import Motion

extension Vector: ComponentAnimatable, PathFollowing {
  /// x and y.
  @inlinable public var components: SIMD2<Double> { SIMD2(x, y) }

  /// Makes a vector from x and y.
  @inlinable public init(components: SIMD2<Double>) { self.init(components.x, components.y) }

  /// The point of the path.
  public func following(_ point: SIMD2<Double>, angle: Angle?) -> Vector {
    Vector(components: point)
  }
}
