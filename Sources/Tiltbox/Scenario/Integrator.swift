internal import Chipmunk

/// The integrator: how a step of `Engine.chipmunk` changes positions and velocities.
public enum Integrator: String, Hashable, Sendable, CaseIterable {
  /// The C library's method, symplectic Euler: a step of h seconds moves a body with its old velocity, then accelerates
  /// it. It is of first order: a fall from rest over a time t lags behind by g·t·h/2.
  case chipmunk
  /// The leapfrog method: velocities are half a step ahead of positions. They start with half a
  /// step of gravity, and each step accelerates them by the gravity at its end.
  ///
  /// A free fall is exact, and a flight under a continuously varying tilt is of second order. A
  /// sudden change of tilt acts as if it came half a step earlier. Frames and recordings show the
  /// velocities of half a step later. Contacts, joints, damping and forces work as with
  /// ``chipmunk``: only gravity differs.
  case halfKick = "half-kick"
}

// The velocity v(n) at tick n belongs to the time (n + ½)·h, so that x(n+1) = x(n) + v(n)·h is the midpoint rule, and
// v(n+1) = v(n) + h·g(n+1). The C library adds h·g(n), because it accelerates a body before the new gravity is known:
// the difference is added when gravity changes.
extension Simulation {
  /// Shifts the velocities of all bodies after a change of gravity.
  func kickBodies(afterChangeOf gravity: Vector) {
    guard isHalfKick, gravity != .zero else { return }
    let step = timeline.step
    space.kick(by: gravity * (tick == 0 ? step / 2 : step))
    space.readStates(into: &states)
  }

  /// Shifts the velocity of a body that was added to the world.
  func kick(_ body: Body) {
    guard isHalfKick else { return }
    body.kick(by: gravity * (timeline.step / 2))
  }

  /// Whether velocities are ahead. With `engine: tiltbox`, a free fall is exact anyway.
  private var isHalfKick: Bool {
    scenario.world.integrator == .halfKick && scenario.world.engine == .chipmunk
  }
}
