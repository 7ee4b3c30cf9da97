// The C functions of a shape's mass and place, so that a C user's guess becomes a fix-it.

/// In Swift: ``Shape/mass``.
@available(*, unavailable, renamed: "getter:Shape.mass(self:)")
public func cpShapeGetMass(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/setMass(_:)``.
@available(*, unavailable, renamed: "Shape.setMass(self:_:)")
public func cpShapeSetMass(_ shape: Shape, _ value: Double) { fatalError() }

/// In Swift: ``Shape/density``.
@available(*, unavailable, renamed: "getter:Shape.density(self:)")
public func cpShapeGetDensity(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/setDensity(_:)``.
@available(*, unavailable, renamed: "Shape.setDensity(self:_:)")
public func cpShapeSetDensity(_ shape: Shape, _ value: Double) { fatalError() }

/// In Swift: ``Shape/area``.
@available(*, unavailable, renamed: "getter:Shape.area(self:)")
public func cpShapeGetArea(_ shape: Shape) -> Double { fatalError() }

/// In Swift: ``Shape/boundingBox``.
@available(*, unavailable, renamed: "getter:Shape.boundingBox(self:)")
public func cpShapeGetBB(_ shape: Shape) -> BoundingBox { fatalError() }

/// In Swift: write shape.geometry.moment(mass:).
@available(*, unavailable, message: "write shape.geometry.moment(mass:)")
public func cpShapeGetMoment(_ shape: Shape) -> Double { fatalError() }

/// In Swift: write shape.geometry.centroid().
@available(*, unavailable, message: "write shape.geometry.centroid()")
public func cpShapeGetCenterOfGravity(_ shape: Shape) -> Vector { fatalError() }

/// In Swift: a body that moves is indexed anew by itself.
@available(*, unavailable, message: "a body that moves is indexed anew by itself")
public func cpShapeCacheBB(_ shape: Shape) -> BoundingBox { fatalError() }

/// In Swift: a body that moves is indexed anew by itself.
@available(*, unavailable, message: "a body that moves is indexed anew by itself")
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

/// In Swift: a space has a tree of bounding boxes, which no setting makes wrong.
@available(
  *,
  unavailable,
  message: "a space has a tree of bounding boxes, which no setting makes wrong"
)
public func cpSpaceUseSpatialHash(_ space: Space, _ size: Double, _ count: Int) { fatalError() }

/// In Swift: a space is stepped by one thread: give each thread a space of its own.
@available(
  *,
  unavailable,
  message: "a space is stepped by one thread: give each thread a space of its own"
)
public func cpHastySpaceNew() -> Space { fatalError() }
