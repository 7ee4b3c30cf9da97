internal import CChipmunk

// State of the sweep of fast bodies: see sweep.h.
extension Body {
  /// Call this when the body may have become faster between two steps, or others may have woken in its place.
  @inline(__always)
  func noteMotion() {
    guard let space = attachedSpace else { return }
    unsafe space.sweep.pointee.mayBeFast = true
  }

  /// Call this when the body's shapes or its centre of gravity have changed: its thickness decides from which speed on
  /// it is swept.
  func forgetMeasure() {
    unsafe CChipmunkForgetMeasure(raw)
    noteMotion()
  }

  /// Performs a change of the velocities, like ``change(_:)``.
  func changeMotion(_ change: @escaping (Body) -> Void) {
    self.change { body in
      change(body)
      body.noteMotion()
    }
  }
}
