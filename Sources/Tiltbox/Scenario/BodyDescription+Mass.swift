public import Chipmunk

// The one place where it is decided how heavy a body is.
extension BodyDescription {
  /// The mass of a dynamic body, in kg; nil where nothing says it, and for bodies of other types.
  public var totalMass: Double? { type == .dynamic ? mass : nil }

  /// The moment of inertia of the shapes about the body's origin, in kg·units², the mass shared out
  /// among them by area (evenly, if none has an area).
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  public func computedMoment(_ mass: Double) throws(PhysicsError) -> Double {
    if shapes.count == 1 { return try shapes[0].geometry.moment(mass: mass) }
    var areas: [Double] = []
    for shape in shapes { areas.append(try shape.geometry.area()) }
    let total = areas.reduce(0, +)
    var sum = 0.0
    for (shape, area) in zip(shapes, areas) {
      let share = total > 0 ? area / total : 1 / Double(shapes.count)
      guard share > 0 else { continue }
      sum += try shape.geometry.moment(mass: mass * share)
    }
    try Quantity.moment.check(sum)
    return sum
  }
}
