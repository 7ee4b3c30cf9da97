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
