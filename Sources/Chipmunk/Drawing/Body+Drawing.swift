internal import CChipmunk

extension Body {
  /// Draws the shapes of the body where it is now, in the order of adding, each in the style of its state.
  ///
  /// Complexity: O(*vertices*).
  public func draw(on drawing: inout some DebugDrawing) {
    for shape in shapes { shape.draw(of: self, on: &drawing) }
  }

  /// Draws a geometry of several shapes where the body is now: a concave polygon as its outline.
  ///
  /// - Parameters:
  ///   - geometry: the geometry, in the body's own coordinates.
  ///   - isSensor: whether it is drawn as a sensor.
  ///   - drawing: the target.
  ///
  /// Complexity: O(*vertices*).
  package func draw(_ geometry: Geometry, isSensor: Bool, on drawing: inout some DebugDrawing) {
    let style: DebugStyle = isSensor ? .sensor : style
    switch geometry {
    case .circle(let radius, let center):
      let center = worldPoint(ofLocal: center)
      drawing.drawCircle(center: center, radius: radius, angle: angle, style: style)
    case .segment(let from, let to, let radius):
      let (from, to) = (worldPoint(ofLocal: from), worldPoint(ofLocal: to))
      drawing.drawSegment(from: from, to: to, radius: radius, style: style)
    case .box(let width, let height, let radius, let center):
      let corners = Geometry.corners(width, height, center).map { worldPoint(ofLocal: Vector($0)) }
      drawing.drawPolygon(corners, radius: radius, style: style)
    case .polygon(let vertices, let radius):
      let isClockwise = Polyline(closing: vertices).area < 0
      let corners = (isClockwise ? vertices.reversed() : vertices).map { worldPoint(ofLocal: $0) }
      drawing.drawPolygon(corners, radius: radius, style: style)
    case .chain(let points, let isClosed, let radius):
      for (from, to) in points.edges(isClosed: isClosed) {
        let (from, to) = (worldPoint(ofLocal: from), worldPoint(ofLocal: to))
        drawing.drawSegment(from: from, to: to, radius: radius, style: style)
      }
    }
  }

  private var style: DebugStyle {
    switch type {
    case .dynamic: isSleeping ? .sleeping : .awake
    case .kinematic: .kinematic
    case .static: .static
    }
  }

  fileprivate func style(of shape: Shape) -> DebugStyle { shape.isSensor ? .sensor : style }
}

extension Shape {
  fileprivate func draw(of body: Body, on drawing: inout some DebugDrawing) {
    guard case .polygon(_, let radius) = geometry else {
      return body.draw(geometry, isSensor: isSensor, on: &drawing)
    }
    // The shape has the hull of the vertices.
    let corners = (0..<(unsafe cpPolyShapeGetCount(raw))).map {
      body.worldPoint(ofLocal: Vector(unsafe cpPolyShapeGetVert(raw, $0)))
    }
    drawing.drawPolygon(corners, radius: radius, style: body.style(of: self))
  }
}

extension Constraint {
  /// Draws the constraint at its bodies' current poses: a line, and dots at its anchors.
  ///
  /// Complexity: O(1).
  public func draw(on drawing: inout some DebugDrawing) {
    let sketch = sketch
    for (from, to) in zip(sketch.path, sketch.path.dropFirst()) {
      drawing.drawSegment(from: from, to: to, radius: 0, style: .constraint)
    }
    for point in sketch.points { drawing.drawPoint(point, style: .constraint) }
  }
}
