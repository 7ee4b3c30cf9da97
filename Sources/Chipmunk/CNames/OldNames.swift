// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: ``Body/position``.
@available(*, unavailable, renamed: "getter:Body.position(self:)")
public func cpBodyGetPos(_ body: Body) -> Vector { fatalError() }

/// In Swift: ``Body/position``.
@available(*, unavailable, renamed: "setter:Body.position(self:_:)")
public func cpBodySetPos(_ body: Body, _ value: Vector) { fatalError() }

/// In Swift: ``Body/velocity``.
@available(*, unavailable, renamed: "getter:Body.velocity(self:)")
public func cpBodyGetVel(_ body: Body) -> Vector { fatalError() }

/// In Swift: ``Body/velocity``.
@available(*, unavailable, renamed: "setter:Body.velocity(self:_:)")
public func cpBodySetVel(_ body: Body, _ value: Vector) { fatalError() }

/// In Swift: ``Body/angularVelocity``.
@available(*, unavailable, renamed: "getter:Body.angularVelocity(self:)")
public func cpBodyGetAngVel(_ body: Body) -> Double { fatalError() }

/// In Swift: ``Body/angularVelocity``.
@available(*, unavailable, renamed: "setter:Body.angularVelocity(self:_:)")
public func cpBodySetAngVel(_ body: Body, _ value: Double) { fatalError() }

/// In Swift: write Vector.unit(angle: body.angle).
@available(*, unavailable, message: "write Vector.unit(angle: body.angle)")
public func cpBodyGetRot(_ body: Body) -> Vector { fatalError() }

/// In Swift: limit the velocity in the body's velocityFunction.
@available(*, unavailable, message: "limit the velocity in the body's velocityFunction")
public func cpBodyGetVelLimit(_ body: Body) -> Double { fatalError() }

/// In Swift: limit the velocity in the body's velocityFunction.
@available(*, unavailable, message: "limit the velocity in the body's velocityFunction")
public func cpBodySetVelLimit(_ body: Body, _ limit: Double) { fatalError() }

/// In Swift: limit the angular velocity in the body's velocityFunction.
@available(*, unavailable, message: "limit the angular velocity in the body's velocityFunction")
public func cpBodyGetAngVelLimit(_ body: Body) -> Double { fatalError() }

/// In Swift: limit the angular velocity in the body's velocityFunction.
@available(*, unavailable, message: "limit the angular velocity in the body's velocityFunction")
public func cpBodySetAngVelLimit(_ body: Body, _ limit: Double) { fatalError() }

/// In Swift: ``Body/worldPoint(ofLocal:)``.
@available(*, unavailable, renamed: "Body.worldPoint(self:ofLocal:)")
public func cpBodyLocal2World(_ body: Body, _ point: Vector) -> Vector { fatalError() }

/// In Swift: ``Body/localPoint(ofWorld:)``.
@available(*, unavailable, renamed: "Body.localPoint(self:ofWorld:)")
public func cpBodyWorld2Local(_ body: Body, _ point: Vector) -> Vector { fatalError() }

/// In Swift: write body.applyImpulse(impulse, at: body.position + offset).
@available(*, unavailable, message: "write body.applyImpulse(impulse, at: body.position + offset)")
public func cpBodyApplyImpulse(_ body: Body, _ impulse: Vector, _ offset: Vector) { fatalError() }

/// In Swift: write body.applyForce(force, at: body.position + offset) before each step, which clears it.
@available(
  *,
  unavailable,
  message:
    "write body.applyForce(force, at: body.position + offset) before each step, which clears it"
)
public func cpBodyApplyForce(_ body: Body, _ force: Vector, _ offset: Vector) { fatalError() }

/// In Swift: a step clears the forces; delete this line.
@available(*, unavailable, message: "a step clears the forces; delete this line")
public func cpBodyResetForces(_ body: Body) { fatalError() }

/// In Swift: write body.velocity = (position - body.position) / dt.
@available(*, unavailable, message: "write body.velocity = (position - body.position) / dt")
public func cpBodySlew(_ body: Body, _ position: Vector, _ dt: Double) { fatalError() }

/// In Swift: write body.type == .static.
@available(*, unavailable, message: "write body.type == .static")
public func cpBodyIsStatic(_ body: Body) -> Bool { fatalError() }

/// In Swift: write body.space == nil.
@available(*, unavailable, message: "write body.space == nil")
public func cpBodyIsRogue(_ body: Body) -> Bool { fatalError() }

/// In Swift: ``Body/velocity(atWorld:)``.
@available(*, unavailable, renamed: "Body.velocity(self:atWorld:)")
public func cpBodyGetVelAtWorldPoint(_ body: Body, _ point: Vector) -> Vector { fatalError() }

/// In Swift: ``Body/velocity(atLocal:)``.
@available(*, unavailable, renamed: "Body.velocity(self:atLocal:)")
public func cpBodyGetVelAtLocalPoint(_ body: Body, _ point: Vector) -> Vector { fatalError() }

/// In Swift: a body is freed with its last reference.
@available(*, unavailable, message: "a body is freed with its last reference")
public func cpBodyDestroy(_ body: Body) { fatalError() }

/// In Swift: write Body(mass:moment:).
@available(*, unavailable, message: "write Body(mass:moment:)")
public func cpBodyAlloc() -> Body { fatalError() }

/// In Swift: write Body(mass:moment:).
@available(*, unavailable, message: "write Body(mass:moment:)")
public func cpBodyInit(_ body: Body, _ mass: Double, _ moment: Double) -> Body { fatalError() }

/// In Swift: write Body.static().
@available(*, unavailable, message: "write Body.static()")
public func cpBodyInitStatic(_ body: Body) -> Body { fatalError() }

/// In Swift: add a DampedSpring to the space.
@available(*, unavailable, message: "add a DampedSpring to the space")
public func cpApplyDampedSpring(
  _ a: Body,
  _ b: Body,
  _ anchorA: Vector,
  _ anchorB: Vector,
  _ restLength: Double,
  _ stiffness: Double,
  _ damping: Double,
  _ dt: Double
) { fatalError() }

/// In Swift: see shape.filter.
@available(*, unavailable, message: "see shape.filter")
public func cpShapeGetLayers(_ shape: Shape) -> UInt32 { fatalError() }

/// In Swift: assign a ShapeFilter to shape.filter.
@available(*, unavailable, message: "assign a ShapeFilter to shape.filter")
public func cpShapeSetLayers(_ shape: Shape, _ value: UInt32) { fatalError() }

/// In Swift: see shape.filter.
@available(*, unavailable, message: "see shape.filter")
public func cpShapeGetGroup(_ shape: Shape) -> UInt { fatalError() }

/// In Swift: assign a ShapeFilter to shape.filter.
@available(*, unavailable, message: "assign a ShapeFilter to shape.filter")
public func cpShapeSetGroup(_ shape: Shape, _ value: UInt) { fatalError() }

/// In Swift: a shape is freed with its last reference; its body holds one.
@available(*, unavailable, message: "a shape is freed with its last reference; its body holds one")
public func cpShapeDestroy(_ shape: Shape) { fatalError() }

/// In Swift: write body.addShape(.box(width:height:)).
@available(*, unavailable, message: "write body.addShape(.box(width:height:))")
public func cpBoxShapeNew(_ body: Body, _ width: Double, _ height: Double) -> Shape { fatalError() }

/// In Swift: write body.addShape(.box(width:height:radius:center:)).
@available(*, unavailable, message: "write body.addShape(.box(width:height:radius:center:))")
public func cpBoxShapeNew2(_ body: Body, _ box: BoundingBox) -> Shape { fatalError() }

/// In Swift: write body.addShape(.box(width:height:radius:center:)).
@available(*, unavailable, message: "write body.addShape(.box(width:height:radius:center:))")
public func cpBoxShapeNew3(_ body: Body, _ box: BoundingBox, _ radius: Double) -> Shape {
  fatalError()
}

/// In Swift: add the offset to each vertex and write body.addShape(.polygon(_:radius:)).
@available(
  *,
  unavailable,
  message: "add the offset to each vertex and write body.addShape(.polygon(_:radius:))"
)
public func cpPolyShapeNew(_ body: Body, _ count: Int, _ vertices: [Vector], _ offset: Vector)
  -> Shape
{ fatalError() }

/// In Swift: add the offset to each vertex and write body.addShape(.polygon(_:radius:)).
@available(
  *,
  unavailable,
  message: "add the offset to each vertex and write body.addShape(.polygon(_:radius:))"
)
public func cpPolyShapeNew2(
  _ body: Body,
  _ count: Int,
  _ vertices: [Vector],
  _ offset: Vector,
  _ radius: Double
) -> Shape { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpPolyShapeGetNumVerts(_ shape: Shape) -> Int { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpPolyShapeSetVerts(
  _ shape: Shape,
  _ count: Int,
  _ vertices: [Vector],
  _ offset: Vector
) { fatalError() }

/// In Swift: body.addShape(.polygon(_:radius:)) throws unless it is convex; delete this line.
@available(
  *,
  unavailable,
  message: "body.addShape(.polygon(_:radius:)) throws unless it is convex; delete this line"
)
public func cpPolyValidate(_ vertices: [Vector], _ count: Int) -> Bool { fatalError() }

/// In Swift: subtract Polyline(closing:).centroid() from each vertex.
@available(*, unavailable, message: "subtract Polyline(closing:).centroid() from each vertex")
public func cpRecenterPoly(_ count: Int, _ vertices: inout [Vector]) { fatalError() }

/// In Swift: write Geometry.polygon(_:).moment(mass:).
@available(*, unavailable, message: "write Geometry.polygon(_:).moment(mass:)")
public func cpMomentForPoly(_ mass: Double, _ count: Int, _ vertices: [Vector], _ offset: Vector)
  -> Double
{ fatalError() }

/// In Swift: write Geometry.segment(from:to:radius:).moment(mass:).
@available(*, unavailable, message: "write Geometry.segment(from:to:radius:).moment(mass:)")
public func cpMomentForSegment(_ mass: Double, _ a: Vector, _ b: Vector) -> Double { fatalError() }

/// In Swift: write Geometry.polygon(_:).area(), or Polyline(closing:).area.
@available(*, unavailable, message: "write Geometry.polygon(_:).area(), or Polyline(closing:).area")
public func cpAreaForPoly(_ count: Int, _ vertices: [Vector]) -> Double { fatalError() }

/// In Swift: write shape.pointQuery(_:).
@available(*, unavailable, message: "write shape.pointQuery(_:)")
public func cpShapeNearestPointQuery(_ shape: Shape, _ point: Vector, _ info: Any?) -> Double {
  fatalError()
}

/// In Swift: write shape.segmentQuery(from:to:).
@available(*, unavailable, message: "write shape.segmentQuery(from:to:)")
public func cpShapeSegmentQuery(_ shape: Shape, _ start: Vector, _ end: Vector, _ info: Any?)
  -> Bool
{ fatalError() }

/// In Swift: ``Constraint/bodyA``.
@available(*, unavailable, renamed: "getter:Constraint.bodyA(self:)")
public func cpConstraintGetA(_ constraint: Constraint) -> Body { fatalError() }

/// In Swift: ``Constraint/bodyB``.
@available(*, unavailable, renamed: "getter:Constraint.bodyB(self:)")
public func cpConstraintGetB(_ constraint: Constraint) -> Body { fatalError() }

/// In Swift: a constraint is freed with its last reference.
@available(*, unavailable, message: "a constraint is freed with its last reference")
public func cpConstraintDestroy(_ constraint: Constraint) { fatalError() }

/// In Swift: write constraint as? PinJoint.
@available(*, unavailable, message: "write constraint as? PinJoint")
public func cpConstraintCheckCast(_ constraint: Constraint, _ kind: Any?) { fatalError() }

/// In Swift: a constraint is freed with its last reference.
@available(*, unavailable, message: "a constraint is freed with its last reference")
public func cpJointFree(_ joint: Constraint) { fatalError() }

/// In Swift: a constraint is freed with its last reference.
@available(*, unavailable, message: "a constraint is freed with its last reference")
public func cpJointDestroy(_ joint: Constraint) { fatalError() }

/// In Swift: ``PinJoint/anchorA``.
@available(*, unavailable, renamed: "getter:PinJoint.anchorA(self:)")
public func cpPinJointGetAnchr1(_ joint: PinJoint) -> Vector { fatalError() }

/// In Swift: ``PinJoint/anchorA``.
@available(*, unavailable, renamed: "setter:PinJoint.anchorA(self:_:)")
public func cpPinJointSetAnchr1(_ joint: PinJoint, _ value: Vector) { fatalError() }

/// In Swift: ``PinJoint/anchorB``.
@available(*, unavailable, renamed: "getter:PinJoint.anchorB(self:)")
public func cpPinJointGetAnchr2(_ joint: PinJoint) -> Vector { fatalError() }

/// In Swift: ``PinJoint/anchorB``.
@available(*, unavailable, renamed: "setter:PinJoint.anchorB(self:_:)")
public func cpPinJointSetAnchr2(_ joint: PinJoint, _ value: Vector) { fatalError() }

/// In Swift: ``SlideJoint/anchorA``.
@available(*, unavailable, renamed: "getter:SlideJoint.anchorA(self:)")
public func cpSlideJointGetAnchr1(_ joint: SlideJoint) -> Vector { fatalError() }

/// In Swift: ``SlideJoint/anchorA``.
@available(*, unavailable, renamed: "setter:SlideJoint.anchorA(self:_:)")
public func cpSlideJointSetAnchr1(_ joint: SlideJoint, _ value: Vector) { fatalError() }

/// In Swift: ``SlideJoint/anchorB``.
@available(*, unavailable, renamed: "getter:SlideJoint.anchorB(self:)")
public func cpSlideJointGetAnchr2(_ joint: SlideJoint) -> Vector { fatalError() }

/// In Swift: ``SlideJoint/anchorB``.
@available(*, unavailable, renamed: "setter:SlideJoint.anchorB(self:_:)")
public func cpSlideJointSetAnchr2(_ joint: SlideJoint, _ value: Vector) { fatalError() }

/// In Swift: ``PivotJoint/anchorA``.
@available(*, unavailable, renamed: "getter:PivotJoint.anchorA(self:)")
public func cpPivotJointGetAnchr1(_ joint: PivotJoint) -> Vector { fatalError() }

/// In Swift: ``PivotJoint/anchorA``.
@available(*, unavailable, renamed: "setter:PivotJoint.anchorA(self:_:)")
public func cpPivotJointSetAnchr1(_ joint: PivotJoint, _ value: Vector) { fatalError() }

/// In Swift: ``PivotJoint/anchorB``.
@available(*, unavailable, renamed: "getter:PivotJoint.anchorB(self:)")
public func cpPivotJointGetAnchr2(_ joint: PivotJoint) -> Vector { fatalError() }

/// In Swift: ``PivotJoint/anchorB``.
@available(*, unavailable, renamed: "setter:PivotJoint.anchorB(self:_:)")
public func cpPivotJointSetAnchr2(_ joint: PivotJoint, _ value: Vector) { fatalError() }

/// In Swift: ``GrooveJoint/anchorB``.
@available(*, unavailable, renamed: "getter:GrooveJoint.anchorB(self:)")
public func cpGrooveJointGetAnchr2(_ joint: GrooveJoint) -> Vector { fatalError() }

/// In Swift: ``GrooveJoint/anchorB``.
@available(*, unavailable, renamed: "setter:GrooveJoint.anchorB(self:_:)")
public func cpGrooveJointSetAnchr2(_ joint: GrooveJoint, _ value: Vector) { fatalError() }

/// In Swift: ``DampedSpring/anchorA``.
@available(*, unavailable, renamed: "getter:DampedSpring.anchorA(self:)")
public func cpDampedSpringGetAnchr1(_ joint: DampedSpring) -> Vector { fatalError() }

/// In Swift: ``DampedSpring/anchorA``.
@available(*, unavailable, renamed: "setter:DampedSpring.anchorA(self:_:)")
public func cpDampedSpringSetAnchr1(_ joint: DampedSpring, _ value: Vector) { fatalError() }

/// In Swift: ``DampedSpring/anchorB``.
@available(*, unavailable, renamed: "getter:DampedSpring.anchorB(self:)")
public func cpDampedSpringGetAnchr2(_ joint: DampedSpring) -> Vector { fatalError() }

/// In Swift: ``DampedSpring/anchorB``.
@available(*, unavailable, renamed: "setter:DampedSpring.anchorB(self:_:)")
public func cpDampedSpringSetAnchr2(_ joint: DampedSpring, _ value: Vector) { fatalError() }

/// In Swift: write constraint is PinJoint.
@available(*, unavailable, message: "write constraint is PinJoint")
public func cpPinJointGetClass() -> Any { fatalError() }

/// In Swift: write constraint is SlideJoint.
@available(*, unavailable, message: "write constraint is SlideJoint")
public func cpSlideJointGetClass() -> Any { fatalError() }

/// In Swift: write constraint is PivotJoint.
@available(*, unavailable, message: "write constraint is PivotJoint")
public func cpPivotJointGetClass() -> Any { fatalError() }

/// In Swift: write constraint is GrooveJoint.
@available(*, unavailable, message: "write constraint is GrooveJoint")
public func cpGrooveJointGetClass() -> Any { fatalError() }

/// In Swift: write constraint is DampedSpring.
@available(*, unavailable, message: "write constraint is DampedSpring")
public func cpDampedSpringGetClass() -> Any { fatalError() }

/// In Swift: write constraint is DampedRotarySpring.
@available(*, unavailable, message: "write constraint is DampedRotarySpring")
public func cpDampedRotarySpringGetClass() -> Any { fatalError() }

/// In Swift: write constraint is RotaryLimitJoint.
@available(*, unavailable, message: "write constraint is RotaryLimitJoint")
public func cpRotaryLimitJointGetClass() -> Any { fatalError() }

/// In Swift: write constraint is RatchetJoint.
@available(*, unavailable, message: "write constraint is RatchetJoint")
public func cpRatchetJointGetClass() -> Any { fatalError() }

/// In Swift: write constraint is GearJoint.
@available(*, unavailable, message: "write constraint is GearJoint")
public func cpGearJointGetClass() -> Any { fatalError() }

/// In Swift: write constraint is SimpleMotor.
@available(*, unavailable, message: "write constraint is SimpleMotor")
public func cpSimpleMotorGetClass() -> Any { fatalError() }

/// In Swift: ``Contact/impulse``.
@available(*, unavailable, renamed: "getter:Contact.impulse(self:)")
public func cpArbiterTotalImpulseWithFriction(_ contact: borrowing Contact) -> Vector {
  fatalError()
}

/// In Swift: ``Contact/restitution``.
@available(*, unavailable, renamed: "getter:Contact.restitution(self:)")
public func cpArbiterGetElasticity(_ contact: borrowing Contact) -> Double { fatalError() }

/// In Swift: ``Contact/restitution``.
@available(*, unavailable, renamed: "setter:Contact.restitution(self:_:)")
public func cpArbiterSetElasticity(_ contact: borrowing Contact, _ value: Double) { fatalError() }

/// In Swift: write contact.normal.
@available(*, unavailable, message: "write contact.normal")
public func cpArbiterGetNormal(_ contact: borrowing Contact, _ place: Int) -> Vector {
  fatalError()
}

/// In Swift: write contact.points[place].onA.
@available(*, unavailable, message: "write contact.points[place].onA")
public func cpArbiterGetPoint(_ contact: borrowing Contact, _ place: Int) -> Vector { fatalError() }

/// In Swift: write contact.a and contact.b.
@available(*, unavailable, message: "write contact.a and contact.b")
public func cpArbiterGetShapes(_ contact: borrowing Contact, _ a: Any?, _ b: Any?) { fatalError() }

/// In Swift: write contact.a and contact.b.
@available(*, unavailable, message: "write contact.a and contact.b")
public func cpArbiterGetShapes(_ contact: borrowing Contact, _ a: inout Shape?, _ b: inout Shape?) {
  fatalError()
}

/// In Swift: write contact.bodyA and contact.bodyB.
@available(*, unavailable, message: "write contact.bodyA and contact.bodyB")
public func cpArbiterGetBodies(_ contact: borrowing Contact, _ a: inout Body?, _ b: inout Body?) {
  fatalError()
}

/// In Swift: write Vector.unit(angle:) with an angle in between.
@available(*, unavailable, message: "write Vector.unit(angle:) with an angle in between")
public func cpvslerp(_ a: Vector, _ b: Vector, _ share: Double) -> Vector { fatalError() }

/// In Swift: write Vector.unit(angle:) with an angle in between.
@available(*, unavailable, message: "write Vector.unit(angle:) with an angle in between")
public func cpvslerpconst(_ a: Vector, _ b: Vector, _ angle: Double) -> Vector { fatalError() }

/// In Swift: write a.lerp(to: b, min(1, distance / a.distance(to: b))).
@available(*, unavailable, message: "write a.lerp(to: b, min(1, distance / a.distance(to: b)))")
public func cpvlerpconst(_ a: Vector, _ b: Vector, _ distance: Double) -> Vector { fatalError() }

/// In Swift: write a.length > length ? a.normalized * length : a.
@available(*, unavailable, message: "write a.length > length ? a.normalized * length : a")
public func cpvclamp(_ a: Vector, _ length: Double) -> Vector { fatalError() }

/// In Swift: write a.description.
@available(*, unavailable, message: "write a.description")
public func cpvstr(_ a: Vector) -> String { fatalError() }

/// In Swift: ``BoundingBox/intersects(_:)``.
@available(*, unavailable, renamed: "BoundingBox.intersects(self:_:)")
public func cpBBintersects(_ box: BoundingBox, _ other: BoundingBox) -> Bool { fatalError() }

/// In Swift: ``BoundingBox/contains(_:)-(BoundingBox)``.
@available(*, unavailable, renamed: "BoundingBox.contains(self:_:)")
public func cpBBcontainsBB(_ box: BoundingBox, _ other: BoundingBox) -> Bool { fatalError() }

/// In Swift: ``BoundingBox/contains(_:)-(Vector)``.
@available(*, unavailable, renamed: "BoundingBox.contains(self:_:)")
public func cpBBcontainsVect(_ box: BoundingBox, _ point: Vector) -> Bool { fatalError() }

/// In Swift: ``BoundingBox/union(_:)``.
@available(*, unavailable, renamed: "BoundingBox.union(self:_:)")
public func cpBBmerge(_ box: BoundingBox, _ other: BoundingBox) -> BoundingBox { fatalError() }

/// In Swift: ``BoundingBox/expanded(to:)``.
@available(*, unavailable, renamed: "BoundingBox.expanded(self:to:)")
public func cpBBexpand(_ box: BoundingBox, _ point: Vector) -> BoundingBox { fatalError() }

/// In Swift: subtract multiples of the box's width and height from the point.
@available(
  *,
  unavailable,
  message: "subtract multiples of the box's width and height from the point"
)
public func cpBBWrapVect(_ box: BoundingBox, _ point: Vector) -> Vector { fatalError() }
