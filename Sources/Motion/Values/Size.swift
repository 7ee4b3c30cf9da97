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
