/// A rotation in space, of length 1: (x, y, z) is the axis times the sine of half the angle, w its cosine.
struct Quaternion {
  var vector: SIMD4<Double>

  init(_ vector: SIMD4<Double>) { self.vector = vector }

  /// The rotation that takes the axes to three orthogonal directions.
  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    // Starts from the largest of the four components, so that nothing is divided by a small number.
    let squares = SIMD4(
      1 + x.x - y.y - z.z,
      1 - x.x + y.y - z.z,
      1 - x.x - y.y + z.z,
      1 + x.x + y.y + z.z
    )
    let v: SIMD4<Double>
    if squares.w >= squares.max() {
      v = SIMD4(y.z - z.y, z.x - x.z, x.y - y.x, squares.w)
    } else if squares.x >= squares.max() {
      v = SIMD4(squares.x, x.y + y.x, z.x + x.z, y.z - z.y)
    } else if squares.y >= squares.max() {
      v = SIMD4(x.y + y.x, squares.y, y.z + z.y, z.x - x.z)
    } else {
      v = SIMD4(z.x + x.z, y.z + z.y, squares.z, x.y - y.x)
    }
    vector = v / (v * v).sum().squareRoot()
  }

  /// The images of the three axes.
  var axes: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
    let (x, y, z, w) = (vector.x, vector.y, vector.z, vector.w)
    return (
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
      SIMD3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
      SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
    )
  }

  /// The rotation at a fraction of the shortest way, at a constant rate (Shoemake, 1985).
  func interpolated(to end: Quaternion, at fraction: Double) -> Quaternion {
    let dot = (vector * end.vector).sum()
    let target = dot < 0 ? -end.vector : end.vector
    let angle = arcCosine(min(1, abs(dot)))
    guard angle > 1e-9 else { return self }
    // Full turns of a large overshoot are removed before the sines are computed.
    let way = (fraction * angle).remainder(dividingBy: 2 * .pi)
    let side = (target - vector * abs(dot)) / sine(angle)
    let v = vector * cosine(way) + side * sine(way)
    return Quaternion(v / (v * v).sum().squareRoot())
  }
}

/// The cross product.
func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
