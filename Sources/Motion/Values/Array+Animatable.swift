extension Array: Animatable where Element: Animatable {
  /// Each element at the fraction of its way; arrays of different length switch at one half.
  ///
  /// Allocates the array that it returns.
  public func interpolated(to end: [Element], at fraction: Double) -> [Element] {
    guard count == end.count else { return fraction < 0.5 ? self : end }
    return combined(with: end) { $0.interpolated(to: $1, at: fraction) }
  }
  /// The sum of each element; an array of another length takes this one's place.
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
