// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpCircleShapeSetRadius(_ shape: Shape, _ radius: Double) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpCircleShapeSetOffset(_ shape: Shape, _ offset: Vector) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpSegmentShapeSetEndpoints(_ shape: Shape, _ a: Vector, _ b: Vector) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpSegmentShapeSetRadius(_ shape: Shape, _ radius: Double) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpPolyShapeSetRadius(_ shape: Shape, _ radius: Double) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpPolyShapeSetVertsRaw(_ shape: Shape, _ count: Int, _ vertices: [Vector]) {
  fatalError()
}

/// In Swift: ``Shape/mass``.
@available(*, unavailable, renamed: "getter:Shape.mass(self:)")
public func cpShapeGetMass(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/mass``.
@available(*, unavailable, renamed: "setter:Shape.mass(self:_:)")
public func cpShapeSetMass(_ shape: Shape, _ value: Double) { fatalError() }

/// In Swift: ``Shape/density``.
@available(*, unavailable, renamed: "getter:Shape.density(self:)")
public func cpShapeGetDensity(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/density``.
@available(*, unavailable, renamed: "setter:Shape.density(self:_:)")
public func cpShapeSetDensity(_ shape: Shape, _ value: Double) { fatalError() }

/// In Swift: ``Shape/area``.
@available(*, unavailable, renamed: "getter:Shape.area(self:)")
public func cpShapeGetArea(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/boundingBox``.
@available(*, unavailable, renamed: "getter:Shape.boundingBox(self:)")
public func cpShapeGetBB(_ shape: Shape) -> BoundingBox { fatalError() }

/// In Swift: ``Shape/moment``.
@available(*, unavailable, renamed: "getter:Shape.moment(self:)")
public func cpShapeGetMoment(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/centerOfGravity``.
@available(*, unavailable, renamed: "getter:Shape.centerOfGravity(self:)")
public func cpShapeGetCenterOfGravity(_ shape: Shape) -> Vector { fatalError() }

/// In Swift: a body that moves updates the index by itself.
@available(*, unavailable, message: "a body that moves updates the index by itself")
public func cpShapeCacheBB(_ shape: Shape) -> BoundingBox { fatalError() }

/// In Swift: a body that moves updates the index by itself.
@available(*, unavailable, message: "a body that moves updates the index by itself")
public func cpShapeUpdate(_ shape: Shape) -> BoundingBox { fatalError() }

/// In Swift: remove the shape, and add its geometry to the other body.
@available(*, unavailable, message: "remove the shape, and add its geometry to the other body")
public func cpShapeSetBody(_ shape: Shape, _ body: Body) { fatalError() }

/// In Swift: write body.addShape(.polygon(_:radius:)).
@available(*, unavailable, message: "write body.addShape(.polygon(_:radius:))")
public func cpPolyShapeNew(_ body: Body, _ count: Int, _ vertices: [Vector], _ radius: Double)
  -> Shape
{ fatalError() }

/// In Swift: write body.addShape(.box(width:height:radius:center:)).
@available(*, unavailable, message: "write body.addShape(.box(width:height:radius:center:))")
public func cpBoxShapeNew2(_ body: Body, _ box: BoundingBox, _ radius: Double) -> Shape {
  fatalError()
}

/// In Swift: a space finds its pairs with a grid or a tree, which need no tuning; see Engine.
@available(
  *,
  unavailable,
  message: "a space finds its pairs with a grid or a tree, which need no tuning; see Engine"
)
public func cpSpaceUseSpatialHash(_ space: Space, _ size: Double, _ count: Int) { fatalError() }

/// In Swift: one thread steps a space; use a space for each thread.
@available(*, unavailable, message: "one thread steps a space; use a space for each thread")
public func cpHastySpaceNew() -> Space { fatalError() }

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

/// In Swift: write body.addShape(.polygon(_:radius:)) with a convex polygon.
@available(
  *,
  unavailable,
  message: "write body.addShape(.polygon(_:radius:)) with a convex polygon"
)
public func cpPolyShapeNewRaw(_ body: Body, _ count: Int, _ vertices: [Vector], _ radius: Double)
  -> Shape
{ fatalError() }

/// In Swift: a shape is freed with its last reference; its body holds one.
@available(*, unavailable, message: "a shape is freed with its last reference; its body holds one")
public func cpShapeFree(_ shape: Shape) { fatalError() }

/// In Swift: ``Shape/friction``.
@available(*, unavailable, renamed: "getter:Shape.friction(self:)")
public func cpShapeGetFriction(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/friction``.
@available(*, unavailable, renamed: "setter:Shape.friction(self:_:)")
public func cpShapeSetFriction(_ shape: Shape, _ value: Double) { fatalError() }

/// In Swift: ``Shape/elasticity``.
@available(*, unavailable, renamed: "getter:Shape.elasticity(self:)")
public func cpShapeGetElasticity(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/elasticity``.
@available(*, unavailable, renamed: "setter:Shape.elasticity(self:_:)")
public func cpShapeSetElasticity(_ shape: Shape, _ value: Double) { fatalError() }

/// In Swift: ``Shape/surfaceVelocity``.
@available(*, unavailable, renamed: "getter:Shape.surfaceVelocity(self:)")
public func cpShapeGetSurfaceVelocity(_ shape: Shape) -> Vector { fatalError() }

/// In Swift: ``Shape/surfaceVelocity``.
@available(*, unavailable, renamed: "setter:Shape.surfaceVelocity(self:_:)")
public func cpShapeSetSurfaceVelocity(_ shape: Shape, _ value: Vector) { fatalError() }

/// In Swift: ``Shape/filter``.
@available(*, unavailable, renamed: "getter:Shape.filter(self:)")
public func cpShapeGetFilter(_ shape: Shape) -> ShapeFilter { fatalError() }

/// In Swift: ``Shape/filter``.
@available(*, unavailable, renamed: "setter:Shape.filter(self:_:)")
public func cpShapeSetFilter(_ shape: Shape, _ value: ShapeFilter) { fatalError() }

/// In Swift: ``Shape/collisionType``.
@available(*, unavailable, renamed: "getter:Shape.collisionType(self:)")
public func cpShapeGetCollisionType(_ shape: Shape) -> CollisionType { fatalError() }

/// In Swift: ``Shape/collisionType``.
@available(*, unavailable, renamed: "setter:Shape.collisionType(self:_:)")
public func cpShapeSetCollisionType(_ shape: Shape, _ value: CollisionType) { fatalError() }

/// In Swift: ``Shape/isSensor``.
@available(*, unavailable, renamed: "getter:Shape.isSensor(self:)")
public func cpShapeGetSensor(_ shape: Shape) -> Bool { fatalError() }

/// In Swift: ``Shape/isSensor``.
@available(*, unavailable, renamed: "setter:Shape.isSensor(self:_:)")
public func cpShapeSetSensor(_ shape: Shape, _ value: Bool) { fatalError() }

/// In Swift: ``Shape/body``.
@available(*, unavailable, renamed: "getter:Shape.body(self:)")
public func cpShapeGetBody(_ shape: Shape) -> Body? { fatalError() }

/// In Swift: write shape.body?.space.
@available(*, unavailable, message: "write shape.body?.space")
public func cpShapeGetSpace(_ shape: Shape) -> Space? { fatalError() }

/// In Swift: ``Shape/userData``.
@available(*, unavailable, renamed: "getter:Shape.userData(self:)")
public func cpShapeGetUserData(_ shape: Shape) -> Any? { fatalError() }

/// In Swift: ``Shape/userData``.
@available(*, unavailable, renamed: "setter:Shape.userData(self:_:)")
public func cpShapeSetUserData(_ shape: Shape, _ value: Any?) { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpCircleShapeGetOffset(_ shape: Shape) -> Vector { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpSegmentShapeGetA(_ shape: Shape) -> Vector { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpSegmentShapeGetB(_ shape: Shape) -> Vector { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpSegmentShapeGetNormal(_ shape: Shape) -> Vector { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpCircleShapeGetRadius(_ shape: Shape) -> Double { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpSegmentShapeGetRadius(_ shape: Shape) -> Double { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpPolyShapeGetRadius(_ shape: Shape) -> Double { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpPolyShapeGetCount(_ shape: Shape) -> Int { fatalError() }

/// In Swift: see shape.geometry.
@available(*, unavailable, message: "see shape.geometry")
public func cpPolyShapeGetVert(_ shape: Shape, _ index: Int) -> Vector { fatalError() }

/// In Swift: ``ShapeFilter/init(group:categories:mask:)``.
@available(*, unavailable, renamed: "ShapeFilter.init(group:categories:mask:)")
public func cpShapeFilterNew(_ group: UInt, _ categories: UInt32, _ mask: UInt32) -> ShapeFilter {
  fatalError()
}

/// In Swift: ``Shape/setNeighbors(before:after:)``.
@available(*, unavailable, renamed: "Shape.setNeighbors(self:before:after:)")
public func cpSegmentShapeSetNeighbors(_ shape: Shape, _ before: Vector, _ after: Vector) {
  fatalError()
}
