// The C functions of a shape, so that a C user's guess becomes a fix-it.

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

/// In Swift: write body.addShape(.polygon(_:radius:)), which takes the convex hull.
@available(
  *,
  unavailable,
  message: "write body.addShape(.polygon(_:radius:)), which takes the convex hull"
)
public func cpPolyShapeNewRaw(_ body: Body, _ count: Int, _ vertices: [Vector], _ radius: Double)
  -> Shape
{ fatalError() }

/// In Swift: a shape is freed when neither its body nor anyone else holds it.
@available(
  *,
  unavailable,
  message: "a shape is freed when neither its body nor anyone else holds it"
)
public func cpShapeFree(_ shape: Shape) { fatalError() }

/// In Swift: ``Shape/friction``.
@available(*, unavailable, renamed: "getter:Shape.friction(self:)")
public func cpShapeGetFriction(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/setFriction(_:)``.
@available(*, unavailable, renamed: "Shape.setFriction(self:_:)")
public func cpShapeSetFriction(_ shape: Shape, _ value: Double) { fatalError() }

/// In Swift: ``Shape/elasticity``.
@available(*, unavailable, renamed: "getter:Shape.elasticity(self:)")
public func cpShapeGetElasticity(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/setElasticity(_:)``.
@available(*, unavailable, renamed: "Shape.setElasticity(self:_:)")
public func cpShapeSetElasticity(_ shape: Shape, _ value: Double) { fatalError() }

/// In Swift: ``Shape/surfaceVelocity``.
@available(*, unavailable, renamed: "getter:Shape.surfaceVelocity(self:)")
public func cpShapeGetSurfaceVelocity(_ shape: Shape) -> Vector { fatalError() }

/// In Swift: ``Shape/setSurfaceVelocity(_:)``.
@available(*, unavailable, renamed: "Shape.setSurfaceVelocity(self:_:)")
public func cpShapeSetSurfaceVelocity(_ shape: Shape, _ value: Vector) { fatalError() }

/// In Swift: ``Shape/filter``.
@available(*, unavailable, renamed: "getter:Shape.filter(self:)")
public func cpShapeGetFilter(_ shape: Shape) -> ShapeFilter { fatalError() }

/// In Swift: ``Shape/setFilter(_:)``.
@available(*, unavailable, renamed: "Shape.setFilter(self:_:)")
public func cpShapeSetFilter(_ shape: Shape, _ value: ShapeFilter) { fatalError() }

/// In Swift: ``Shape/collisionType``.
@available(*, unavailable, renamed: "getter:Shape.collisionType(self:)")
public func cpShapeGetCollisionType(_ shape: Shape) -> CollisionType { fatalError() }

/// In Swift: ``Shape/setCollisionType(_:)``.
@available(*, unavailable, renamed: "Shape.setCollisionType(self:_:)")
public func cpShapeSetCollisionType(_ shape: Shape, _ value: CollisionType) { fatalError() }

/// In Swift: ``Shape/isSensor``.
@available(*, unavailable, renamed: "getter:Shape.isSensor(self:)")
public func cpShapeGetSensor(_ shape: Shape) -> Bool { fatalError() }

/// In Swift: ``Shape/setSensor(_:)``.
@available(*, unavailable, renamed: "Shape.setSensor(self:_:)")
public func cpShapeSetSensor(_ shape: Shape, _ value: Bool) { fatalError() }

/// In Swift: ``Shape/body``.
@available(*, unavailable, renamed: "getter:Shape.body(self:)")
public func cpShapeGetBody(_ shape: Shape) -> Body? { fatalError() }

/// In Swift: write shape.body?.space.
@available(*, unavailable, message: "write shape.body?.space")
public func cpShapeGetSpace(_ shape: Shape) -> Space? { fatalError() }

/// In Swift: ``Shape/tag``.
@available(*, unavailable, renamed: "getter:Shape.tag(self:)")
public func cpShapeGetUserData(_ shape: Shape) -> Int { fatalError() }

/// In Swift: set shape.tag.
@available(*, unavailable, message: "set shape.tag")
public func cpShapeSetUserData(_ shape: Shape, _ value: Int) { fatalError() }

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
