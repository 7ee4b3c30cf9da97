internal import Chipmunk

/// How positions and velocities follow from accelerations, step by step.
public enum Integrator: String, Hashable, Sendable, CaseIterable {
  /// The C library's own: a step of h seconds moves a body with the velocity that it had, then accelerates
  /// it. Of first order: a fall from rest over a time t lags behind by g·t·h/2.
  case chipmunk
  /// Velocities run half a step ahead of positions, as in the leapfrog method: they start with half a step
  /// of gravity, and from then on each step accelerates them by the gravity of the tick that it comes to.
  ///
  /// A free fall is exact then, and a flight under a tilt that varies all the time is of second order. A tilt
  /// that changes at once acts as if it had come half a step earlier. The velocities that frames and
  /// recordings show are those of half a step later. Contacts, joints, damping and forces are as with
  /// ``chipmunk``: gravity alone is treated so.
  case halfKick = "half-kick"
}

// The velocity v(n) at tick n is to stand for the time (n + ½)·h, so that x(n+1) = x(n) + v(n)·h is the midpoint
// rule, and v(n+1) = v(n) + h·g(n+1). The C library adds h·g(n), for it accelerates a body before the new
// gravity is known: what is missing is added when gravity changes.
extension Simulation {
  /// Brings the velocities of all bodies to where a change of gravity calls for them to be.
  func kickBodies(afterChangeOf gravity: Vector) {
    guard scenario.world.integrator == .halfKick, gravity != .zero else { return }
    let step = timeline.step
    space.kick(by: gravity * (tick == 0 ? step / 2 : step))
    space.readStates(into: &states)
  }

  /// Brings the velocity of a body ahead that has come into the world.
  func kick(_ body: Body) {
    guard scenario.world.integrator == .halfKick else { return }
    body.kick(by: gravity * (timeline.step / 2))
  }
}
