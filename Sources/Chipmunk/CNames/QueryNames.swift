// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: ``Space/pointQuery(_:within:filter:)``.
@available(*, unavailable, renamed: "Space.pointQuery(self:_:within:filter:)")
public func cpSpacePointQuery(
  _ space: Space,
  _ point: Vector,
  _ maxDistance: Double,
  _ filter: ShapeFilter
) -> [PointHit] { fatalError() }

/// In Swift: ``Space/pointQueryNearest(_:within:filter:)``.
@available(*, unavailable, renamed: "Space.pointQueryNearest(self:_:within:filter:)")
public func cpSpacePointQueryNearest(
  _ space: Space,
  _ point: Vector,
  _ maxDistance: Double,
  _ filter: ShapeFilter
) -> PointHit? { fatalError() }

/// In Swift: ``Space/segmentQuery(from:to:radius:filter:)``.
@available(*, unavailable, renamed: "Space.segmentQuery(self:from:to:radius:filter:)")
public func cpSpaceSegmentQuery(
  _ space: Space,
  _ start: Vector,
  _ end: Vector,
  _ radius: Double,
  _ filter: ShapeFilter
) -> [SegmentHit] { fatalError() }

/// In Swift: ``Space/segmentQueryFirst(from:to:radius:filter:)``.
@available(*, unavailable, renamed: "Space.segmentQueryFirst(self:from:to:radius:filter:)")
public func cpSpaceSegmentQueryFirst(
  _ space: Space,
  _ start: Vector,
  _ end: Vector,
  _ radius: Double,
  _ filter: ShapeFilter
) -> SegmentHit? { fatalError() }

/// In Swift: ``Space/boundingBoxQuery(_:filter:)``.
@available(*, unavailable, renamed: "Space.boundingBoxQuery(self:_:filter:)")
public func cpSpaceBBQuery(_ space: Space, _ box: BoundingBox, _ filter: ShapeFilter) -> [Shape] {
  fatalError()
}

/// In Swift: ``Space/shapeQuery(_:)``.
@available(*, unavailable, renamed: "Space.shapeQuery(self:_:)")
public func cpSpaceShapeQuery(_ space: Space, _ shape: Shape) -> [ShapeHit] { fatalError() }

/// In Swift: ``Shape/pointQuery(_:)``.
@available(*, unavailable, renamed: "Shape.pointQuery(self:_:)")
public func cpShapePointQuery(_ shape: Shape, _ point: Vector) -> PointHit { fatalError() }

/// In Swift: ``Shape/segmentQuery(from:to:radius:)``.
@available(*, unavailable, renamed: "Shape.segmentQuery(self:from:to:radius:)")
public func cpShapeSegmentQuery(_ shape: Shape, _ start: Vector, _ end: Vector, _ radius: Double)
  -> SegmentHit?
{ fatalError() }

/// In Swift: ``Shape/overlap(with:)``.
@available(*, unavailable, renamed: "Shape.overlap(self:with:)")
public func cpShapesCollide(_ a: Shape, _ b: Shape) -> ContactPoints { fatalError() }
