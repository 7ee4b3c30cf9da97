extension Transform3D: Animatable {
  /// The transform at a fraction of the way: exact at 0 and 1.
  ///
  /// A transform that flattens space cannot be decomposed; then the sixteen numbers are interpolated.
  public func interpolated(to end: Transform3D, at fraction: Double) -> Transform3D {
    if fraction == 0 || self == end { return self }
    if fraction == 1 { return end }
    guard let a = Parts(self), let b = Parts(end) else {
      return combined(with: end) { $0.interpolated(to: $1, at: fraction) }
    }
    return a.interpolated(to: b, at: fraction).transform
  }

  /// The difference, followed by this transform.
  public func adding(_ difference: Transform3D) -> Transform3D { difference.followed(by: self) }

  /// The transform that, followed by `start`, is this one; the identity if `start` cannot be undone.
  public func difference(from start: Transform3D) -> Transform3D {
    guard self != start, let inverse = start.inverse else { return .identity }
    return followed(by: inverse)
  }

  /// The distance of the sixteen numbers.
  public func distance(to other: Transform3D) -> Double {
    hypotenuse(
      hypotenuse(x.distance(to: other.x), y.distance(to: other.y)),
      hypotenuse(z.distance(to: other.z), translation.distance(to: other.translation))
    ).saturated
  }

  /// Whether all sixteen numbers are finite.
  public var isFinite: Bool {
    x.allFinite && y.allFinite && z.allFinite && translation.allFinite
  }

  private func combined(
    with other: Transform3D,
    _ combine: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
  ) -> Transform3D {
    Transform3D(
      x: combine(x, other.x),
      y: combine(y, other.y),
      z: combine(z, other.z),
      translation: combine(translation, other.translation)
    )
  }
}

/// A transform decomposed as in the CSS transforms specification: perspective after translation after rotation after
/// shears and scales.
private struct Parts {
  var perspective: SIMD4<Double>
  var translation: SIMD3<Double>
  var turn: Quaternion
  var scale: SIMD3<Double>
  /// The shears of y by x, z by x and z by y.
  var shear: SIMD3<Double>

  init?(_ m: Transform3D) {
    let w = m.translation.w
    var (x, y, z) = (xyz(m.x) / w, xyz(m.y) / w, xyz(m.z) / w)
    translation = xyz(m.translation) / w
    let volume = (x * cross(y, z)).sum()
    guard volume != 0, translation.allFinite else { return nil }
    let row = SIMD3(m.x.w, m.y.w, m.z.w) / w
    let tilt = (cross(y, z) * row.x + cross(z, x) * row.y + cross(x, y) * row.z) / volume
    perspective = SIMD4(tilt, 1 - (tilt * translation).sum())

    // Gram–Schmidt: removes the components of each axis along the previous ones.
    var lengths = SIMD3<Double>.zero
    lengths.x = length(x)
    x /= lengths.x
    var shears = SIMD3((x * y).sum(), (x * z).sum(), 0)
    y -= x * shears.x
    lengths.y = length(y)
    y /= lengths.y
    shears.z = (y * z).sum()
    z -= x * shears.y + y * shears.z
    lengths.z = length(z)
    z /= lengths.z
    if volume < 0 {
      (x, y, z) = (-x, -y, -z)
      lengths = -lengths
      shears = -shears
    }
    (scale, shear) = (lengths, shears)
    turn = Quaternion(x, y, z)
    let isRight = perspective.allFinite && turn.vector.allFinite && shear.allFinite
    guard isRight, scale.allFinite else { return nil }
  }

  func interpolated(to end: Parts, at fraction: Double) -> Parts {
    var parts = self
    parts.perspective = perspective.interpolated(to: end.perspective, at: fraction)
    parts.translation = translation.interpolated(to: end.translation, at: fraction)
    parts.turn = turn.interpolated(to: end.turn, at: fraction)
    parts.scale = scale.interpolated(to: end.scale, at: fraction)
    parts.shear = shear.interpolated(to: end.shear, at: fraction)
    return parts
  }

  var transform: Transform3D {
    let axes = turn.axes
    let z = axes.z * scale.z + axes.x * shear.y + axes.y * shear.z
    return Transform3D(
      x: seen(axes.x * scale.x, 0),
      y: seen(axes.y * scale.y + axes.x * shear.x, 0),
      z: seen(z, 0),
      translation: seen(translation, 1)
    )
  }

  /// A direction (0) or a point (1), with the last component that the perspective gives it.
  private func seen(_ v: SIMD3<Double>, _ w: Double) -> SIMD4<Double> {
    SIMD4(v, (SIMD4(v, w) * perspective).sum()).finite
  }
}

private func xyz(_ v: SIMD4<Double>) -> SIMD3<Double> { SIMD3(v.x, v.y, v.z) }

private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
