// The C functions of a body's type, centre, sleep and functions, so that a C user's guess becomes a fix-it.

/// In Swift: ``Body/setType(_:mass:moment:)``.
@available(*, unavailable, renamed: "Body.setType(self:_:)")
public func cpBodySetType(_ body: Body, _ type: BodyType) { fatalError() }

/// In Swift: ``Body/centerOfGravity``.
@available(*, unavailable, renamed: "getter:Body.centerOfGravity(self:)")
public func cpBodyGetCenterOfGravity(_ body: Body) -> Vector { fatalError() }

/// In Swift: ``Body/setCenterOfGravity(_:)``.
@available(*, unavailable, renamed: "Body.setCenterOfGravity(self:_:)")
public func cpBodySetCenterOfGravity(_ body: Body, _ value: Vector) { fatalError() }

/// In Swift: ``Body/sleep(with:)``.
@available(*, unavailable, renamed: "Body.sleep(self:)")
public func cpBodySleep(_ body: Body) { fatalError() }

/// In Swift: ``Body/sleep(with:)``.
@available(*, unavailable, renamed: "Body.sleep(self:with:)")
public func cpBodySleepWithGroup(_ body: Body, _ group: Body) { fatalError() }

/// In Swift: ``Body/velocityFunction``.
@available(*, unavailable, renamed: "setter:Body.velocityFunction(self:_:)")
public func cpBodySetVelocityUpdateFunc(_ body: Body, _ function: @escaping VelocityFunction) {
  fatalError()
}

/// In Swift: ``Body/positionFunction``.
@available(*, unavailable, renamed: "setter:Body.positionFunction(self:_:)")
public func cpBodySetPositionUpdateFunc(_ body: Body, _ function: @escaping PositionFunction) {
  fatalError()
}

/// In Swift: call update.integrate() in the body's velocityFunction.
@available(*, unavailable, message: "call update.integrate() in the body's velocityFunction")
public func cpBodyUpdateVelocity(_ body: Body, _ gravity: Vector, _ damping: Double, _ dt: Double) {
  fatalError()
}

/// In Swift: call update.integrate() in the body's positionFunction.
@available(*, unavailable, message: "call update.integrate() in the body's positionFunction")
public func cpBodyUpdatePosition(_ body: Body, _ dt: Double) { fatalError() }

/// In Swift: space.readContacts(into:) tells of all contacts of the last step.
@available(
  *,
  unavailable,
  message: "space.readContacts(into:) tells of all contacts of the last step"
)
public func cpBodyEachArbiter(_ body: Body, _ visit: (ContactState) -> Void) { fatalError() }

/// In Swift: add (-arm.y, arm.x) times the angular velocity to the velocity, arm going from the centre of gravity.
@available(
  *,
  unavailable,
  message:
    "add (-arm.y, arm.x) times the angular velocity to the velocity, arm going from the centre of gravity"
)
public func cpBodyGetVelocityAtWorldPoint(_ body: Body, _ point: Vector) -> Vector { fatalError() }

/// In Swift: add (-arm.y, arm.x) times the angular velocity to the velocity, arm going from the centre of gravity.
@available(
  *,
  unavailable,
  message:
    "add (-arm.y, arm.x) times the angular velocity to the velocity, arm going from the centre of gravity"
)
public func cpBodyGetVelocityAtLocalPoint(_ body: Body, _ point: Vector) -> Vector { fatalError() }
