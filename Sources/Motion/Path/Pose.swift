/// A position and a heading, as of a body on a path.
public struct Pose: Hashable, Sendable {
  /// The place.
  public var position: SIMD2<Double>
  /// The direction.
  public var angle: Angle

  /// Makes a pose from a place and a direction.
  @inlinable public init(position: SIMD2<Double>, angle: Angle = Angle(radians: 0)) {
    self.position = position
    self.angle = angle
  }
}

extension Pose: ComponentAnimatable {
  /// x, y and the angle in radians.
  @inlinable public var components: SIMD3<Double> { SIMD3(position, angle.radians) }
  /// Makes a pose from x, y and an angle in radians.
  @inlinable public init(components: SIMD3<Double>) {
    self.init(position: SIMD2(components.x, components.y), angle: Angle(radians: components.z))
  }
}

/// A value that can be moved along a path.
public protocol PathFollowing: Animatable {
  /// The value, placed on a path.
  func following(_ point: SIMD2<Double>, angle: Angle?) -> Self
}

extension SIMD2: PathFollowing where Scalar == Double {
  /// The point.
  public func following(_ point: SIMD2<Double>, angle: Angle?) -> SIMD2<Double> { point }
}

extension Pose: PathFollowing {
  /// The pose at the point, in the direction of travel.
  public func following(_ point: SIMD2<Double>, angle: Angle?) -> Pose {
    Pose(position: point, angle: angle ?? self.angle)
  }
}
