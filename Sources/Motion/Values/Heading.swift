/// A direction: an angle without its turns, which changes by the shortest way round.
public struct Heading: Hashable, Sendable {
  /// The angle in radians, counterclockwise, above −π and up to π.
  public let radians: Double

  /// Makes a heading from an angle in radians; whole turns are dropped.
  public init(radians: Double) {
    guard radians.isFinite else {
      self.radians = radians
      return
    }
    let rest = radians.remainder(dividingBy: 2 * .pi)
    self.radians = rest == -.pi ? .pi : rest
  }
}

extension Heading: Animatable {
  /// The heading at a fraction of the shortest way; half a turn is made counterclockwise.
  public func interpolated(to end: Heading, at fraction: Double) -> Heading {
    guard fraction != 1 else { return end }
    let way = end.difference(from: self).radians
    return Heading(radians: radians.adding(0.0.interpolated(to: way, at: fraction)))
  }
  /// The heading turned by another.
  public func adding(_ difference: Heading) -> Heading {
    Heading(radians: radians + difference.radians)
  }
  /// The shortest turn between the two.
  public func difference(from start: Heading) -> Heading {
    Heading(radians: radians - start.radians)
  }
  /// The size of the shortest turn between the two, in radians.
  public func distance(to other: Heading) -> Double {
    abs(other.difference(from: self).radians)
  }
  /// Whether the number of radians is finite.
  public var isFinite: Bool { radians.isFinite }
}
