/// A value that can change over time.
///
/// No member is required: by default, a type switches from one value to the next at one half. A
/// type made of numbers conforms to `ComponentAnimatable` instead; any other type defines its
/// interpolation and sum here:
///
/// ```swift
/// extension Wheel: Animatable {
///   func interpolated(to end: Wheel, at fraction: Double) -> Wheel {
///     Wheel(hub: hub.interpolated(to: end.hub, at: fraction),
///           turn: turn.interpolated(to: end.turn, at: fraction))
///   }
/// }
/// ```
public protocol Animatable: Equatable, Sendable {
  /// Returns the value at a fraction of the way to another: exactly `self` at 0 and `end` at 1.
  ///
  /// Below 0 and above 1 (anticipation and overshoot) it extrapolates.
  func interpolated(to end: Self, at fraction: Double) -> Self

  /// Returns the value plus a difference; `by`, additive and cumulative animations use it.
  func adding(_ difference: Self) -> Self

  /// Returns the difference from `start` to this value.
  ///
  /// `a.difference(from: a)` is the zero difference.
  func difference(from start: Self) -> Self

  /// Returns the distance to another value, 0 or more, which `paced` animations cover at a constant
  /// rate.
  func distance(to other: Self) -> Double

  /// Whether all numbers in the value are finite.
  var isFinite: Bool { get }
}

extension Animatable {
  /// Switches at one half.
  public func interpolated(to end: Self, at fraction: Double) -> Self {
    fraction < 0.5 ? self : end
  }

  /// The other value, which replaces this one.
  public func adding(_ difference: Self) -> Self { difference }

  /// The value itself, since it replaces the previous one.
  public func difference(from start: Self) -> Self { self }

  /// 0 to an equal value, 1 to any other.
  public func distance(to other: Self) -> Double { self == other ? 0 : 1 }

  /// True.
  public var isFinite: Bool { true }

  /// The difference that changes nothing.
  @inlinable public var neutral: Self { difference(from: self) }

  /// The difference that undoes this one.
  @inlinable public var negated: Self { neutral.difference(from: self) }

  /// The difference, scaled by a factor.
  @inlinable public func scaled(by factor: Double) -> Self {
    neutral.interpolated(to: self, at: factor)
  }
}

extension Bool: Animatable {}
extension String: Animatable {}
