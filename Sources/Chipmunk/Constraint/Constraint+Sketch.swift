extension Constraint {
  /// The drawing of a constraint, in world coordinates: some points, and a line.
  struct Sketch {
    var points: [Vector] = []
    var path: [Vector] = []
  }
}

extension Constraint.Sketch {
  /// A line between points of two bodies, with a dot at each end.
  init(from anchorA: Vector, _ a: Body, to anchorB: Vector, _ b: Body) {
    points = [a.worldPoint(ofLocal: anchorA), b.worldPoint(ofLocal: anchorB)]
    path = points
  }

  /// The same with a coil as the line: as wide as in `cpSpaceDebugDraw`, and narrower if it is shorter than 40 units.
  func zigzag() -> Self {
    let (a, b) = (points[0], points[1])
    let along = b - a
    guard along.length > 0 else { return self }
    let across = Vector(-along.y, along.x) * (1 / along.length)
    let width = min(1, along.length / 40)
    var sketch = self
    sketch.path = DampedSpring.coil.map { a + along * $0.x + across * ($0.y * width) }
    return sketch
  }
}

extension DampedSpring {
  /// The coil of a spring: x is a fraction of its length, y a width in units.
  package static let coil = [
    Vector(0, 0), Vector(0.2, 0), Vector(0.25, 3), Vector(0.3, -6), Vector(0.35, 6),
    Vector(0.4, -6), Vector(0.45, 6), Vector(0.5, -6), Vector(0.55, 6), Vector(0.6, -6),
    Vector(0.65, 6), Vector(0.7, -3), Vector(0.75, 6), Vector(0.8, 0), Vector(1, 0),
  ]
}
