public import Chipmunk

/// The state of a simulation at a tick, to be looked at anywhere.
public struct Frame: Hashable, Sendable {
  /// The tick.
  public let tick: Int
  /// Its simulated time, in seconds.
  public let time: Double
  /// The gravity that acts from it on, in units/s².
  public let gravity: Vector
  /// The bodies' ids.
  public let bodies: [String]
  /// The bodies' states, in the order of ``bodies``.
  public let states: [BodyState]

  /// Takes down a simulation's state. Complexity: O(*bodies*).
  public init(of simulation: Simulation) {
    tick = simulation.tick
    time = simulation.time
    gravity = simulation.gravity
    bodies = simulation.descriptions.map(\.id)
    states = simulation.states
  }

  /// The state of a body; nil if there is none of that id. Complexity: O(*bodies*).
  public subscript(id: String) -> BodyState? {
    bodies.firstIndex(of: id).map { states[$0] }
  }
}
