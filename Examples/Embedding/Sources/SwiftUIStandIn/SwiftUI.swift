// Stands in for SwiftUI where there is none: the names that it shares with this package.

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
/// How a change looks.
public struct Animation: Sendable {
  /// At a constant speed.
  public static let linear = Animation()
}
/// A transform in space.
public struct Transform3D: Sendable {}
/// What has an outline.
public protocol Shape {
  /// The outline.
  func path() -> Path
}
/// A part of an app.
public protocol Scene {}
