// The C functions of forms and outlines, so that a C user's guess becomes a fix-it.

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
