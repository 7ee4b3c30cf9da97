// Constraints that break. The C library has no such property.
extension Constraint {
  /// The force, in kg·units/s², at which the constraint breaks (a torque, in kg·units²/s², for constraints of angles);
  /// infinite at first.
  ///
  /// It is compared with the mean force of each step: ``lastImpulse`` over ``Space/timeStep``. A constraint that broke is
  /// removed from its space at the end of the step: see ``Space/brokenConstraints``.
  public var breakForce: Double {
    get { breakLimit }
    set { assign(newValue, setBreakForce) }
  }

  /// The middle of the constraint's anchors, or of its bodies if it has none, in world coordinates, in units.
  package var place: Vector {
    let points = sketch.points.isEmpty ? sketch.path : sketch.points
    return points.reduce(.zero, +) * (1 / Double(max(1, points.count)))
  }

  package func setBreakForce(_ force: Double) throws(PhysicsError) {
    try set(force, .breakForce) { breakLimit = force }
    space?.mayBreak = true
  }
}

extension Space {
  /// Removes the constraints that the step has pulled harder than they hold.
  func breakConstraints() {
    let broken = constraints.filter { abs($0.lastImpulse) > $0.breakLimit * timeStep }
    mayBreak = constraints.contains { $0.breakLimit < .infinity }
    guard !broken.isEmpty else { return }
    take(broken)
    brokenConstraints += broken
    hasNews = true
  }
}
