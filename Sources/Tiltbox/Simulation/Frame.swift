public import Chipmunk

/// The state of a simulation at a tick, for any thread.
public struct Frame: Hashable, Sendable {
  /// A contact that began.
  public struct Contact: Hashable, Sendable {
    /// Where, in units.
    public let point: Vector
    /// The length of its impulse, in kg·units/s.
    public let impulse: Double

    /// Makes a contact from values read elsewhere.
    public init(point: Vector, impulse: Double) { (self.point, self.impulse) = (point, impulse) }
  }

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
  /// The number of the list of bodies: frames with the same number in one run have the same ``bodies``.
  public let list: Int
  /// The contacts that began since the frame before, at most 64.
  public let contacts: [Contact]

  /// Makes a frame from values read elsewhere; there are as many states as bodies.
  public init(
    tick: Int,
    time: Double,
    gravity: Vector = .zero,
    bodies: [String],
    states: [BodyState],
    values: [[Double]] = [],
    asleep: [Int] = [],
    list: Int = 0,
    contacts: [Contact] = []
  ) {
    precondition(bodies.count == states.count, "each body has a state")
    self.tick = tick
    self.time = time
    self.gravity = gravity
    self.bodies = bodies
    self.states = states
    self.values = values
    self.asleep = asleep
    self.list = list
    self.contacts = contacts
  }

  /// Copies a simulation's state. Complexity: O(*bodies*).
  public init(of simulation: Simulation) {
    self.init(
      of: simulation,
      bodies: simulation.descriptions.map(\.id),
      list: 0,
      contacts: []
    )
  }

  /// Copies a simulation's state; the caller provides ids and contacts.
  init(of simulation: Simulation, bodies: [String], list: Int, contacts: [Contact]) {
    tick = simulation.tick
    time = simulation.time
    gravity = simulation.gravity
    self.bodies = bodies
    states = simulation.states
    values = simulation.values
    asleep = simulation.asleep
    self.list = list
    self.contacts = contacts
  }

  /// The state of a body; nil if there is none of that id. Complexity: O(*bodies*).
  public subscript(id: String) -> BodyState? {
    bodies.firstIndex(of: id).map { states[$0] }
  }
}

extension BodyState {
  /// x, y, angle, vx, vy, w: the order in recordings and in the digest.
  var numbers: [Double] {
    [position.x, position.y, angle, velocity.x, velocity.y, angularVelocity]
  }
}
