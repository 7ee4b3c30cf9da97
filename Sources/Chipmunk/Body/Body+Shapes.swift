internal import CChipmunk

// A body's shapes.
extension Body {
  /// Adds a shape to the body and to the body's space, if it is in one; during a step, at the end
  /// of the step. Wraps `cpCircleShapeNew`, `cpSegmentShapeNew`, `cpBoxShapeNew` or
  /// `cpPolyShapeNewRaw`, and `cpSpaceAddShape`.
  ///
  /// The shape has no mass, so the body's mass and moment do not change. For a shape with a mass,
  /// see ``addShape(_:mass:friction:elasticity:)``.
  ///
  /// - Parameters:
  ///   - geometry: the form, in the body's own coordinates.
  ///   - friction: the friction coefficient.
  ///   - elasticity: the elasticity.
  /// - Returns: the new shape.
  /// - Throws: ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` as ``Space/add(_:)-(Body)``.
  @discardableResult
  public func addShape(
    _ geometry: Geometry,
    friction: Double = 0,
    elasticity: Double = 0
  ) throws(PhysicsError) -> Shape {
    let shape = try makeShape(geometry, friction: friction, elasticity: elasticity)
    shapes.append(shape)
    join(shape)
    return shape
  }

  /// Adds a shape of the body to the body's space.
  func join(_ shape: Shape) {
    space?.shapeCount += 1
    space?.whenUnlocked { $0.attach(shape, of: self) }
  }

  func makeShape(
    _ geometry: Geometry,
    friction: Double,
    elasticity: Double
  ) throws(PhysicsError) -> Shape {
    try ParameterRange.friction.check(friction)
    try ParameterRange.elasticity.check(elasticity)
    try space?.checkStack(adding: 1)
    let shape = try Shape(geometry, of: self)
    unsafe shape.raw.pointee.e = elasticity
    unsafe shape.raw.pointee.u = friction
    return shape
  }

  /// Removes a shape from the body and its space, and detaches it. Wraps `cpSpaceRemoveShape`.
  ///
  /// Throws ``PhysicsError/Code/detached`` for a shape of another body;
  /// ``PhysicsError/Code/noMass`` for the last shape with a mass of a dynamic body in a space.
  /// Complexity: O(*contacts*) in a space.
  public func removeShape(_ shape: Shape) throws(PhysicsError) {
    guard let index = shapes.firstIndex(where: { $0 === shape }) else {
      throw PhysicsError(
        .detached,
        "the shape is not a part of this body",
        "remove it from its own body"
      )
    }
    if shape.ownMass > 0 { try check(massOfShapes(without: shape)) }
    shapes.remove(at: index)
    space?.shapeCount -= 1
    shape.body = nil
    if shape.ownMass > 0 { takeMassOfShapes() }
    // A running step may still compute with the shape: the closure keeps both alive until it has ended.
    attachedSpace?.whenUnlocked { $0.detach(shape, of: self) }
  }
}

extension Body {
  /// Makes a dynamic body of one shape, with the shape's moment of inertia.
  ///
  /// ```swift
  /// let ball = try Body(mass: 2, shape: .circle(radius: 10), friction: 0.5)
  /// ```
  ///
  /// - Parameters:
  ///   - mass: the mass, in kg.
  ///   - shape: the form, in the body's own coordinates.
  ///   - friction: the friction coefficient.
  ///   - elasticity: the elasticity.
  /// - Throws: ``PhysicsError/Code/outOfRange``.
  public convenience init(
    mass: Double,
    shape: Geometry,
    friction: Double = 0,
    elasticity: Double = 0
  ) throws(PhysicsError) {
    try self.init(mass: mass, moment: shape.moment(mass: mass))
    try addShape(shape, friction: friction, elasticity: elasticity)
  }
}
