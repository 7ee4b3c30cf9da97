internal import ChipmunkEngine

// What continuous collision knows of a body: see continuous.h.
extension Body {
  /// Call this when the body may have become faster between two steps, or others may have woken in its place.
  @inline(__always)
  func noteMotion() {
    guard let space = attachedSpace else { return }
    unsafe ceSpaceNoteMotion(space.raw)
  }

  /// Call this when the body's shapes or its centre of gravity have changed: its thickness decides from which speed on
  /// collision detection is continuous.
  func forgetExtents() {
    unsafe ceBodyForgetExtents(raw)
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
