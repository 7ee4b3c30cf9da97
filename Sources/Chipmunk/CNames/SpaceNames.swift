// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

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
@available(*, unavailable, renamed: "getter:Space.gravity(self:)")
public func cpSpaceGetGravity(_ space: Space) -> Vector { fatalError() }

/// In Swift: ``Space/gravity``.
@available(*, unavailable, renamed: "setter:Space.gravity(self:_:)")
public func cpSpaceSetGravity(_ space: Space, _ value: Vector) { fatalError() }

/// In Swift: ``Space/iterations``.
@available(*, unavailable, renamed: "getter:Space.iterations(self:)")
public func cpSpaceGetIterations(_ space: Space) -> Int { fatalError() }

/// In Swift: ``Space/iterations``.
@available(*, unavailable, renamed: "setter:Space.iterations(self:_:)")
public func cpSpaceSetIterations(_ space: Space, _ value: Int) { fatalError() }

/// In Swift: ``Space/damping``.
@available(*, unavailable, renamed: "getter:Space.damping(self:)")
public func cpSpaceGetDamping(_ space: Space) -> Double { fatalError() }

/// In Swift: ``Space/damping``.
@available(*, unavailable, renamed: "setter:Space.damping(self:_:)")
public func cpSpaceSetDamping(_ space: Space, _ value: Double) { fatalError() }

/// In Swift: ``Space/collisionSlop``.
@available(*, unavailable, renamed: "getter:Space.collisionSlop(self:)")
public func cpSpaceGetCollisionSlop(_ space: Space) -> Double { fatalError() }

/// In Swift: ``Space/collisionSlop``.
@available(*, unavailable, renamed: "setter:Space.collisionSlop(self:_:)")
public func cpSpaceSetCollisionSlop(_ space: Space, _ value: Double) { fatalError() }

/// In Swift: ``Space/collisionBias``.
@available(*, unavailable, renamed: "getter:Space.collisionBias(self:)")
public func cpSpaceGetCollisionBias(_ space: Space) -> Double { fatalError() }

/// In Swift: ``Space/collisionBias``.
@available(*, unavailable, renamed: "setter:Space.collisionBias(self:_:)")
public func cpSpaceSetCollisionBias(_ space: Space, _ value: Double) { fatalError() }

/// In Swift: ``Space/collisionPersistence``.
@available(*, unavailable, renamed: "getter:Space.collisionPersistence(self:)")
public func cpSpaceGetCollisionPersistence(_ space: Space) -> Int { fatalError() }

/// In Swift: ``Space/collisionPersistence``.
@available(*, unavailable, renamed: "setter:Space.collisionPersistence(self:_:)")
public func cpSpaceSetCollisionPersistence(_ space: Space, _ value: Int) { fatalError() }

/// In Swift: ``Space/sleepTimeThreshold``.
@available(*, unavailable, renamed: "getter:Space.sleepTimeThreshold(self:)")
public func cpSpaceGetSleepTimeThreshold(_ space: Space) -> Double? { fatalError() }

/// In Swift: ``Space/sleepTimeThreshold``.
@available(*, unavailable, renamed: "setter:Space.sleepTimeThreshold(self:_:)")
public func cpSpaceSetSleepTimeThreshold(_ space: Space, _ value: Double?) { fatalError() }

/// In Swift: ``Space/idleSpeedThreshold``.
@available(*, unavailable, renamed: "getter:Space.idleSpeedThreshold(self:)")
public func cpSpaceGetIdleSpeedThreshold(_ space: Space) -> Double { fatalError() }

/// In Swift: ``Space/idleSpeedThreshold``.
@available(*, unavailable, renamed: "setter:Space.idleSpeedThreshold(self:_:)")
public func cpSpaceSetIdleSpeedThreshold(_ space: Space, _ value: Double) { fatalError() }

/// In Swift: ``Space/ground``.
@available(*, unavailable, renamed: "getter:Space.ground(self:)")
public func cpSpaceGetStaticBody(_ space: Space) -> Body { fatalError() }

/// In Swift: ``Space/timeStep``.
@available(*, unavailable, renamed: "getter:Space.timeStep(self:)")
public func cpSpaceGetCurrentTimeStep(_ space: Space) -> Double { fatalError() }

/// In Swift: ``Space/isLocked``.
@available(*, unavailable, renamed: "getter:Space.isLocked(self:)")
public func cpSpaceIsLocked(_ space: Space) -> Bool { fatalError() }

/// In Swift: ``Space/add(_:)-(Body)``.
@available(*, unavailable, renamed: "Space.add(self:_:)")
@discardableResult
public func cpSpaceAddBody(_ space: Space, _ body: Body) -> Body { fatalError() }

/// In Swift: ``Space/remove(_:)-(Body)``.
@available(*, unavailable, renamed: "Space.remove(self:_:)")
public func cpSpaceRemoveBody(_ space: Space, _ body: Body) { fatalError() }

/// In Swift: compare body.space with the space.
@available(*, unavailable, message: "compare body.space with the space")
public func cpSpaceContainsBody(_ space: Space, _ body: Body) -> Bool { fatalError() }

/// In Swift: ``Space/add(_:)-(Constraint)``.
@available(*, unavailable, renamed: "Space.add(self:_:)")
@discardableResult
public func cpSpaceAddConstraint(_ space: Space, _ constraint: Constraint) -> Constraint {
  fatalError()
}

/// In Swift: ``Space/remove(_:)-(Constraint)``.
@available(*, unavailable, renamed: "Space.remove(self:_:)")
public func cpSpaceRemoveConstraint(_ space: Space, _ constraint: Constraint) { fatalError() }

/// In Swift: compare constraint.space with the space.
@available(*, unavailable, message: "compare constraint.space with the space")
public func cpSpaceContainsConstraint(_ space: Space, _ constraint: Constraint) -> Bool {
  fatalError()
}

/// In Swift: body.addShape(_:friction:elasticity:) puts it in the body and its space.
@available(
  *,
  unavailable,
  message: "body.addShape(_:friction:elasticity:) puts it in the body and its space"
)
@discardableResult
public func cpSpaceAddShape(_ space: Space, _ shape: Shape) -> Shape { fatalError() }

/// In Swift: write body.removeShape(_:).
@available(*, unavailable, message: "write body.removeShape(_:)")
public func cpSpaceRemoveShape(_ space: Space, _ shape: Shape) { fatalError() }

/// In Swift: compare shape.body?.space with the space.
@available(*, unavailable, message: "compare shape.body?.space with the space")
public func cpSpaceContainsShape(_ space: Space, _ shape: Shape) -> Bool { fatalError() }

/// In Swift: ``Space/bodies``.
@available(*, unavailable, renamed: "getter:Space.bodies(self:)")
public func cpSpaceEachBody(_ space: Space, _ body: (Body) -> Void) { fatalError() }

/// In Swift: ``Space/constraints``.
@available(*, unavailable, renamed: "getter:Space.constraints(self:)")
public func cpSpaceEachConstraint(_ space: Space, _ body: (Constraint) -> Void) { fatalError() }

/// In Swift: iterate over the shapes of space.ground and of each body in space.bodies.
@available(
  *,
  unavailable,
  message: "iterate over the shapes of space.ground and of each body in space.bodies"
)
public func cpSpaceEachShape(_ space: Space, _ body: (Shape) -> Void) { fatalError() }

/// In Swift: a static body that moves updates the index by itself.
@available(*, unavailable, message: "a static body that moves updates the index by itself")
public func cpSpaceReindexStatic(_ space: Space) { fatalError() }

/// In Swift: a body that moves updates the index by itself.
@available(*, unavailable, message: "a body that moves updates the index by itself")
public func cpSpaceReindexShape(_ space: Space, _ shape: Shape) { fatalError() }

/// In Swift: a body that moves updates the index by itself.
@available(*, unavailable, message: "a body that moves updates the index by itself")
public func cpSpaceReindexShapesForBody(_ space: Space, _ body: Body) { fatalError() }

/// In Swift: ``Space/draw(on:_:)``.
@available(*, unavailable, renamed: "Space.draw(self:on:_:)")
public func cpSpaceDebugDraw(_ space: Space, _ drawing: some DebugDrawing) { fatalError() }

/// In Swift: store data of a space beside it.
@available(*, unavailable, message: "store data of a space beside it")
public func cpSpaceGetUserData(_ space: Space) -> Int { fatalError() }

/// In Swift: store data of a space beside it.
@available(*, unavailable, message: "store data of a space beside it")
public func cpSpaceSetUserData(_ space: Space, _ value: Int) { fatalError() }
