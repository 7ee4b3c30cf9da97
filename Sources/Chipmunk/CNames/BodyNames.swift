// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: ``Body/setType(_:mass:moment:)``.
@available(*, unavailable, renamed: "Body.setType(self:_:)")
public func cpBodySetType(_ body: Body, _ type: BodyType) { fatalError() }

/// In Swift: ``Body/centerOfGravity``.
@available(*, unavailable, renamed: "getter:Body.centerOfGravity(self:)")
public func cpBodyGetCenterOfGravity(_ body: Body) -> Vector { fatalError() }

/// In Swift: ``Body/centerOfGravity``.
@available(*, unavailable, renamed: "setter:Body.centerOfGravity(self:_:)")
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

/// In Swift: space.readContacts(into:) reads all contacts of the last step.
@available(*, unavailable, message: "space.readContacts(into:) reads all contacts of the last step")
public func cpBodyEachArbiter(_ body: Body, _ visit: (ContactState) -> Void) { fatalError() }

/// In Swift: ``Body/velocity(atWorld:)``.
@available(*, unavailable, renamed: "Body.velocity(self:atWorld:)")
public func cpBodyGetVelocityAtWorldPoint(_ body: Body, _ point: Vector) -> Vector { fatalError() }

/// In Swift: ``Body/velocity(atLocal:)``.
@available(*, unavailable, renamed: "Body.velocity(self:atLocal:)")
public func cpBodyGetVelocityAtLocalPoint(_ body: Body, _ point: Vector) -> Vector { fatalError() }

/// In Swift: ``Body/init(mass:moment:)``.
@available(*, unavailable, renamed: "Body.init(mass:moment:)")
public func cpBodyNew(_ mass: Double, _ moment: Double) -> Body { fatalError() }

/// In Swift: ``Body/kinematic()``.
@available(*, unavailable, renamed: "Body.kinematic()")
public func cpBodyNewKinematic() -> Body { fatalError() }

/// In Swift: ``Body/static()``.
@available(*, unavailable, renamed: "Body.static()")
public func cpBodyNewStatic() -> Body { fatalError() }

/// In Swift: a body is freed with its last reference.
@available(*, unavailable, message: "a body is freed with its last reference")
public func cpBodyFree(_ body: Body) { fatalError() }

/// In Swift: ``Body/type``.
@available(*, unavailable, renamed: "getter:Body.type(self:)")
public func cpBodyGetType(_ body: Body) -> BodyType { fatalError() }

/// In Swift: ``Body/mass``.
@available(*, unavailable, renamed: "getter:Body.mass(self:)")
public func cpBodyGetMass(_ body: Body) -> Double { fatalError() }

/// In Swift: ``Body/mass``.
@available(*, unavailable, renamed: "setter:Body.mass(self:_:)")
public func cpBodySetMass(_ body: Body, _ value: Double) { fatalError() }

/// In Swift: ``Body/moment``.
@available(*, unavailable, renamed: "getter:Body.moment(self:)")
public func cpBodyGetMoment(_ body: Body) -> Double { fatalError() }

/// In Swift: ``Body/moment``.
@available(*, unavailable, renamed: "setter:Body.moment(self:_:)")
public func cpBodySetMoment(_ body: Body, _ value: Double) { fatalError() }

/// In Swift: ``Body/position``.
@available(*, unavailable, renamed: "getter:Body.position(self:)")
public func cpBodyGetPosition(_ body: Body) -> Vector { fatalError() }

/// In Swift: ``Body/position``.
@available(*, unavailable, renamed: "setter:Body.position(self:_:)")
public func cpBodySetPosition(_ body: Body, _ value: Vector) { fatalError() }

/// In Swift: ``Body/angle``.
@available(*, unavailable, renamed: "getter:Body.angle(self:)")
public func cpBodyGetAngle(_ body: Body) -> Double { fatalError() }

/// In Swift: ``Body/angle``.
@available(*, unavailable, renamed: "setter:Body.angle(self:_:)")
public func cpBodySetAngle(_ body: Body, _ value: Double) { fatalError() }

/// In Swift: ``Body/velocity``.
@available(*, unavailable, renamed: "getter:Body.velocity(self:)")
public func cpBodyGetVelocity(_ body: Body) -> Vector { fatalError() }

/// In Swift: ``Body/velocity``.
@available(*, unavailable, renamed: "setter:Body.velocity(self:_:)")
public func cpBodySetVelocity(_ body: Body, _ value: Vector) { fatalError() }

/// In Swift: ``Body/angularVelocity``.
@available(*, unavailable, renamed: "getter:Body.angularVelocity(self:)")
public func cpBodyGetAngularVelocity(_ body: Body) -> Double { fatalError() }

/// In Swift: ``Body/angularVelocity``.
@available(*, unavailable, renamed: "setter:Body.angularVelocity(self:_:)")
public func cpBodySetAngularVelocity(_ body: Body, _ value: Double) { fatalError() }

/// In Swift: ``Body/force``.
@available(*, unavailable, renamed: "getter:Body.force(self:)")
public func cpBodyGetForce(_ body: Body) -> Vector { fatalError() }

/// In Swift: ``Body/force``.
@available(*, unavailable, renamed: "setter:Body.force(self:_:)")
public func cpBodySetForce(_ body: Body, _ value: Vector) { fatalError() }

/// In Swift: ``Body/torque``.
@available(*, unavailable, renamed: "getter:Body.torque(self:)")
public func cpBodyGetTorque(_ body: Body) -> Double { fatalError() }

/// In Swift: ``Body/torque``.
@available(*, unavailable, renamed: "setter:Body.torque(self:_:)")
public func cpBodySetTorque(_ body: Body, _ value: Double) { fatalError() }

/// In Swift: write Vector.unit(angle: body.angle).
@available(*, unavailable, message: "write Vector.unit(angle: body.angle)")
public func cpBodyGetRotation(_ body: Body) -> Vector { fatalError() }

/// In Swift: ``Body/space``.
@available(*, unavailable, renamed: "getter:Body.space(self:)")
public func cpBodyGetSpace(_ body: Body) -> Space? { fatalError() }

/// In Swift: ``Body/userData``.
@available(*, unavailable, renamed: "getter:Body.userData(self:)")
public func cpBodyGetUserData(_ body: Body) -> Any? { fatalError() }

/// In Swift: ``Body/userData``.
@available(*, unavailable, renamed: "setter:Body.userData(self:_:)")
public func cpBodySetUserData(_ body: Body, _ value: Any?) { fatalError() }

/// In Swift: ``Body/kineticEnergy``.
@available(*, unavailable, renamed: "getter:Body.kineticEnergy(self:)")
public func cpBodyKineticEnergy(_ body: Body) -> Double { fatalError() }

/// In Swift: ``Body/isSleeping``.
@available(*, unavailable, renamed: "getter:Body.isSleeping(self:)")
public func cpBodyIsSleeping(_ body: Body) -> Bool { fatalError() }

/// In Swift: ``Body/wake()``.
@available(*, unavailable, renamed: "Body.wake(self:)")
public func cpBodyActivate(_ body: Body) { fatalError() }

/// In Swift: a change to a static body or shape wakes what touches it.
@available(*, unavailable, message: "a change to a static body or shape wakes what touches it")
public func cpBodyActivateStatic(_ body: Body, _ shape: Shape?) { fatalError() }

/// In Swift: ``Body/worldPoint(ofLocal:)``.
@available(*, unavailable, renamed: "Body.worldPoint(self:ofLocal:)")
public func cpBodyLocalToWorld(_ body: Body, _ point: Vector) -> Vector { fatalError() }

/// In Swift: ``Body/localPoint(ofWorld:)``.
@available(*, unavailable, renamed: "Body.localPoint(self:ofWorld:)")
public func cpBodyWorldToLocal(_ body: Body, _ point: Vector) -> Vector { fatalError() }

/// In Swift: ``Body/applyForce(_:at:)``.
@available(*, unavailable, renamed: "Body.applyForce(self:_:at:)")
public func cpBodyApplyForceAtWorldPoint(_ body: Body, _ force: Vector, _ point: Vector) {
  fatalError()
}

/// In Swift: ``Body/applyImpulse(_:at:)``.
@available(*, unavailable, renamed: "Body.applyImpulse(self:_:at:)")
public func cpBodyApplyImpulseAtWorldPoint(_ body: Body, _ impulse: Vector, _ point: Vector) {
  fatalError()
}

/// In Swift: convert both to world coordinates for body.applyForce(_:at:).
@available(*, unavailable, message: "convert both to world coordinates for body.applyForce(_:at:)")
public func cpBodyApplyForceAtLocalPoint(_ body: Body, _ force: Vector, _ point: Vector) {
  fatalError()
}

/// In Swift: convert both to world coordinates for body.applyImpulse(_:at:).
@available(
  *,
  unavailable,
  message: "convert both to world coordinates for body.applyImpulse(_:at:)"
)
public func cpBodyApplyImpulseAtLocalPoint(_ body: Body, _ impulse: Vector, _ point: Vector) {
  fatalError()
}

/// In Swift: ``Body/shapes``.
@available(*, unavailable, renamed: "getter:Body.shapes(self:)")
public func cpBodyEachShape(_ body: Body, _ visit: (Shape) -> Void) { fatalError() }

/// In Swift: ``Body/constraints``.
@available(*, unavailable, renamed: "getter:Body.constraints(self:)")
public func cpBodyEachConstraint(_ body: Body, _ visit: (Constraint) -> Void) { fatalError() }
