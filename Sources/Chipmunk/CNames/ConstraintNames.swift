// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: a constraint is freed with its last reference.
@available(*, unavailable, message: "a constraint is freed with its last reference")
public func cpConstraintFree(_ constraint: Constraint) { fatalError() }

/// In Swift: ``Constraint/space``.
@available(*, unavailable, renamed: "getter:Constraint.space(self:)")
public func cpConstraintGetSpace(_ constraint: Constraint) -> Space? { fatalError() }

/// In Swift: ``Constraint/bodyA``.
@available(*, unavailable, renamed: "getter:Constraint.bodyA(self:)")
public func cpConstraintGetBodyA(_ constraint: Constraint) -> Body { fatalError() }

/// In Swift: ``Constraint/bodyB``.
@available(*, unavailable, renamed: "getter:Constraint.bodyB(self:)")
public func cpConstraintGetBodyB(_ constraint: Constraint) -> Body { fatalError() }

/// In Swift: ``Constraint/maxForce``.
@available(*, unavailable, renamed: "getter:Constraint.maxForce(self:)")
public func cpConstraintGetMaxForce(_ constraint: Constraint) -> Double { fatalError() }

/// In Swift: ``Constraint/maxForce``.
@available(*, unavailable, renamed: "setter:Constraint.maxForce(self:_:)")
public func cpConstraintSetMaxForce(_ constraint: Constraint, _ value: Double) { fatalError() }

/// In Swift: ``Constraint/errorBias``.
@available(*, unavailable, renamed: "getter:Constraint.errorBias(self:)")
public func cpConstraintGetErrorBias(_ constraint: Constraint) -> Double { fatalError() }

/// In Swift: ``Constraint/errorBias``.
@available(*, unavailable, renamed: "setter:Constraint.errorBias(self:_:)")
public func cpConstraintSetErrorBias(_ constraint: Constraint, _ value: Double) { fatalError() }

/// In Swift: ``Constraint/maxBias``.
@available(*, unavailable, renamed: "getter:Constraint.maxBias(self:)")
public func cpConstraintGetMaxBias(_ constraint: Constraint) -> Double { fatalError() }

/// In Swift: ``Constraint/maxBias``.
@available(*, unavailable, renamed: "setter:Constraint.maxBias(self:_:)")
public func cpConstraintSetMaxBias(_ constraint: Constraint, _ value: Double) { fatalError() }

/// In Swift: ``Constraint/collidesBodies``.
@available(*, unavailable, renamed: "getter:Constraint.collidesBodies(self:)")
public func cpConstraintGetCollideBodies(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: ``Constraint/collidesBodies``.
@available(*, unavailable, renamed: "setter:Constraint.collidesBodies(self:_:)")
public func cpConstraintSetCollideBodies(_ constraint: Constraint, _ value: Bool) { fatalError() }

/// In Swift: ``Constraint/lastImpulse``.
@available(*, unavailable, renamed: "getter:Constraint.lastImpulse(self:)")
public func cpConstraintGetImpulse(_ constraint: Constraint) -> Double { fatalError() }

/// In Swift: set constraint.preSolve.
@available(*, unavailable, message: "set constraint.preSolve")
public func cpConstraintSetPreSolveFunc(
  _ constraint: Constraint,
  _ function: @escaping (Constraint, Space) -> Void
) { fatalError() }

/// In Swift: set constraint.postSolve.
@available(*, unavailable, message: "set constraint.postSolve")
public func cpConstraintSetPostSolveFunc(
  _ constraint: Constraint,
  _ function: @escaping (Constraint, Space) -> Void
) { fatalError() }

/// In Swift: ``Constraint/userData``.
@available(*, unavailable, renamed: "getter:Constraint.userData(self:)")
public func cpConstraintGetUserData(_ constraint: Constraint) -> Any? { fatalError() }

/// In Swift: ``Constraint/userData``.
@available(*, unavailable, renamed: "setter:Constraint.userData(self:_:)")
public func cpConstraintSetUserData(_ constraint: Constraint, _ value: Any?) { fatalError() }

/// In Swift: write constraint is PinJoint.
@available(*, unavailable, message: "write constraint is PinJoint")
public func cpConstraintIsPinJoint(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: write constraint is SlideJoint.
@available(*, unavailable, message: "write constraint is SlideJoint")
public func cpConstraintIsSlideJoint(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: write constraint is PivotJoint.
@available(*, unavailable, message: "write constraint is PivotJoint")
public func cpConstraintIsPivotJoint(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: write constraint is GrooveJoint.
@available(*, unavailable, message: "write constraint is GrooveJoint")
public func cpConstraintIsGrooveJoint(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: write constraint is DampedSpring.
@available(*, unavailable, message: "write constraint is DampedSpring")
public func cpConstraintIsDampedSpring(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: write constraint is DampedRotarySpring.
@available(*, unavailable, message: "write constraint is DampedRotarySpring")
public func cpConstraintIsDampedRotarySpring(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: write constraint is RotaryLimitJoint.
@available(*, unavailable, message: "write constraint is RotaryLimitJoint")
public func cpConstraintIsRotaryLimitJoint(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: write constraint is RatchetJoint.
@available(*, unavailable, message: "write constraint is RatchetJoint")
public func cpConstraintIsRatchetJoint(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: write constraint is GearJoint.
@available(*, unavailable, message: "write constraint is GearJoint")
public func cpConstraintIsGearJoint(_ constraint: Constraint) -> Bool { fatalError() }

/// In Swift: write constraint is SimpleMotor.
@available(*, unavailable, message: "write constraint is SimpleMotor")
public func cpConstraintIsSimpleMotor(_ constraint: Constraint) -> Bool { fatalError() }
