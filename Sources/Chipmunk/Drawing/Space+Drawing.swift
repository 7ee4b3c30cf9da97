internal import CChipmunk

// Debug drawing. `cpSpaceDebugDraw` draws in the order of its search trees, and omits the constraints of sleeping
// bodies; we draw in the order of adding, so that the result is always the same.
extension Space {
  /// Draws the shapes of the ground and of all bodies, then the constraints, then the contacts, each in
  /// the order of adding. Replaces `cpSpaceDebugDraw`.
  ///
  /// - Parameters:
  ///   - drawing: the target.
  ///   - parts: the parts to draw.
  ///
  /// Complexity: O(*vertices* + *constraints* + *contacts*).
  public func draw(on drawing: inout some DebugDrawing, _ parts: DebugParts = .all) {
    if parts.contains(.shapes) {
      for body in [ground] + bodies { body.draw(on: &drawing) }
    }
    if parts.contains(.constraints) {
      for constraint in constraints { constraint.draw(on: &drawing) }
    }
    if parts.contains(.contacts) { drawContacts(on: &drawing) }
  }

  /// Draws the points where shapes that are awake touch. Complexity: O(*contacts*).
  public func drawContacts(on drawing: inout some DebugDrawing) {
    // Read before anything is drawn: drawing may change the space.
    for point in contactPoints { drawing.drawPoint(point, style: .contact) }
  }

  private var contactPoints: [Vector] {
    var points: [Vector] = []
    unsafe forEach(in: raw.pointee.arbiters) { (arbiter: UnsafeMutablePointer<cpArbiter>) in
      guard let contacts = unsafe arbiter.pointee.contacts else { return }
      let center = unsafe Vector(arbiter.pointee.body_a.pointee.p)
      for index in 0..<Int(unsafe arbiter.pointee.count) {
        unsafe points.append(center + Vector(contacts[index].r1))
      }
    }
    return points
  }
}
