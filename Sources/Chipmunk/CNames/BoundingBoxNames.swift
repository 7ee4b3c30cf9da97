// The C functions of bounding boxes, so that a C user's guess becomes a fix-it.

/// In Swift: write BoundingBox(low: Vector(l, b), high: Vector(r, t)).
@available(*, unavailable, message: "write BoundingBox(low: Vector(l, b), high: Vector(r, t))")
public func cpBBNew(_ l: some BinaryFloatingPoint, _ b: Double, _ r: Double, _ t: Double)
  -> BoundingBox
{ fatalError() }

/// In Swift: ``BoundingBox/init(center:radius:)``.
@available(*, unavailable, renamed: "BoundingBox.init(center:radius:)")
public func cpBBNewForCircle(_ center: Vector, _ radius: Double) -> BoundingBox { fatalError() }

/// In Swift: ``BoundingBox/intersects(_:)``.
@available(*, unavailable, renamed: "BoundingBox.intersects(self:_:)")
public func cpBBIntersects(_ box: BoundingBox, _ other: BoundingBox) -> Bool { fatalError() }

/// In Swift: ``BoundingBox/contains(_:)-(BoundingBox)``.
@available(*, unavailable, renamed: "BoundingBox.contains(self:_:)")
public func cpBBContainsBB(_ box: BoundingBox, _ other: BoundingBox) -> Bool { fatalError() }

/// In Swift: ``BoundingBox/contains(_:)-(Vector)``.
@available(*, unavailable, renamed: "BoundingBox.contains(self:_:)")
public func cpBBContainsVect(_ box: BoundingBox, _ point: Vector) -> Bool { fatalError() }

/// In Swift: ``BoundingBox/union(_:)``.
@available(*, unavailable, renamed: "BoundingBox.union(self:_:)")
public func cpBBMerge(_ box: BoundingBox, _ other: BoundingBox) -> BoundingBox { fatalError() }

/// In Swift: ``BoundingBox/expanded(to:)``.
@available(*, unavailable, renamed: "BoundingBox.expanded(self:to:)")
public func cpBBExpand(_ box: BoundingBox, _ point: Vector) -> BoundingBox { fatalError() }

/// In Swift: ``BoundingBox/center``.
@available(*, unavailable, renamed: "getter:BoundingBox.center(self:)")
public func cpBBCenter(_ box: BoundingBox) -> Vector { fatalError() }

/// In Swift: ``BoundingBox/area``.
@available(*, unavailable, renamed: "getter:BoundingBox.area(self:)")
public func cpBBArea(_ box: BoundingBox) -> Double { fatalError() }

/// In Swift: ``BoundingBox/clamped(_:)``.
@available(*, unavailable, renamed: "BoundingBox.clamped(self:_:)")
public func cpBBClampVect(_ box: BoundingBox, _ point: Vector) -> Vector { fatalError() }

/// In Swift: ``BoundingBox/firstMeeting(from:to:)``.
@available(*, unavailable, renamed: "BoundingBox.firstMeeting(self:from:to:)")
public func cpBBSegmentQuery(_ box: BoundingBox, _ start: Vector, _ end: Vector) -> Double {
  fatalError()
}

/// In Swift: write BoundingBox(low: box.low + offset, high: box.high + offset).
@available(
  *,
  unavailable,
  message: "write BoundingBox(low: box.low + offset, high: box.high + offset)"
)
public func cpBBOffset(_ box: BoundingBox, _ offset: Vector) -> BoundingBox { fatalError() }
