/// A transform of the plane, x′ = a·x + c·y + tx, y′ = b·x + d·y + ty, as `CGAffineTransform`.
///
/// Animations change the translation, the rotation (the shortest way), the shear and the scales, not the six numbers,
/// so that a rotating object keeps its size.
public struct Transform2D: Hashable, Sendable {
  /// The image of the x axis: a and b.
  public var x: SIMD2<Double>
  /// The image of the y axis: c and d.
  public var y: SIMD2<Double>
  /// The image of the origin.
  public var translation: SIMD2<Double>

  /// Makes a transform from its axes and its translation.
  public init(x: SIMD2<Double>, y: SIMD2<Double>, translation: SIMD2<Double> = .zero) {
    self.x = x
    self.y = y
    self.translation = translation
  }

  /// The transform that changes nothing.
  public static let identity = Transform2D(x: SIMD2(1, 0), y: SIMD2(0, 1))

  /// A rotation about the origin, counterclockwise.
  public static func rotation(_ angle: Angle) -> Transform2D {
    let (c, s) = (cosine(angle.radians), sine(angle.radians))
    return Transform2D(x: SIMD2(c, s), y: SIMD2(-s, c))
  }

  /// A scale along the axes.
  public static func scale(_ x: Double, _ y: Double) -> Transform2D {
    Transform2D(x: SIMD2(x, 0), y: SIMD2(0, y))
  }

  /// A translation.
  public static func translation(_ x: Double, _ y: Double) -> Transform2D {
    Transform2D(x: SIMD2(1, 0), y: SIMD2(0, 1), translation: SIMD2(x, y))
  }

  /// The image of a point.
  public func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    (x * point.x + y * point.y + translation).saturated
  }

  /// This transform, followed by another.
  public func followed(by next: Transform2D) -> Transform2D {
    Transform2D(
      x: (next.x * x.x + next.y * x.y).finite,
      y: (next.x * y.x + next.y * y.y).finite,
      translation: (next.x * translation.x + next.y * translation.y + next.translation).finite
    )
  }

  /// The area of the unit square after the transform, negative if it is mirrored.
  public var determinant: Double { x.x * y.y - x.y * y.x }

  /// The transform that undoes this one; `nil` if it flattens the plane.
  public var inverse: Transform2D? {
    let inverse = Transform2D(
      x: SIMD2(y.y, -x.y) / determinant,
      y: SIMD2(-y.x, x.x) / determinant
    )
    guard inverse.isFinite else { return nil }
    let shift = (inverse.x * translation.x + inverse.y * translation.y).finite
    return Transform2D(x: inverse.x, y: inverse.y, translation: -shift)
  }
}
