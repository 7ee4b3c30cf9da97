internal import CChipmunk

// A space draws itself. `cpSpaceDebugDraw` goes in the order of its search trees, and leaves out the
// constraints of what sleeps; here it is the order of adding, each time the same.
extension Space {
  /// Draws the shapes of the ground and of all bodies, then the constraints, then the contacts, each in
  /// the order of adding. Stands for `cpSpaceDebugDraw`.
  ///
  /// - Parameters:
  ///   - drawing: what is drawn on.
  ///   - parts: what is drawn.
  ///
  /// Complexity: O(*vertices* + *constraints* + *contacts*).
  public func draw(on drawing: inout some DebugDrawing, _ parts: DebugParts = .all) {
    if parts.contains(.shapes) {
      for body in [ground] + bodies {
        for shape in body.shapes { shape.draw(of: body, on: &drawing) }
      }
    }
    if parts.contains(.constraints) {
      for constraint in constraints { constraint.sketch.draw(on: &drawing) }
    }
    if parts.contains(.contacts) { drawContacts(on: &drawing) }
  }

  private func drawContacts(on drawing: inout some DebugDrawing) {
    guard let list = unsafe raw.pointee.arbiters else { return }
    for index in 0..<Int(unsafe list.pointee.num) {
      guard
        let arbiter = unsafe list.pointee.arr[index]?.assumingMemoryBound(to: cpArbiter.self),
        let contacts = unsafe arbiter.pointee.contacts
      else { continue }
      let center = unsafe Vector(arbiter.pointee.body_a.pointee.p)
      for point in 0..<Int(unsafe arbiter.pointee.count) {
        unsafe drawing.drawPoint(center + Vector(contacts[point].r1), style: .contact)
      }
    }
  }
}

extension Shape {
  fileprivate func draw(of body: Body, on drawing: inout some DebugDrawing) {
    let style = isSensor ? DebugStyle.sensor : body.style
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

extension Body {
  fileprivate var style: DebugStyle {
    switch type {
    case .dynamic: isSleeping ? .sleeping : .awake
    case .kinematic: .kinematic
    case .static: .static
    }
  }
}

extension Constraint.Sketch {
  fileprivate func draw(on drawing: inout some DebugDrawing) {
    for (from, to) in zip(path, path.dropFirst()) {
      drawing.drawSegment(from: from, to: to, radius: 0, style: .constraint)
    }
    for point in points { drawing.drawPoint(point, style: .constraint) }
  }
}
