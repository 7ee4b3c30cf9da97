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
