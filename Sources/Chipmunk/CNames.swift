// The C names that a user of Chipmunk types first: the compiler answers with the Swift name. docs/wrapping.md has all.

/// In Swift: ``Space/init(timeStep:)``.
@available(*, unavailable, renamed: "Space.init(timeStep:)")
public func cpSpaceNew() -> Space { fatalError() }
/// In Swift: a space is freed with its last reference.
@available(*, unavailable, message: "a space is freed with its last reference")
public func cpSpaceFree(_ space: Space) { fatalError() }
/// In Swift: pass the time step to Space(timeStep:), and call space.step().
@available(*, unavailable, message: "pass the time step to Space(timeStep:), and call space.step()")
public func cpSpaceStep(_ space: Space, _ dt: Double) { fatalError() }
/// In Swift: ``Space/gravity``.
@available(*, unavailable, renamed: "setter:Space.gravity(self:_:)")
public func cpSpaceSetGravity(_ space: Space, _ value: Vector) { fatalError() }
/// In Swift: ``Space/iterations``.
@available(*, unavailable, renamed: "setter:Space.iterations(self:_:)")
public func cpSpaceSetIterations(_ space: Space, _ value: Int) { fatalError() }
/// In Swift: ``Space/damping``.
@available(*, unavailable, renamed: "setter:Space.damping(self:_:)")
public func cpSpaceSetDamping(_ space: Space, _ value: Double) { fatalError() }
/// In Swift: ``Space/sleepTimeThreshold``.
@available(*, unavailable, renamed: "setter:Space.sleepTimeThreshold(self:_:)")
public func cpSpaceSetSleepTimeThreshold(_ space: Space, _ value: Double?) { fatalError() }
/// In Swift: ``Space/ground``.
@available(*, unavailable, renamed: "getter:Space.ground(self:)")
public func cpSpaceGetStaticBody(_ space: Space) -> Body { fatalError() }
/// In Swift: ``Space/add(_:)-(Body)``.
@available(*, unavailable, renamed: "Space.add(self:_:)")
public func cpSpaceAddBody(_ space: Space, _ body: Body) -> Body { fatalError() }
/// In Swift: body.addShape(_:friction:elasticity:) puts it in the body and its space.
@available(
  *,
  unavailable,
  message: "body.addShape(_:friction:elasticity:) puts it in the body and its space"
)
public func cpSpaceAddShape(_ space: Space, _ shape: Shape) -> Shape { fatalError() }
/// In Swift: ``Space/add(_:)-(Constraint)``.
@available(*, unavailable, renamed: "Space.add(self:_:)")
public func cpSpaceAddConstraint(_ space: Space, _ constraint: Constraint) -> Constraint {
  fatalError()
}
/// In Swift: ``Space/remove(_:)-(Body)``.
@available(*, unavailable, renamed: "Space.remove(self:_:)")
public func cpSpaceRemoveBody(_ space: Space, _ body: Body) { fatalError() }
/// In Swift: ``Body/init(mass:moment:)``.
@available(*, unavailable, renamed: "Body.init(mass:moment:)")
public func cpBodyNew(_ mass: Double, _ moment: Double) -> Body { fatalError() }
/// In Swift: ``Body/static()``.
@available(*, unavailable, renamed: "Body.static()")
public func cpBodyNewStatic() -> Body { fatalError() }
/// In Swift: ``Body/kinematic()``.
@available(*, unavailable, renamed: "Body.kinematic()")
public func cpBodyNewKinematic() -> Body { fatalError() }
/// In Swift: a body is freed with its last reference.
@available(*, unavailable, message: "a body is freed with its last reference")
public func cpBodyFree(_ body: Body) { fatalError() }
/// In Swift: ``Body/position``.
@available(*, unavailable, renamed: "getter:Body.position(self:)")
public func cpBodyGetPosition(_ body: Body) -> Vector { fatalError() }
/// In Swift: ``Body/position``.
@available(*, unavailable, renamed: "setter:Body.position(self:_:)")
public func cpBodySetPosition(_ body: Body, _ value: Vector) { fatalError() }
/// In Swift: ``Body/velocity``.
@available(*, unavailable, renamed: "getter:Body.velocity(self:)")
public func cpBodyGetVelocity(_ body: Body) -> Vector { fatalError() }
/// In Swift: ``Body/velocity``.
@available(*, unavailable, renamed: "setter:Body.velocity(self:_:)")
public func cpBodySetVelocity(_ body: Body, _ value: Vector) { fatalError() }
/// In Swift: ``Body/angle``.
@available(*, unavailable, renamed: "getter:Body.angle(self:)")
public func cpBodyGetAngle(_ body: Body) -> Double { fatalError() }
/// In Swift: ``Body/angle``.
@available(*, unavailable, renamed: "setter:Body.angle(self:_:)")
public func cpBodySetAngle(_ body: Body, _ value: Double) { fatalError() }
/// In Swift: ``Body/angularVelocity``.
@available(*, unavailable, renamed: "setter:Body.angularVelocity(self:_:)")
public func cpBodySetAngularVelocity(_ body: Body, _ value: Double) { fatalError() }
/// In Swift: ``Body/applyImpulse(_:at:)``.
@available(*, unavailable, renamed: "Body.applyImpulse(self:_:at:)")
public func cpBodyApplyImpulseAtWorldPoint(_ body: Body, _ impulse: Vector, _ point: Vector) {
  fatalError()
}
/// In Swift: write body.addShape(.circle(radius:center:)).
@available(*, unavailable, message: "write body.addShape(.circle(radius:center:))")
public func cpCircleShapeNew(_ body: Body, _ radius: Double, _ offset: Vector) -> Shape {
  fatalError()
}
/// In Swift: write body.addShape(.segment(from:to:radius:)).
@available(*, unavailable, message: "write body.addShape(.segment(from:to:radius:))")
public func cpSegmentShapeNew(_ body: Body, _ a: Vector, _ b: Vector, _ radius: Double) -> Shape {
  fatalError()
}
/// In Swift: write body.addShape(.box(width:height:radius:)).
@available(*, unavailable, message: "write body.addShape(.box(width:height:radius:))")
public func cpBoxShapeNew(_ body: Body, _ width: Double, _ height: Double, _ radius: Double)
  -> Shape
{ fatalError() }
/// In Swift: write body.addShape(.polygon(_:radius:)).
@available(*, unavailable, message: "write body.addShape(.polygon(_:radius:))")
public func cpPolyShapeNew(_ body: Body, _ count: Int, _ vertices: [Vector], _ radius: Double)
  -> Shape
{ fatalError() }
/// In Swift: a shape is freed with its last reference; its body holds one.
@available(*, unavailable, message: "a shape is freed with its last reference; its body holds one")
public func cpShapeFree(_ shape: Shape) { fatalError() }
/// In Swift: ``Shape/friction``.
@available(*, unavailable, renamed: "setter:Shape.friction(self:_:)")
public func cpShapeSetFriction(_ shape: Shape, _ value: Double) { fatalError() }
/// In Swift: ``Shape/elasticity``.
@available(*, unavailable, renamed: "setter:Shape.elasticity(self:_:)")
public func cpShapeSetElasticity(_ shape: Shape, _ value: Double) { fatalError() }
/// In Swift: ``Shape/collisionType``.
@available(*, unavailable, renamed: "setter:Shape.collisionType(self:_:)")
public func cpShapeSetCollisionType(_ shape: Shape, _ value: CollisionType) { fatalError() }
/// In Swift: ``Shape/filter``.
@available(*, unavailable, renamed: "setter:Shape.filter(self:_:)")
public func cpShapeSetFilter(_ shape: Shape, _ value: ShapeFilter) { fatalError() }
/// In Swift: write Geometry.circle(radius:center:).moment(mass:).
@available(*, unavailable, message: "write Geometry.circle(radius:center:).moment(mass:)")
public func cpMomentForCircle(_ mass: Double, _ r1: Double, _ r2: Double, _ offset: Vector)
  -> Double
{ fatalError() }
/// In Swift: write Geometry.box(width:height:).moment(mass:).
@available(*, unavailable, message: "write Geometry.box(width:height:).moment(mass:)")
public func cpMomentForBox(_ mass: some BinaryFloatingPoint, _ width: Double, _ height: Double)
  -> Double
{ fatalError() }
/// In Swift: ``Vector/init(_:_:)``.
@available(*, unavailable, renamed: "Vector.init(_:_:)")
public func cpv(_ x: some BinaryFloatingPoint, _ y: Double) -> Vector { fatalError() }
/// In Swift: ``PivotJoint/init(_:_:at:)``.
@available(*, unavailable, renamed: "PivotJoint.init(_:_:at:)")
public func cpPivotJointNew(_ a: Body, _ b: Body, _ pivot: Vector) -> PivotJoint { fatalError() }
/// In Swift: ``PinJoint/init(_:_:anchorA:anchorB:)``.
@available(*, unavailable, renamed: "PinJoint.init(_:_:anchorA:anchorB:)")
public func cpPinJointNew(_ a: Body, _ b: Body, _ anchorA: Vector, _ anchorB: Vector) -> PinJoint {
  fatalError()
}
/// In Swift: write SimpleMotor(a, b, rate: -rate): above 0 turns the second body.
@available(
  *,
  unavailable,
  message: "write SimpleMotor(a, b, rate: -rate): above 0 turns the second body"
)
public func cpSimpleMotorNew(_ a: Body, _ b: Body, _ rate: Double) -> SimpleMotor { fatalError() }
/// In Swift: write space.addHandler(for: .pair(a, b)).
@available(*, unavailable, message: "write space.addHandler(for: .pair(a, b))")
public func cpSpaceAddCollisionHandler(_ space: Space, _ a: CollisionType, _ b: CollisionType)
  -> CollisionHandler
{ fatalError() }
