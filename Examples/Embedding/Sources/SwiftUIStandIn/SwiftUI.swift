// A stand-in for SwiftUI on platforms without it: the names that it shares with this package.

/// A color.
public struct Color: Sendable {
  /// Red.
  public static let red = Color()
}
/// An outline.
public struct Path: Sendable {
  /// Makes an empty path.
  public init() {}
}
/// An angle.
public struct Angle: Sendable {
  /// Makes an angle.
  public static func degrees(_ degrees: Double) -> Angle { Angle() }
}
/// An animation.
public struct Animation: Sendable {
  /// An animation at constant speed.
  public static let linear = Animation()
}
/// A transform in 3D.
public struct Transform3D: Sendable {}
/// A type that has an outline.
public protocol Shape {
  /// The outline.
  func path() -> Path
}
/// A part of an app.
public protocol Scene {}
