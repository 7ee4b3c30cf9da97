internal import CChipmunk

// What the sweep of fast bodies goes by: see sweep.h.
extension Body {
  /// To be called when the body may have become faster between two steps, or others may have woken in its place.
  @inline(__always)
  func noteMotion() {
    guard let space = attachedSpace else { return }
    unsafe space.sweep.pointee.mayBeFast = true
  }

  /// To be called when the body has other shapes, or another centre of gravity: how thick it is decides how
  /// fast it may be before it is swept.
  func forgetMeasure() {
    unsafe CChipmunkForgetMeasure(raw)
    noteMotion()
  }

  /// Carries out a change of the velocities, as ``change(_:)`` does.
  func changeMotion(_ change: @escaping (Body) -> Void) {
    self.change { body in
      change(body)
      body.noteMotion()
    }
  }
}
