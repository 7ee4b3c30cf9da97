internal import CChipmunk

// Bodies that were moved by hand since the last step. The space's index learns of them with the next one;
// telling it earlier would change the order of contacts, and with it the run. Queries look at these bodies
// one by one instead.
extension Space {
  func noteMoved(_ body: Body) {
    guard !body.hasMoved, unsafe body.raw.pointee.space == raw else { return }
    body.hasMoved = true
    movedBodies.append(body)
    hasDeferredWork = true
  }

  /// To be called when a body leaves: so the list is never the last to hold one, and another space finds it where
  /// it was put.
  func forgetMoved(_ body: Body) {
    guard body.hasMoved else { return }
    body.hasMoved = false
    movedBodies.removeAll { $0 === body }
  }

  /// To be called when a step is about to bring all shapes up to date.
  func forgetMovedBodies() {
    for body in movedBodies { body.hasMoved = false }
    movedBodies.removeAll(keepingCapacity: true)
  }
}
