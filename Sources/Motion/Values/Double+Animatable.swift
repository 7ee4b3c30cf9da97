extension Double: Animatable {
  /// The number at a fraction of the way: exact at 0 and 1, constant between equal numbers, and
  /// rising or falling with the fraction.
  ///
  /// For finite numbers the result is finite: what is too large for a `Double` is its largest value.
  @inlinable public func interpolated(to end: Double, at fraction: Double) -> Double {
    let way = end - self
    let value = fraction < 0.5 ? self + way * fraction : end - way * (1 - fraction)
    return value.isFinite ? value : interpolatedFarOut(to: end, at: fraction)
  }

  /// The same, where the difference of the two or the result is too large for a `Double`.
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
