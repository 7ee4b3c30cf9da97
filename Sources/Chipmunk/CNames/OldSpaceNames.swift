// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: write space.ground.addShape(_:friction:elasticity:).
@available(*, unavailable, message: "write space.ground.addShape(_:friction:elasticity:)")
@discardableResult
public func cpSpaceAddStaticShape(_ space: Space, _ shape: Shape) -> Shape { fatalError() }

/// In Swift: write body.removeShape(_:).
@available(*, unavailable, message: "write body.removeShape(_:)")
public func cpSpaceRemoveStaticShape(_ space: Space, _ shape: Shape) { fatalError() }

/// In Swift: ``Space/add(_:)-(Constraint)``.
@available(*, unavailable, renamed: "Space.add(self:_:)")
@discardableResult
public func cpSpaceAddJoint(_ space: Space, _ joint: Constraint) -> Constraint { fatalError() }

/// In Swift: ``Space/remove(_:)-(Constraint)``.
@available(*, unavailable, renamed: "Space.remove(self:_:)")
public func cpSpaceRemoveJoint(_ space: Space, _ joint: Constraint) { fatalError() }

/// In Swift: a space releases its bodies, shapes and constraints when it is freed; delete this line.
@available(
  *,
  unavailable,
  message: "a space releases its bodies, shapes and constraints when it is freed; delete this line"
)
public func cpSpaceFreeChildren(_ space: Space) { fatalError() }

/// In Swift: a space is freed with its last reference.
@available(*, unavailable, message: "a space is freed with its last reference")
public func cpSpaceDestroy(_ space: Space) { fatalError() }

/// In Swift: write Space(timeStep:).
@available(*, unavailable, message: "write Space(timeStep:)")
public func cpSpaceAlloc() -> Space { fatalError() }

/// In Swift: write Space(timeStep:).
@available(*, unavailable, message: "write Space(timeStep:)")
public func cpSpaceInit(_ space: Space) -> Space { fatalError() }

/// In Swift: a space finds its pairs with a grid or a tree, which need no tuning; delete this line.
@available(
  *,
  unavailable,
  message: "a space finds its pairs with a grid or a tree, which need no tuning; delete this line"
)
public func cpSpaceResizeStaticHash(_ space: Space, _ size: Double, _ count: Int) { fatalError() }

/// In Swift: a space finds its pairs with a grid or a tree, which need no tuning; delete this line.
@available(
  *,
  unavailable,
  message: "a space finds its pairs with a grid or a tree, which need no tuning; delete this line"
)
public func cpSpaceResizeActiveHash(_ space: Space, _ size: Double, _ count: Int) { fatalError() }

/// In Swift: a static body that moves updates the index by itself.
@available(*, unavailable, message: "a static body that moves updates the index by itself")
public func cpSpaceRehashStatic(_ space: Space) { fatalError() }

/// In Swift: a body that moves updates the index by itself.
@available(*, unavailable, message: "a body that moves updates the index by itself")
public func cpSpaceRehashShape(_ space: Space, _ shape: Shape) { fatalError() }

/// In Swift: a change to a static body or shape wakes what touches it.
@available(*, unavailable, message: "a change to a static body or shape wakes what touches it")
public func cpSpaceActivateShapesTouchingShape(_ space: Space, _ shape: Shape) { fatalError() }

/// In Swift: write body.setType(.static).
@available(*, unavailable, message: "write body.setType(.static)")
public func cpSpaceConvertBodyToStatic(_ space: Space, _ body: Body) { fatalError() }

/// In Swift: write body.setType(.dynamic, mass:moment:).
@available(*, unavailable, message: "write body.setType(.dynamic, mass:moment:)")
public func cpSpaceConvertBodyToDynamic(
  _ space: Space,
  _ body: Body,
  _ mass: Double,
  _ moment: Double
) { fatalError() }

/// In Swift: space.readContacts(into:) reads all contacts of the last step.
@available(*, unavailable, message: "space.readContacts(into:) reads all contacts of the last step")
public func cpSpaceGetEnableContactGraph(_ space: Space) -> Bool { fatalError() }

/// In Swift: space.readContacts(into:) reads all contacts of the last step.
@available(*, unavailable, message: "space.readContacts(into:) reads all contacts of the last step")
public func cpSpaceSetEnableContactGraph(_ space: Space, _ value: Bool) { fatalError() }

/// In Swift: write space.addHandler(for: .pair(a, b)).
@available(*, unavailable, message: "write space.addHandler(for: .pair(a, b))")
public func cpSpaceAddCollisionHandler(
  _ space: Space,
  _ a: CollisionType,
  _ b: CollisionType,
  _ begin: Any?,
  _ preSolve: Any?,
  _ postSolve: Any?,
  _ separate: Any?,
  _ data: Any?
) { fatalError() }

/// In Swift: write space.addHandler(for: .all).
@available(*, unavailable, message: "write space.addHandler(for: .all)")
public func cpSpaceSetDefaultCollisionHandler(
  _ space: Space,
  _ begin: Any?,
  _ preSolve: Any?,
  _ postSolve: Any?,
  _ separate: Any?,
  _ data: Any?
) { fatalError() }

/// In Swift: write space.remove(_:) with the handler that addHandler(for:) returned.
@available(
  *,
  unavailable,
  message: "write space.remove(_:) with the handler that addHandler(for:) returned"
)
public func cpSpaceRemoveCollisionHandler(_ space: Space, _ a: CollisionType, _ b: CollisionType) {
  fatalError()
}

/// In Swift: write space.addHandler(for: .pair(a, b)).
@available(*, unavailable, message: "write space.addHandler(for: .pair(a, b))")
public func cpSpaceAddCollisionPairFunc(
  _ space: Space,
  _ a: CollisionType,
  _ b: CollisionType,
  _ function: Any?,
  _ data: Any?
) { fatalError() }

/// In Swift: write space.remove(_:) with the handler that addHandler(for:) returned.
@available(
  *,
  unavailable,
  message: "write space.remove(_:) with the handler that addHandler(for:) returned"
)
public func cpSpaceRemoveCollisionPairFunc(_ space: Space, _ a: CollisionType, _ b: CollisionType) {
  fatalError()
}

/// In Swift: write space.addHandler(for: .all).
@available(*, unavailable, message: "write space.addHandler(for: .all)")
public func cpSpaceSetDefaultCollisionPairFunc(_ space: Space, _ function: Any?, _ data: Any?) {
  fatalError()
}

/// In Swift: write space.afterStep(_:).
@available(*, unavailable, message: "write space.afterStep(_:)")
public func cpSpaceAddPostStepCallback(_ space: Space, _ function: Any?, _ key: Any?, _ data: Any?)
{ fatalError() }

/// In Swift: write space.pointQuery(point, within: 0, filter:).
@available(*, unavailable, message: "write space.pointQuery(point, within: 0, filter:)")
public func cpSpacePointQuery(
  _ space: Space,
  _ point: Vector,
  _ layers: UInt32,
  _ group: UInt,
  _ function: Any?,
  _ data: Any?
) { fatalError() }

/// In Swift: write space.pointQueryNearest(point, within: 0, filter:).
@available(*, unavailable, message: "write space.pointQueryNearest(point, within: 0, filter:)")
public func cpSpacePointQueryFirst(_ space: Space, _ point: Vector, _ layers: UInt32, _ group: UInt)
  -> Shape?
{ fatalError() }

/// In Swift: write space.pointQuery(point, within: 0).
@available(*, unavailable, message: "write space.pointQuery(point, within: 0)")
public func cpSpaceShapePointQuery(_ space: Space, _ point: Vector, _ function: Any?, _ data: Any?)
{ fatalError() }

/// In Swift: write space.pointQuery(point, within: 0).
@available(*, unavailable, message: "write space.pointQuery(point, within: 0)")
public func cpSpaceStaticShapePointQuery(
  _ space: Space,
  _ point: Vector,
  _ function: Any?,
  _ data: Any?
) { fatalError() }

/// In Swift: write space.pointQuery(point, within: distance, filter:).
@available(*, unavailable, message: "write space.pointQuery(point, within: distance, filter:)")
public func cpSpaceNearestPointQuery(
  _ space: Space,
  _ point: Vector,
  _ distance: Double,
  _ layers: UInt32,
  _ group: UInt,
  _ function: Any?,
  _ data: Any?
) { fatalError() }

/// In Swift: write space.pointQueryNearest(point, within: distance, filter:).
@available(
  *,
  unavailable,
  message: "write space.pointQueryNearest(point, within: distance, filter:)"
)
public func cpSpaceNearestPointQueryNearest(
  _ space: Space,
  _ point: Vector,
  _ distance: Double,
  _ layers: UInt32,
  _ group: UInt,
  _ info: Any?
) -> Shape? { fatalError() }

/// In Swift: write space.segmentQuery(from:to:radius:filter:).
@available(*, unavailable, message: "write space.segmentQuery(from:to:radius:filter:)")
public func cpSpaceSegmentQuery(
  _ space: Space,
  _ start: Vector,
  _ end: Vector,
  _ layers: UInt32,
  _ group: UInt,
  _ function: Any?,
  _ data: Any?
) { fatalError() }

/// In Swift: write space.segmentQueryFirst(from:to:radius:filter:).
@available(*, unavailable, message: "write space.segmentQueryFirst(from:to:radius:filter:)")
public func cpSpaceSegmentQueryFirst(
  _ space: Space,
  _ start: Vector,
  _ end: Vector,
  _ layers: UInt32,
  _ group: UInt,
  _ info: Any?
) -> Shape? { fatalError() }

/// In Swift: write space.boundingBoxQuery(_:filter:).
@available(*, unavailable, message: "write space.boundingBoxQuery(_:filter:)")
public func cpSpaceBBQuery(
  _ space: Space,
  _ box: BoundingBox,
  _ layers: UInt32,
  _ group: UInt,
  _ function: Any?,
  _ data: Any?
) { fatalError() }

/// In Swift: write space.shapeQuery(_:).
@available(*, unavailable, message: "write space.shapeQuery(_:)")
public func cpSpaceShapeQuery(_ space: Space, _ shape: Shape, _ function: Any?, _ data: Any?)
  -> Bool
{ fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSpaceHashNew(_ size: Double, _ cells: Int, _ function: Any?) -> Any { fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSpaceHashNew(_ size: Double, _ cells: Int, _ function: Any?, _ index: Any?) -> Any {
  fatalError()
}

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSpaceHashResize(_ hash: Any, _ size: Double, _ cells: Int) { fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSpaceHashInsert(_ hash: Any, _ object: Any, _ id: Int, _ box: BoundingBox) {
  fatalError()
}

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSpaceHashRemove(_ hash: Any, _ object: Any, _ id: Int) { fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSpaceHashRehash(_ hash: Any) { fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSpaceHashEach(_ hash: Any, _ function: Any?, _ data: Any?) { fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSpaceHashFree(_ hash: Any) { fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpBBTreeNew(_ function: Any?, _ index: Any?) -> Any { fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpBBTreeOptimize(_ index: Any) { fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSweep1DNew(_ function: Any?, _ index: Any?) -> Any { fatalError() }

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public func cpSpatialIndexFree(_ index: Any) { fatalError() }

/// In Swift: the library needs no initialization; delete this line.
@available(*, unavailable, message: "the library needs no initialization; delete this line")
public func cpInitChipmunk() { fatalError() }

/// In Swift: each space numbers its shapes itself; delete this line.
@available(*, unavailable, message: "each space numbers its shapes itself; delete this line")
public func cpResetShapeIdCounter() { fatalError() }

/// In Swift: segments collide with segments; delete this line.
@available(*, unavailable, message: "segments collide with segments; delete this line")
public func cpEnableSegmentToSegmentCollisions() { fatalError() }
