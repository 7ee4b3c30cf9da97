internal import CChipmunk

// Shapes with mass, on bodies made by `Body.dynamic()`.
extension Shape {
  /// The shape's contribution to the mass of its body, in kg; 0 for none. Replaces
  /// `cpShapeGetMass`.
  public var mass: Double {
    get { ownMass }
    set { assign { try setMass(newValue) } }
  }

  /// The mass per area, in kg/units²; infinite for a shape with a mass and no area. Replaces `cpShapeGetDensity`.
  public var density: Double {
    get { mass > 0 ? mass / area : 0 }
    set {
      assign {
        try ParameterRange.density.check(newValue)
        try setMass(mass(ofDensity: newValue))
      }
    }
  }

  /// The area, in units², rounding included. Wraps `cpShapeGetArea`.
  public var area: Double { abs(massInfo.area) }

  /// Returns the mass of the area, in kg. Throws ``PhysicsError/Code/outOfRange`` for a shape without one.
  fileprivate func mass(ofDensity density: Double) throws(PhysicsError) -> Double {
    guard area > 0 else {
      throw PhysicsError(
        .outOfRange,
        "a density of a shape without an area",
        "give the shape a radius, or a mass instead of a density"
      )
    }
    return density * area
  }

  /// Sets the shape's contribution to the mass of its body, in kg. The body's mass, moment and centre of gravity change
  /// accordingly, and the body wakes. During a step it takes effect at the end of the step. Replaces `cpShapeSetMass`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, also for the resulting properties of the body;
  /// ``PhysicsError/Code/wrongMassSource`` for a body that was not made by ``Body/dynamic()``;
  /// ``PhysicsError/Code/detached``. Complexity: O(*shapes of the body*).
  private func setMass(_ mass: Double) throws(PhysicsError) {
    try ParameterRange.mass.check(mass)
    let body = try attachedBody()
    guard body.isMassFromShapes else { throw .massIsOwn }
    var part = massInfo
    part.m = mass
    try body.check(body.massOfShapes(with: (self, part)))
    ownMass = mass
    body.takeMassOfShapes()
  }

  /// The shape's mass, and its area, unit moment and centre: those of its ``geometry``, also before the end of a step in
  /// which that has changed.
  var massInfo: cpShapeMassInfo {
    var info = unsafe awaitedMassInfo ?? raw.pointee.massInfo
    info.m = ownMass
    return info
  }

  func attachedBody() throws(PhysicsError) -> Body {
    guard let body else {
      throw PhysicsError(.detached, "the shape's body is gone", "make the shape anew on a body")
    }
    return body
  }
}

extension Body {
  /// Adds a shape with a mass to a body made by ``dynamic()``.
  ///
  /// - Parameters:
  ///   - geometry: the form, in the body's own coordinates.
  ///   - mass: the shape's mass, in kg, spread evenly.
  ///   - friction: the friction coefficient.
  ///   - elasticity: the elasticity.
  /// - Returns: the new shape.
  /// - Throws: ``PhysicsError/Code/outOfRange``, also for the resulting properties of the body;
  ///   ``PhysicsError/Code/wrongMassSource``; ``PhysicsError/Code/stackTooSmall`` as ``Space/add(_:)-(Body)``.
  /// - Complexity: O(*shapes of the body*).
  @discardableResult
  public func addShape(
    _ geometry: Geometry,
    mass: Double,
    friction: Double = 0,
    elasticity: Double = 0
  ) throws(PhysicsError) -> Shape {
    try ParameterRange.mass.check(mass)
    guard isMassFromShapes else { throw .massIsOwn }
    let shape = try makeShape(geometry, friction: friction, elasticity: elasticity)
    return try add(shape, mass: mass)
  }

  /// Adds a shape with a density to a body made by ``dynamic()``.
  ///
  /// - Parameters:
  ///   - geometry: the form, in the body's own coordinates.
  ///   - density: the shape's mass over its area, in kg/units².
  ///   - friction: the friction coefficient.
  ///   - elasticity: the elasticity.
  /// - Returns: the new shape.
  /// - Throws: ``PhysicsError/Code/outOfRange``, also for the resulting mass and properties of the body;
  ///   ``PhysicsError/Code/wrongMassSource``; ``PhysicsError/Code/stackTooSmall`` as ``Space/add(_:)-(Body)``.
  /// - Complexity: O(*shapes of the body*).
  @discardableResult
  public func addShape(
    _ geometry: Geometry,
    density: Double,
    friction: Double = 0,
    elasticity: Double = 0
  ) throws(PhysicsError) -> Shape {
    try ParameterRange.density.check(density)
    guard isMassFromShapes else { throw .massIsOwn }
    let shape = try makeShape(geometry, friction: friction, elasticity: elasticity)
    let mass = try shape.mass(ofDensity: density)
    try ParameterRange.mass.check(mass)
    return try add(shape, mass: mass)
  }

  private func add(_ shape: Shape, mass: Double) throws(PhysicsError) -> Shape {
    shape.ownMass = mass
    shapes.append(shape)
    do throws(PhysicsError) {
      try check(massOfShapes())
    } catch {
      shapes.removeLast()
      shape.body = nil
      throw error
    }
    takeMassOfShapes()
    join(shape)
    return shape
  }

  /// Updates the C body's mass from the shapes.
  func takeMassOfShapes() {
    guard isMassFromShapes else { return }
    changeWhenUnlocked { body in body.set(body.massOfShapes()) }
  }
}
