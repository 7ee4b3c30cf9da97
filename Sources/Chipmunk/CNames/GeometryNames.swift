// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

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

/// In Swift: write Geometry.circle(radius:center:).moment(mass:).
@available(*, unavailable, message: "write Geometry.circle(radius:center:).moment(mass:)")
public func cpMomentForCircle(_ mass: Double, _ r1: Double, _ r2: Double, _ offset: Vector)
  -> Double
{ fatalError() }

/// In Swift: write Geometry.segment(from:to:radius:).moment(mass:).
@available(*, unavailable, message: "write Geometry.segment(from:to:radius:).moment(mass:)")
public func cpMomentForSegment(_ mass: Double, _ a: Vector, _ b: Vector, _ radius: Double) -> Double
{ fatalError() }

/// In Swift: write Geometry.polygon(_:radius:).moment(mass:).
@available(*, unavailable, message: "write Geometry.polygon(_:radius:).moment(mass:)")
public func cpMomentForPoly(
  _ mass: Double,
  _ count: Int,
  _ vertices: [Vector],
  _ offset: Vector,
  _ radius: Double
) -> Double { fatalError() }

/// In Swift: write Geometry.box(width:height:).moment(mass:).
@available(*, unavailable, message: "write Geometry.box(width:height:).moment(mass:)")
public func cpMomentForBox(_ mass: some BinaryFloatingPoint, _ width: Double, _ height: Double)
  -> Double
{ fatalError() }

/// In Swift: write Geometry.box(width:height:center:).moment(mass:).
@available(*, unavailable, message: "write Geometry.box(width:height:center:).moment(mass:)")
public func cpMomentForBox2(_ mass: Double, _ box: BoundingBox) -> Double { fatalError() }

/// In Swift: write Geometry.circle(radius:).area().
@available(*, unavailable, message: "write Geometry.circle(radius:).area()")
public func cpAreaForCircle(_ r1: some BinaryFloatingPoint, _ r2: Double) -> Double { fatalError() }

/// In Swift: write Geometry.segment(from:to:radius:).area().
@available(*, unavailable, message: "write Geometry.segment(from:to:radius:).area()")
public func cpAreaForSegment(_ a: Vector, _ b: Vector, _ radius: Double) -> Double { fatalError() }

/// In Swift: write Geometry.polygon(_:radius:).area(), or Polyline(closing:).area.
@available(
  *,
  unavailable,
  message: "write Geometry.polygon(_:radius:).area(), or Polyline(closing:).area"
)
public func cpAreaForPoly(_ count: Int, _ vertices: [Vector], _ radius: Double) -> Double {
  fatalError()
}

/// In Swift: write Polyline(closing:).centroid(), or Geometry.polygon(_:).centroid().
@available(
  *,
  unavailable,
  message: "write Polyline(closing:).centroid(), or Geometry.polygon(_:).centroid()"
)
public func cpCentroidForPoly(_ count: Int, _ vertices: [Vector]) -> Vector { fatalError() }

/// In Swift: ``Geometry/convexHull(of:)``.
@available(*, unavailable, renamed: "Geometry.convexHull(of:)")
public func cpConvexHull(
  _ count: Int,
  _ vertices: [Vector],
  _ result: inout [Vector],
  _ first: inout Int,
  _ tolerance: Double
) -> Int { fatalError() }

/// In Swift: ``Polyline/isClosed``.
@available(*, unavailable, renamed: "getter:Polyline.isClosed(self:)")
public func cpPolylineIsClosed(_ line: Polyline) -> Bool { fatalError() }

/// In Swift: ``Polyline/simplifiedCurves(tolerance:)``.
@available(*, unavailable, renamed: "Polyline.simplifiedCurves(self:tolerance:)")
public func cpPolylineSimplifyCurves(_ line: Polyline, _ tolerance: Double) -> Polyline {
  fatalError()
}

/// In Swift: ``Polyline/simplifiedVertices(angle:)``.
@available(*, unavailable, renamed: "Polyline.simplifiedVertices(self:angle:)")
public func cpPolylineSimplifyVertexes(_ line: Polyline, _ tolerance: Double) -> Polyline {
  fatalError()
}

/// In Swift: ``Polyline/convexHull(tolerance:)``.
@available(*, unavailable, renamed: "Polyline.convexHull(self:tolerance:)")
public func cpPolylineToConvexHull(_ line: Polyline, _ tolerance: Double) -> Polyline {
  fatalError()
}

/// In Swift: ``Polyline/convexPieces(tolerance:)``.
@available(*, unavailable, renamed: "Polyline.convexPieces(self:tolerance:)")
public func cpPolylineConvexDecomposition(_ line: Polyline, _ tolerance: Double) -> [[Vector]] {
  fatalError()
}

/// In Swift: write SampleGrid(from:to:columns:rows:).contours(threshold:edges: .soft, of:).
@available(
  *,
  unavailable,
  message: "write SampleGrid(from:to:columns:rows:).contours(threshold:edges: .soft, of:)"
)
public func cpMarchSoft(_ box: SampleGrid, _ columns: Int, _ rows: Int, _ threshold: Double) {
  fatalError()
}

/// In Swift: write SampleGrid(from:to:columns:rows:).contours(threshold:edges: .hard, of:).
@available(
  *,
  unavailable,
  message: "write SampleGrid(from:to:columns:rows:).contours(threshold:edges: .hard, of:)"
)
public func cpMarchHard(_ box: SampleGrid, _ columns: Int, _ rows: Int, _ threshold: Double) {
  fatalError()
}

/// In Swift: ``Vector/init(_:_:)``.
@available(*, unavailable, renamed: "Vector.init(_:_:)")
public func cpv(_ x: some BinaryFloatingPoint, _ y: Double) -> Vector { fatalError() }

/// In Swift: write a + b.
@available(*, unavailable, message: "write a + b")
public func cpvadd(_ a: Vector, _ b: Vector) -> Vector { fatalError() }

/// In Swift: write a - b.
@available(*, unavailable, message: "write a - b")
public func cpvsub(_ a: Vector, _ b: Vector) -> Vector { fatalError() }

/// In Swift: write -a.
@available(*, unavailable, message: "write -a")
public func cpvneg(_ a: Vector) -> Vector { fatalError() }

/// In Swift: write a * factor.
@available(*, unavailable, message: "write a * factor")
public func cpvmult(_ a: Vector, _ factor: Double) -> Vector { fatalError() }

/// In Swift: ``Vector/dot(_:)``.
@available(*, unavailable, renamed: "Vector.dot(self:_:)")
public func cpvdot(_ a: Vector, _ b: Vector) -> Double { fatalError() }

/// In Swift: ``Vector/cross(_:)``.
@available(*, unavailable, renamed: "Vector.cross(self:_:)")
public func cpvcross(_ a: Vector, _ b: Vector) -> Double { fatalError() }

/// In Swift: ``Vector/length``.
@available(*, unavailable, renamed: "getter:Vector.length(self:)")
public func cpvlength(_ a: Vector) -> Double { fatalError() }

/// In Swift: write (a - b).length.
@available(*, unavailable, message: "write (a - b).length")
public func cpvdist(_ a: Vector, _ b: Vector) -> Double { fatalError() }

/// In Swift: write a == b.
@available(*, unavailable, message: "write a == b")
public func cpveql(_ a: Vector, _ b: Vector) -> Bool { fatalError() }

/// In Swift: ``Vector/angle``.
@available(*, unavailable, renamed: "getter:Vector.angle(self:)")
public func cpvtoangle(_ a: Vector) -> Double { fatalError() }

/// In Swift: ``Vector/unit(angle:)``.
@available(*, unavailable, renamed: "Vector.unit(angle:)")
public func cpvforangle(_ angle: some BinaryFloatingPoint) -> Vector { fatalError() }

/// In Swift: ``Vector/normalized``.
@available(*, unavailable, renamed: "getter:Vector.normalized(self:)")
public func cpvnormalize(_ a: Vector) -> Vector { fatalError() }

/// In Swift: ``Vector/perpendicular``.
@available(*, unavailable, renamed: "getter:Vector.perpendicular(self:)")
public func cpvperp(_ a: Vector) -> Vector { fatalError() }

/// In Swift: write -a.perpendicular.
@available(*, unavailable, message: "write -a.perpendicular")
public func cpvrperp(_ a: Vector) -> Vector { fatalError() }

/// In Swift: write a.dot(a).
@available(*, unavailable, message: "write a.dot(a)")
public func cpvlengthsq(_ a: Vector) -> Double { fatalError() }

/// In Swift: write (a - b).dot(a - b).
@available(*, unavailable, message: "write (a - b).dot(a - b)")
public func cpvdistsq(_ a: Vector, _ b: Vector) -> Double { fatalError() }

/// In Swift: write a.distance(to: b) < distance.
@available(*, unavailable, message: "write a.distance(to: b) < distance")
public func cpvnear(_ a: Vector, _ b: Vector, _ distance: Double) -> Bool { fatalError() }

/// In Swift: ``Vector/lerp(to:_:)``.
@available(*, unavailable, renamed: "Vector.lerp(self:to:_:)")
public func cpvlerp(_ a: Vector, _ b: Vector, _ share: Double) -> Vector { fatalError() }

/// In Swift: ``Vector/projected(onto:)``.
@available(*, unavailable, renamed: "Vector.projected(self:onto:)")
public func cpvproject(_ a: Vector, _ b: Vector) -> Vector { fatalError() }

/// In Swift: write a.rotated(by: angle).
@available(*, unavailable, message: "write a.rotated(by: angle)")
public func cpvrotate(_ a: Vector, _ b: Vector) -> Vector { fatalError() }

/// In Swift: write a.rotated(by: -angle).
@available(*, unavailable, message: "write a.rotated(by: -angle)")
public func cpvunrotate(_ a: Vector, _ b: Vector) -> Vector { fatalError() }
