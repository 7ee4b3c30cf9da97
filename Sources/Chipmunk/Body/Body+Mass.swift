internal import CChipmunk
internal import ChipmunkEngine

// Mass properties. A body has either a mass of its own or the mass of its shapes, never both.
extension Body {
  /// The mass, in kg; infinite unless the body is dynamic. Wraps `cpBodyGetMass`.
  ///
  /// A new value wakes the body. It is rejected if the body has the mass of its shapes, or if a constraint could not be
  /// solved with it.
  public var mass: Double {
    get { unsafe cpBodyGetMass(raw) }
    set {
      assign {
        try requireOwnMass("a mass")
        try ParameterRange.mass.check(newValue)
        try setOwn(mass: newValue, moment: ownMass?.moment ?? moment)
      }
    }
  }

  /// The moment of inertia about the centre of gravity, in kg·units². Wraps `cpBodyGetMoment`.
  public var moment: Double {
    get { unsafe cpBodyGetMoment(raw) }
    set {
      assign {
        try requireOwnMass("a moment")
        try ParameterRange.moment.check(newValue)
        try setOwn(mass: ownMass?.mass ?? mass, moment: newValue)
      }
    }
  }

  /// The centre of gravity, in the body's own coordinates. Wraps `cpBodyGetCenterOfGravity`.
  ///
  /// A new value wakes the body, which stays in place, where `cpBodySetCenterOfGravity` lets it jump. The velocity keeps
  /// its value and becomes that of the new centre. During a step it takes effect at the end of the step.
  public var centerOfGravity: Vector {
    get { unsafe Vector(cpBodyGetCenterOfGravity(raw)) }
    set {
      assign {
        if type == .static { try require(.dynamic, "a centre of gravity") }
        guard !isMassFromShapes else { throw PhysicsError.massIsFromShapes }
        try ParameterRange.centerOfGravity.check(newValue)
        try checkConstraints(with: MassProperties(mass: mass, moment: moment, center: newValue))
        changeWhenUnlocked { body in body.set(center: newValue) }
      }
    }
  }

  /// Throws unless the body is dynamic and has a mass of its own.
  private func requireOwnMass(_ what: String) throws(PhysicsError) {
    try require(.dynamic, what)
    guard !isMassFromShapes else { throw .massIsFromShapes }
  }

  private func setOwn(mass: Double, moment: Double) throws(PhysicsError) {
    try checkConstraints(with: properties(mass: mass, moment: moment))
    ownMass = (mass, moment)
    change { body in body.set(body.properties(mass: mass, moment: moment)) }
  }

  func properties(mass: Double, moment: Double) -> MassProperties {
    MassProperties(mass: mass, moment: moment, center: centerOfGravity)
  }
}

/// The properties that determine how a body responds to forces.
struct MassProperties {
  var mass = 0.0
  var moment = 0.0
  var center = Vector.zero

  /// Those of a static or kinematic body, for the solver.
  static let immovable = MassProperties(mass: .infinity, moment: .infinity)
}

extension Body {
  func set(_ properties: MassProperties) {
    guard currentType == .dynamic else { return }
    unsafe cpBodySetMass(raw, properties.mass)
    unsafe cpBodySetMoment(raw, properties.moment)
    set(center: properties.center)
  }

  func set(center: Vector) {
    guard center != centerOfGravity else { return }
    let position = unsafe cpBodyGetPosition(raw)
    unsafe cpBodySetCenterOfGravity(raw, center.c)
    attachedSpace?.generation += 1
    forgetExtents()
    unsafe cpBodyActivate(raw)
    unsafe ceBodyWritePose(raw, position, raw.pointee.a)
  }

  /// The sum over all shapes that have a mass, from the newest to the oldest as in `cpBodyAccumulateMassFromShapes`. It
  /// can leave one shape out, or give one another mass.
  func massOfShapes(
    without left: Shape? = nil,
    with changed: (shape: Shape, mass: cpShapeMassInfo)? = nil
  ) -> MassProperties {
    var sum = MassProperties()
    for shape in shapes.reversed() where shape !== left {
      let part = changed.map { $0.shape === shape ? $0.mass : shape.massInfo } ?? shape.massInfo
      guard part.m > 0 else { continue }
      let total = sum.mass + part.m
      let center = Vector(part.cog)
      let apart = sum.center - center
      sum.moment += part.m * part.i + apart.dot(apart) * (part.m * sum.mass) / total
      sum.center = sum.center + (center - sum.center) * (part.m / total)
      sum.mass = total
    }
    return sum
  }

  /// Throws unless the body can have the mass, moment and centre of gravity of its shapes.
  func check(_ sum: MassProperties) throws(PhysicsError) {
    guard sum.mass > 0 else {
      guard space == nil || type != .dynamic else { throw .noMass }
      return
    }
    try ParameterRange.mass.check(sum.mass)
    try ParameterRange.moment.check(sum.moment)
    try ParameterRange.centerOfGravity.check(sum.center)
    if type == .dynamic { try checkConstraints(with: sum) }
  }
}

extension PhysicsError {
  static let massIsFromShapes = PhysicsError(
    .wrongMassSource,
    "the body's mass is that of its shapes",
    "set the mass or density of a shape, or make the body with a mass and moment of its own"
  )
  static let massIsOwn = PhysicsError(
    .wrongMassSource,
    "the shape's body has a mass of its own",
    "set the body's mass and moment, or make the body by Body.dynamic()"
  )
  static let noMass = PhysicsError(
    .noMass,
    "a dynamic body without a mass",
    "give it a mass and a moment, or, made by Body.dynamic(), a shape with a mass"
  )
}

// What continuous collision knows of a body: see continuous.h.
extension Body {
  /// Call this when the body may have become faster between two steps, or others may have woken in its place.
  @inline(__always)
  func noteMotion() {
    guard let space = attachedSpace else { return }
    unsafe ceSpaceNoteMotion(space.raw)
  }

  /// Call this when the body's shapes or its centre of gravity have changed: its thickness decides from which speed on
  /// collision detection is continuous.
  func forgetExtents() {
    unsafe ceBodyForgetExtents(raw)
    noteMotion()
  }

  /// Performs a change of the velocities, like ``change(_:)``.
  func changeMotion(_ change: @escaping (Body) -> Void) {
    self.change { body in
      change(body)
      body.noteMotion()
    }
  }
}
