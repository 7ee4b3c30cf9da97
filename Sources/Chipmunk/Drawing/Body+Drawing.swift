internal import CChipmunk

extension Body {
  /// Draws the shapes of the body where it is now, in the order of adding, each in the style of its state.
  ///
  /// Complexity: O(*vertices*).
  public func draw(on drawing: inout some DebugDrawing) {
    for shape in shapes { shape.draw(of: self, on: &drawing) }
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
    let style = body.style(of: self)
    switch geometry {
    case .circle(let radius, let center):
      let center = body.worldPoint(ofLocal: center)
      drawing.drawCircle(center: center, radius: radius, angle: body.angle, style: style)
    case .segment(let from, let to, let radius):
      let (from, to) = (body.worldPoint(ofLocal: from), body.worldPoint(ofLocal: to))
      drawing.drawSegment(from: from, to: to, radius: radius, style: style)
    case .box(_, _, let radius, _), .polygon(_, let radius):
      let corners = (0..<(unsafe cpPolyShapeGetCount(raw))).map {
        body.worldPoint(ofLocal: Vector(unsafe cpPolyShapeGetVert(raw, $0)))
      }
      drawing.drawPolygon(corners, radius: radius, style: style)
    }
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
