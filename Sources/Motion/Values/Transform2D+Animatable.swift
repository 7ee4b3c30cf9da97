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
  public func adding(_ difference: Transform2D) -> Transform2D {
    difference.followed(by: self)
  }

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

    init(turn: Double, shape: SIMD3<Double>) {
      self.turn = turn
      self.shape = shape
    }

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
