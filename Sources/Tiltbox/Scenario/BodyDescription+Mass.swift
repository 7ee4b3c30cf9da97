package import Chipmunk

// The mass of a body; nothing else decides it.
extension BodyDescription {
  /// The mass of a dynamic body, in kg: its own, or else that of its shapes by their densities. A shape without a
  /// density has no mass, as in the C library. Nil if no mass or density is given, and for bodies of other types.
  ///
  /// Complexity: O(*shapes*).
  public var totalMass: Double? {
    guard type == .dynamic, mass == nil, hasDensities else { return type == .dynamic ? mass : nil }
    // A shape without a valid area is reported elsewhere.
    return shapes.reduce(0) { $0 + ($1.surface.density ?? 0) * ((try? $1.geometry.area()) ?? 1) }
  }

  private var hasDensities: Bool { shapes.contains { $0.surface.density != nil } }

  /// The moment of inertia of the shapes about the body's origin, in kg·units². The mass is distributed among them by
  /// area and density (evenly, if none has an area).
  ///
  /// Throws `PhysicsError.Code.outOfRange`.
  package func computedMoment(_ mass: Double) throws(PhysicsError) -> Double {
    if shapes.count == 1 { return try shapes[0].geometry.moment(mass: mass) }
    let hasDensities = hasDensities
    var weights: [Double] = []
    for shape in shapes {
      let density = hasDensities ? shape.surface.density ?? 0 : 1
      weights.append(try shape.geometry.area() * density)
    }
    let total = weights.reduce(0, +)
    var sum = 0.0
    for (shape, weight) in zip(shapes, weights) {
      let share = total > 0 ? weight / total : 1 / Double(shapes.count)
      guard share > 0 else { continue }
      sum += try shape.geometry.moment(mass: mass * share)
    }
    try ParameterRange.moment.check(sum)
    return sum
  }
}

extension BodyDescription {
  /// The number of shapes in a space: a chain or a concave polygon is several.
  var shapeCount: Int { shapes.reduce(0) { $0 + ((try? $1.geometry.parts().count) ?? 1) } }
}
