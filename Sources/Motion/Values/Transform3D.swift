/// A transform of space with perspective, a 4 × 4 matrix: `CATransform3D` row by row.
///
/// The image of a point is x·p.x + y·p.y + z·p.z + translation, divided by its last component. Animations change the
/// translation, the rotation (the shortest way), the scales, shears and perspective, not the sixteen numbers.
public struct Transform3D: Hashable, Sendable {
  /// The image of the x axis: m11, m12, m13, m14.
  public var x: SIMD4<Double>
  /// The image of the y axis: m21, m22, m23, m24.
  public var y: SIMD4<Double>
  /// The image of the z axis: m31, m32, m33, m34; the last is −1 divided by the distance of the eye.
  public var z: SIMD4<Double>
  /// The image of the origin: m41, m42, m43, m44.
  public var translation: SIMD4<Double>

  /// Makes a transform from its rows.
  public init(x: SIMD4<Double>, y: SIMD4<Double>, z: SIMD4<Double>, translation: SIMD4<Double>) {
    self.x = x
    self.y = y
    self.z = z
    self.translation = translation
  }

  /// The transform that changes nothing.
  public static let identity = scale(1, 1, 1)

  /// A scale along the axes.
  public static func scale(_ x: Double, _ y: Double, _ z: Double) -> Transform3D {
    Transform3D(
      x: SIMD4(x, 0, 0, 0),
      y: SIMD4(0, y, 0, 0),
      z: SIMD4(0, 0, z, 0),
      translation: SIMD4(0, 0, 0, 1)
    )
  }

  /// A translation.
  public static func translation(_ x: Double, _ y: Double, _ z: Double) -> Transform3D {
    var result = identity
    result.translation = SIMD4(x, y, z, 1)
    return result
  }

  /// A rotation about an axis through the origin, by the right-hand rule; the identity if the axis is 0.
  public static func rotation(_ angle: Angle, about axis: SIMD3<Double>) -> Transform3D {
    let largest = max(axis.max(), -axis.min())
    guard largest > 0, angle.isFinite else { return identity }
    let scaled = axis / largest
    let unit = scaled / (scaled * scaled).sum().squareRoot()
    let half = angle.radians / 2
    let axes = Quaternion(SIMD4(unit * sine(half), cosine(half))).axes
    return Transform3D(
      x: SIMD4(axes.x, 0),
      y: SIMD4(axes.y, 0),
      z: SIMD4(axes.z, 0),
      translation: SIMD4(0, 0, 0, 1)
    )
  }

  /// The image of a point, after the division by the perspective; saturated at the horizon.
  public func callAsFunction(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let moved = applied(to: SIMD4(point, 1))
    return (SIMD3(moved.x, moved.y, moved.z) / moved.w).finite
  }

  /// This transform, followed by another.
  public func followed(by next: Transform3D) -> Transform3D {
    Transform3D(
      x: next.applied(to: x),
      y: next.applied(to: y),
      z: next.applied(to: z),
      translation: next.applied(to: translation)
    )
  }

  private func applied(to v: SIMD4<Double>) -> SIMD4<Double> {
    (x * v.x + y * v.y + z * v.z + translation * v.w).finite
  }

  /// The transform that undoes this one, by Gauss and Jordan's elimination; `nil` if there is none.
  public var inverse: Transform3D? {
    var (m, result) = (rows, Transform3D.identity.rows)
    for column in 0..<4 {
      let pivot = (column..<4).max { abs(m[$0][column]) < abs(m[$1][column]) } ?? column
      m.swapAt(column, pivot)
      result.swapAt(column, pivot)
      let scale = 1 / m[column][column]
      guard scale.isFinite else { return nil }
      m[column] *= scale
      result[column] *= scale
      for row in 0..<4 where row != column {
        let factor = m[row][column]
        m[row] -= m[column] * factor
        result[row] -= result[column] * factor
      }
    }
    let inverse = Transform3D(x: result[0], y: result[1], z: result[2], translation: result[3])
    return inverse.isFinite ? inverse : nil
  }

  private var rows: [SIMD4<Double>] { [x, y, z, translation] }
}
