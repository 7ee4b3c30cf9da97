internal import CChipmunk
internal import ChipmunkEngine

// Velocities ahead of their positions.
extension Space {
  /// Adds a velocity, in units/s, to every awake dynamic body, like part of a step. It wakes no body. A body that
  /// leaves all bounds diverges in the next step.
  ///
  /// Complexity: O(*bodies*).
  package func kick(by velocity: Vector) {
    unsafe ceSpaceNoteMotion(raw)
    unsafe forEach(in: raw.pointee.dynamicBodies) { (body: UnsafeMutablePointer<cpBody>) in
      unsafe body.pointee.v = cpVect(
        x: body.pointee.v.x + velocity.x,
        y: body.pointee.v.y + velocity.y
      )
    }
  }
}

extension Body {
  /// Adds a velocity, in units/s, to a dynamic body: see ``Space/kick(by:)``.
  package func kick(by velocity: Vector) {
    guard type == .dynamic else { return }
    noteMotion()
    unsafe raw.pointee.v = (self.velocity + velocity).c
  }
}
