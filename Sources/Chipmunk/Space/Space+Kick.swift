internal import CChipmunk

// Velocities that are ahead of their positions.
extension Space {
  /// Adds a velocity, in units/s, to every dynamic body that is awake, and wakes none: what a part of a
  /// step would have added. A body that comes out of all bounds by it diverges with the next step.
  ///
  /// Complexity: O(*bodies*).
  package func kick(by velocity: Vector) {
    unsafe sweep.pointee.mayBeFast = true
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
