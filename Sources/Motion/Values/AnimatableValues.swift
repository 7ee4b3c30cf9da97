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
  @inlinable public func distance(to other: Angle) -> Double { radians.distance(to: other.radians) }
  /// Whether the number of radians is finite.
  @inlinable public var isFinite: Bool { radians.isFinite }
}

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
  public func distance(to other: Heading) -> Double { abs(other.difference(from: self).radians) }
  /// Whether the number of radians is finite.
  public var isFinite: Bool { radians.isFinite }
}

/// A rectangle along the axes: the corner of the least coordinates, and the size.
public struct Rect: Hashable, Sendable {
  /// The corner with the least x and y.
  public var origin: SIMD2<Double>
  /// The extent from there.
  public var size: Size

  /// Makes a rectangle from its corner and size.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    origin = SIMD2(x, y)
    size = Size(width: width, height: height)
  }

  /// The point in the middle.
  public var center: SIMD2<Double> { origin + size.components / 2 }
}

extension Rect: ComponentAnimatable {
  /// x, y, width and height.
  @inlinable public var components: SIMD4<Double> {
    SIMD4(lowHalf: origin, highHalf: size.components)
  }
  /// Makes a rectangle from x, y, width and height.
  @inlinable public init(components: SIMD4<Double>) {
    origin = components.lowHalf
    size = Size(components: components.highHalf)
  }
}

/// A width and a height, in units of length.
public struct Size: Hashable, Sendable {
  /// The extent along x.
  public var width: Double
  /// The extent along y.
  public var height: Double

  /// Makes a size from its two extents.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

extension Size: ComponentAnimatable {
  /// Width and height.
  @inlinable public var components: SIMD2<Double> { SIMD2(width, height) }
  /// Makes a size from width and height.
  @inlinable public init(components: SIMD2<Double>) {
    self.init(width: components.x, height: components.y)
  }
}

/// A colour of red, green, blue and opacity, each 0...1 in the sRGB space.
///
/// The four change independently, as in Core Animation; an overshoot may leave 0...1.
public struct Color: Hashable, Sendable {
  /// The four numbers: red, green, blue, alpha.
  public var components: SIMD4<Double>

  /// Makes a colour from its components, each 0...1.
  @inlinable public init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
    components = SIMD4(red, green, blue, alpha)
  }

  /// The red component.
  public var red: Double { components.x }
  /// The green component.
  public var green: Double { components.y }
  /// The blue component.
  public var blue: Double { components.z }
  /// The opacity.
  public var alpha: Double { components.w }

  /// Opaque black.
  public static let black = Color(0, 0, 0)
  /// Opaque white.
  public static let white = Color(1, 1, 1)
  /// Opaque pure red.
  public static let red = Color(1, 0, 0)
  /// Opaque pure green.
  public static let green = Color(0, 1, 0)
  /// Opaque pure blue.
  public static let blue = Color(0, 0, 1)
}

extension Color: ComponentAnimatable {
  /// Makes a colour from red, green, blue and alpha.
  @inlinable public init(components: SIMD4<Double>) { self.components = components }
}
