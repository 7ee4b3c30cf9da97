extension Double: Animatable {
  /// The number at a fraction of the way: exact at 0 and 1, constant between equal numbers, and monotonic in the
  /// fraction.
  ///
  /// For finite numbers the result is finite: a result too large for a `Double` becomes its largest value.
  @inlinable public func interpolated(to end: Double, at fraction: Double) -> Double {
    let way = end - self
    let value = fraction < 0.5 ? self + way * fraction : end - way * (1 - fraction)
    return value.isFinite ? value : interpolatedFarOut(to: end, at: fraction)
  }

  /// The same, if the difference of the two or the result is too large for a `Double`.
  @inline(never) @usableFromInline
  func interpolatedFarOut(to end: Double, at fraction: Double) -> Double {
    let way = end / 2 - self / 2
    guard way != 0 else { return self }
    let half =
      fraction < 0.5
      ? self / 2 + (way * fraction).saturated
      : end / 2 - (way * (1 - fraction)).saturated
    return (half * 2).saturated
  }

  /// The sum.
  @inlinable public func adding(_ difference: Double) -> Double { (self + difference).saturated }

  /// The difference of the two numbers.
  @inlinable public func difference(from start: Double) -> Double { (self - start).saturated }

  /// The size of the difference.
  @inlinable public func distance(to other: Double) -> Double { abs((other - self).saturated) }
}

extension SIMD2: Animatable, ComponentAnimatable where Scalar == Double {
  /// The vector itself.
  @inlinable public var components: Self { self }
  /// Makes the vector from itself.
  @inlinable public init(components: Self) { self = components }
}

extension SIMD3: Animatable, ComponentAnimatable where Scalar == Double {
  /// The vector itself.
  @inlinable public var components: Self { self }
  /// Makes the vector from itself.
  @inlinable public init(components: Self) { self = components }
}

extension SIMD4: Animatable, ComponentAnimatable where Scalar == Double {
  /// The vector itself.
  @inlinable public var components: Self { self }
  /// Makes the vector from itself.
  @inlinable public init(components: Self) { self = components }
}

extension Array: Animatable where Element: Animatable {
  /// Each element at the fraction of its way; arrays of different length switch at one half.
  ///
  /// Allocates the array that it returns.
  public func interpolated(to end: [Element], at fraction: Double) -> [Element] {
    guard count == end.count else { return fraction < 0.5 ? self : end }
    return combined(with: end) { $0.interpolated(to: $1, at: fraction) }
  }
  /// The sum of each element; an array of another length replaces this one.
  public func adding(_ difference: [Element]) -> [Element] {
    combined(with: difference) { $0.adding($1) }
  }
  /// The difference of each element; the array itself if the lengths are different.
  public func difference(from start: [Element]) -> [Element] {
    start.combined(with: self) { $1.difference(from: $0) }
  }
  /// √(d₁² + d₂² + …) of the elements' distances; 1 if the lengths are different.
  public func distance(to other: [Element]) -> Double {
    guard count == other.count else { return 1 }
    return zip(self, other).reduce(0) { hypotenuse($0, $1.0.distance(to: $1.1)) }.saturated
  }
  /// Whether every element is finite.
  public var isFinite: Bool { allSatisfy(\.isFinite) }

  private func combined(
    with other: [Element],
    _ combine: (Element, Element) -> Element
  ) -> [Element] {
    count == other.count ? zip(self, other).map(combine) : other
  }
}
