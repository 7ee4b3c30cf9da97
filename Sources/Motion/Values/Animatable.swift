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

/// A value made of numbers that change independently: the two members below are all it needs.
///
/// ```swift
/// extension Wind: ComponentAnimatable {
///   var components: SIMD2<Double> { SIMD2(speed, direction) }
///   init(components: SIMD2<Double>) { self.init(speed: components[0], direction: components[1]) }
/// }
/// ```
public protocol ComponentAnimatable: Animatable {
  /// The SIMD vector type with the same number of components.
  associatedtype Components: SIMD where Components.Scalar == Double

  /// The numbers.
  var components: Components { get }

  /// Makes the value from its numbers.
  init(components: Components)
}

extension ComponentAnimatable {
  /// Each number at the fraction of its way; as with a single `Double`, exact at 0 and 1.
  @inlinable public func interpolated(to end: Self, at fraction: Double) -> Self {
    let (a, b) = (components, end.components)
    let way = b - a
    let value = fraction < 0.5 ? a + way * fraction : b - way * (1 - fraction)
    guard value.allFinite else { return interpolatedFarOut(to: end, at: fraction) }
    return Self(components: value)
  }

  @inline(never) @usableFromInline
  func interpolatedFarOut(to end: Self, at fraction: Double) -> Self {
    combined(with: end) { $0.interpolated(to: $1, at: fraction) }
  }

  /// The sum of each number.
  @inlinable public func adding(_ difference: Self) -> Self {
    Self(components: (components + difference.components).saturated)
  }

  /// The difference of each number.
  @inlinable public func difference(from start: Self) -> Self {
    Self(components: (components - start.components).saturated)
  }

  /// The straight distance, √(Δ₁² + Δ₂² + …).
  @inlinable public func distance(to other: Self) -> Double {
    let way = (other.components - components).saturated
    let square = (way * way).sum()
    guard !(square.isFinite && square > 1e-280) else { return square.squareRoot() }
    // For very large or very small components: scaled by the largest one.
    let largest = max(way.max(), -way.min())
    guard largest > 0 else { return 0 }
    let scaled = way / largest
    return (largest * (scaled * scaled).sum().squareRoot()).saturated
  }

  /// Whether every number is finite.
  @inlinable public var isFinite: Bool { components.allFinite }

  private func combined(with other: Self, _ combine: (Double, Double) -> Double) -> Self {
    var result = components
    let others = other.components
    for index in result.indices { result[index] = combine(result[index], others[index]) }
    return Self(components: result)
  }
}

extension SIMD where Scalar == Double {
  /// Whether all numbers are finite.
  @usableFromInline var allFinite: Bool { all((self - self) .== Self(repeating: 0)) }

  /// The vector with NaN (a difference of two infinities) replaced by 0, and the rest saturated: for sums of products
  /// far beyond the range of `Double`.
  var finite: Self { replacing(with: 0, where: self .!= self).saturated }

  @usableFromInline var saturated: Self {
    clamped(
      lowerBound: Self(repeating: -.greatestFiniteMagnitude),
      upperBound: Self(repeating: .greatestFiniteMagnitude)
    )
  }
}
