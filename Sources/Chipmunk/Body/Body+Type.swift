internal import CChipmunk
internal import ChipmunkEngine

// Changes of a body's type: for example a crate that is picked up, or a wall that breaks loose.
extension Body {
  /// Changes the type of the body, and wakes it and all bodies that it touches. During a step it
  /// takes effect at the end of the step. Wraps `cpBodySetType`.
  ///
  /// The body keeps its position. It loses its forces and, unless it becomes dynamic, its
  /// velocities. Its contacts end; those that continue begin again in the next step.
  ///
  /// - Parameters:
  ///   - type: the new type.
  ///   - mass: for a dynamic body its mass, in kg; if nil, that of the last time it was dynamic.
  ///   - moment: its moment of inertia, in kg·units²; if nil, that of the last time.
  /// - Throws: ``PhysicsError/Code/ground`` for a space's ground;
  ///   ``PhysicsError/Code/wrongBodyType`` for a mass if the type is not dynamic;
  ///   ``PhysicsError/Code/wrongMassSource`` for a mass if the body has that of its shapes;
  ///   ``PhysicsError/Code/noMass`` if it never had one; ``PhysicsError/Code/outOfRange``;
  ///   ``PhysicsError/Code/unsolvable`` if a constraint could not be solved with it.
  public func setType(
    _ type: BodyType,
    mass: Double? = nil,
    moment: Double? = nil
  ) throws(PhysicsError) {
    guard space?.ground !== self, attachedSpace?.ground !== self else {
      throw PhysicsError(
        .ground,
        "the ground body of a space stays static",
        "make a static body of your own"
      )
    }
    if type == .dynamic {
      let coming = try massProperties(mass, moment)
      try checkConstraints(with: coming)
      if !isMassFromShapes { ownMass = (coming.mass, coming.moment) }
    } else {
      guard mass == nil, moment == nil else {
        throw PhysicsError(
          .wrongBodyType,
          "a \(type) body has no use for a mass",
          "leave mass and moment out"
        )
      }
      try checkConstraints(with: InverseInertia.immovable)
    }
    comingType = type
    typeChanges += 1
    changeWhenUnlocked { $0.become(type) }
  }

  /// The mass properties of the body once it is dynamic.
  private func massProperties(
    _ mass: Double?,
    _ moment: Double?
  ) throws(PhysicsError) -> MassProperties {
    if isMassFromShapes {
      guard mass == nil, moment == nil else { throw .massIsFromShapes }
      let sum = massOfShapes()
      guard sum.mass > 0 || space == nil else { throw .noMass }
      return sum
    }
    guard let mass = mass ?? ownMass?.mass, let moment = moment ?? ownMass?.moment else {
      throw .noMass
    }
    try ParameterRange.mass.check(mass)
    try ParameterRange.moment.check(moment)
    return MassProperties(mass: mass, moment: moment, center: centerOfGravity)
  }

  private func become(_ type: BodyType) {
    typeChanges -= 1
    if typeChanges == 0 { comingType = nil }
    if currentType != type {
      endContacts()
      let center = centerOfGravity
      // Each shape moves to the other index at its current place.
      for shape in shapes where unsafe shape.raw.pointee.space != nil {
        unsafe ceShapeUpdate(shape.raw)
      }
      space?.generation += 1
      unsafe cpBodySetType(raw, type.c)
      unsafe ceBodyUpdateRotation(raw)
      // Forces of an earlier dynamic phase would act again.
      unsafe raw.pointee.f = cpVect()
      unsafe raw.pointee.t = 0
      unsafe raw.pointee.v_bias = cpVect()
      unsafe raw.pointee.w_bias = 0
      set(center: center)
      noteMotion()
      wakeSleepers()
    }
    if type == .dynamic { setInertia() }
  }

  private func setInertia() {
    if isMassFromShapes { return set(massOfShapes()) }
    guard let ownMass else { return }
    set(MassProperties(mass: ownMass.mass, moment: ownMass.moment, center: centerOfGravity))
  }

  /// Ends all contacts of the body, and wakes the bodies on both sides of each.
  private func endContacts() {
    guard let space = attachedSpace else { return }
    unsafe cpBodyActivate(raw)
    wakeSleepers()
    for shape in shapes { space.endContacts(of: shape) }
  }
}

extension BodyType {
  var c: cpBodyType {
    switch self {
    case .dynamic: CP_BODY_TYPE_DYNAMIC
    case .kinematic: CP_BODY_TYPE_KINEMATIC
    case .static: CP_BODY_TYPE_STATIC
    }
  }
}
