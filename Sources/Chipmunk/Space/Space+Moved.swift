internal import CChipmunk

// Bodies that were moved by hand since the last step. The next step updates the space's index; an earlier update would
// change the order of contacts, and with it the run. Queries test these bodies one by one instead.
extension Space {
  func noteMoved(_ body: Body) {
    guard !body.hasMoved, unsafe body.raw.pointee.space == raw else { return }
    body.hasMoved = true
    movedBodies.append(body)
    hasDeferredWork = true
  }

  /// Call this when a body leaves: the list must not be the last to hold a body, and another space must find the body
  /// where it was put.
  func forgetMoved(_ body: Body) {
    guard body.hasMoved else { return }
    body.hasMoved = false
    movedBodies.removeAll { $0 === body }
  }

  /// Call this when a step is about to update all shapes.
  func forgetMovedBodies() {
    for body in movedBodies { body.hasMoved = false }
    movedBodies.removeAll(keepingCapacity: true)
  }
}
