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
  /// The scenario's values, in its order.
  public let values: [[Double]]
  /// The places in ``bodies`` of those that sleep, in their order.
  public let asleep: [Int]

  /// Makes a frame of what was read elsewhere; there are as many states as bodies.
  public init(
    tick: Int,
    time: Double,
    gravity: Vector = .zero,
    bodies: [String],
    states: [BodyState],
    values: [[Double]] = [],
    asleep: [Int] = []
  ) {
    precondition(bodies.count == states.count, "each body has a state")
    self.tick = tick
    self.time = time
    self.gravity = gravity
    self.bodies = bodies
    self.states = states
    self.values = values
    self.asleep = asleep
  }

  /// Takes down a simulation's state. Complexity: O(*bodies*).
  public init(of simulation: Simulation) {
    tick = simulation.tick
    time = simulation.time
    gravity = simulation.gravity
    bodies = simulation.descriptions.map(\.id)
    states = simulation.states
    values = simulation.values
    asleep = simulation.asleep
  }

  /// The state of a body; nil if there is none of that id. Complexity: O(*bodies*).
  public subscript(id: String) -> BodyState? {
    bodies.firstIndex(of: id).map { states[$0] }
  }
}

extension BodyState {
  /// x, y, angle, vx, vy, w: in the order of recordings and of the digest.
  var numbers: [Double] {
    [position.x, position.y, angle, velocity.x, velocity.y, angularVelocity]
  }
}
