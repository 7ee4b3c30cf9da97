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
    (self.x, self.y, self.translation) = (x, y, translation)
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
    let inverse = Transform2D(x: SIMD2(y.y, -x.y) / determinant, y: SIMD2(-y.x, x.x) / determinant)
    guard inverse.isFinite else { return nil }
    let shift = (inverse.x * translation.x + inverse.y * translation.y).finite
    return Transform2D(x: inverse.x, y: inverse.y, translation: -shift)
  }
}

extension Transform2D: Animatable {
  /// The transform at a fraction of the way: exact at 0 and 1.
  public func interpolated(to end: Transform2D, at fraction: Double) -> Transform2D {
    if fraction == 0 || self == end { return self }
    if fraction == 1 { return end }
    let shift = translation.interpolated(to: end.translation, at: fraction)
    let (a, b) = (Parts(self), Parts(end))
    // A transform that shrinks everything to a point has no rotation of its own and takes the other's.
    let (turnA, turnB) = (a.turn ?? b.turn ?? 0, b.turn ?? a.turn ?? 0)
    let turn = Heading(radians: turnA).interpolated(to: Heading(radians: turnB), at: fraction)
    return Parts(
      turn: turn.radians,
      shape: a.shape.interpolated(to: b.shape, at: fraction)
    ).transform(translation: shift)
  }

  /// The difference, followed by this transform.
  public func adding(_ difference: Transform2D) -> Transform2D { difference.followed(by: self) }

  /// The transform that, followed by `start`, is this one; the identity if `start` flattens the
  /// plane, since there is none.
  public func difference(from start: Transform2D) -> Transform2D {
    guard self != start, let inverse = start.inverse else { return .identity }
    return followed(by: inverse)
  }

  /// The distance of the six numbers.
  public func distance(to other: Transform2D) -> Double {
    hypotenuse(
      hypotenuse(x.distance(to: other.x), y.distance(to: other.y)),
      translation.distance(to: other.translation)
    ).saturated
  }

  /// Whether all six numbers are finite.
  public var isFinite: Bool { x.allFinite && y.allFinite && translation.allFinite }

  /// A decomposition of the linear part: a rotation, after a shear and scales.
  private struct Parts {
    var turn: Double?
    /// The scale of x, the scale of y, and the shear.
    var shape: SIMD3<Double>

    init(turn: Double, shape: SIMD3<Double>) { (self.turn, self.shape) = (turn, shape) }

    init(_ transform: Transform2D) {
      let (x, y) = (transform.x, transform.y)
      let scale = hypotenuse(x.x, x.y)
      if scale > 0, scale.isFinite {
        turn = arcTangent(x.y, over: x.x)
        let unit = x / scale
        shape = SIMD3(scale, unit.x * y.y - unit.y * y.x, unit.x * y.x + unit.y * y.y).finite
      } else {
        let other = hypotenuse(y.x, y.y)
        turn = other > 0 ? arcTangent(-y.x, over: y.y) : nil
        shape = SIMD3(scale, other, 0).finite
      }
    }

    func transform(translation: SIMD2<Double>) -> Transform2D {
      let (c, s) = (cosine(turn ?? 0), sine(turn ?? 0))
      return Transform2D(
        x: SIMD2(c, s) * shape.x,
        y: (SIMD2(c, s) * shape.z + SIMD2(-s, c) * shape.y).finite,
        translation: translation
      )
    }
  }
}
