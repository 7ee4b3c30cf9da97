internal import CChipmunk
internal import ChipmunkEngine

// Changing the geometry of existing shapes.
extension Shape {
  /// Changes the geometry, and wakes the bodies that touch the shape or may touch it now. Contacts
  /// continue if the new geometry still touches. During a step it takes effect at the end of the
  /// step. Wraps `cpCircleShapeSetRadius`, `cpCircleShapeSetOffset`, `cpSegmentShapeSetRadius`,
  /// `cpSegmentShapeSetEndpoints`, `cpPolyShapeSetRadius` and `cpPolyShapeSetVertsRaw`.
  ///
  /// A shape with a mass keeps it, and the body's moment and centre of gravity change accordingly.
  /// A body with its own mass keeps its moment.
  ///
  /// - Parameter geometry: a form of the same kind: a circle, a segment, or a box or polygon.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/wrongGeometry`` for another kind;
  ///   ``PhysicsError/Code/detached``.
  /// - Complexity: O(log *shapes in the space*), and that of ``Geometry/validate()``.
  public func setGeometry(_ geometry: Geometry) throws(PhysicsError) {
    let body = try attachedBody()
    guard geometry.kind == self.geometry.kind else {
      throw PhysicsError(
        .wrongGeometry,
        "a shape that is a \(self.geometry.kind) cannot become a \(geometry.kind)",
        "remove it, and add another shape"
      )
    }
    let model = try Shape(geometry, of: body)
    if ownMass > 0 {
      model.ownMass = ownMass
      try body.check(body.massOfShapes(with: (self, model.massInfo)))
    }
    let vertices = try geometry.outline()
    self.geometry = geometry
    body.changeWhenUnlocked { [self] body in
      wakeSleepers()
      unsafe cpBodyActivate(body.raw)
      take(geometry, vertices)
      body.forgetExtents()
      body.takeMassOfShapes()
      if let space = unsafe raw.pointee.space { unsafe Space.owner(of: space).noteChanged(self) }
    }
  }

  private func take(_ geometry: Geometry, _ outline: [cpVect]) {
    switch geometry {
    case .chain: break
    case .circle(let radius, let center):
      unsafe cpCircleShapeSetRadius(raw, radius)
      unsafe cpCircleShapeSetOffset(raw, center.c)
    case .segment(let from, let to, let radius):
      unsafe cpSegmentShapeSetRadius(raw, radius)
      unsafe cpSegmentShapeSetEndpoints(raw, from.c, to.c)
      takeNeighbors()
    case .box(_, _, let radius, _), .polygon(_, let radius):
      var outline = outline
      unsafe cpPolyShapeSetRadius(raw, radius)
      unsafe cpPolyShapeSetVertsRaw(raw, Int32(outline.count), &outline)
    }
    // The C function points a segment's normal to the opposite side of a new segment's, and boxes would sink in.
    unsafe ceShapeMeasure(raw)
  }
}

extension Space {
  /// Updates the index for a shape of a static body, since no step does.
  fileprivate func noteChanged(_ shape: Shape) {
    guard let body = unsafe shape.raw.pointee.body else { return }
    // Before this, a polygon's new edges have no world coordinates.
    unsafe ceShapeUpdate(shape.raw)
    guard unsafe cpBodyGetType(body) == CP_BODY_TYPE_STATIC else {
      return noteMoved(unsafe Body.owner(of: body))
    }
    unsafe ceShapeReindex(shape.raw)
    shape.wakeSleepers()
  }
}

extension Geometry {
  fileprivate var kind: String {
    switch self {
    case .circle: "circle"
    case .segment: "segment"
    case .box, .polygon: "polygon"
    case .chain: "chain"
    }
  }

  /// The vertices of a box or a polygon, counterclockwise.
  fileprivate func outline() throws(PhysicsError) -> [cpVect] {
    switch self {
    case .circle, .segment, .chain: []
    case .box(let width, let height, _, let center): Self.corners(width, height, center)
    case .polygon(let vertices, _): try Self.convexHull(of: vertices).map(\.c)
    }
  }
}
