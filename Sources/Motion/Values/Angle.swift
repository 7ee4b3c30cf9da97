/// An angle in radians that changes as given: from 0 to 4π is two turns.
///
/// For the shortest way round, use `Heading`.
public struct Angle: Hashable, Sendable {
  /// The angle in radians, counterclockwise.
  public var radians: Double

  /// Makes an angle from radians.
  @inlinable public init(radians: Double) { self.radians = radians }

  /// Makes an angle from whole turns.
  public init(turns: Double) { radians = (turns * 2 * .pi).saturated }
}

extension Angle: Animatable {
  /// The angle at a fraction of the way, through as many turns as there are between the two.
  @inlinable public func interpolated(to end: Angle, at fraction: Double) -> Angle {
    Angle(radians: radians.interpolated(to: end.radians, at: fraction))
  }
  /// The sum.
  @inlinable public func adding(_ difference: Angle) -> Angle {
    Angle(radians: radians.adding(difference.radians))
  }
  /// The angle between the two.
  @inlinable public func difference(from start: Angle) -> Angle {
    Angle(radians: radians.difference(from: start.radians))
  }
  /// The size of the angle between the two, in radians.
  @inlinable public func distance(to other: Angle) -> Double {
    radians.distance(to: other.radians)
  }
  /// Whether the number of radians is finite.
  @inlinable public var isFinite: Bool { radians.isFinite }
}
