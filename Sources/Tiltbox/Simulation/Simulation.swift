public import Chipmunk

/// A scenario in motion: the one owner of its space, and the one way through a tick.
///
/// A tick goes: step, events, states, then the tilt that acts from this tick on. All state is that of
/// ``tick``, at ``time``; from its states and its ``gravity`` the next tick follows.
public final class Simulation {
  /// What the simulation was made from.
  public let scenario: Scenario
  /// The bodies, in the scenario's order.
  public let bodies: [Body]
  /// The states of ``bodies`` at ``tick``.
  public private(set) var states: [BodyState] = []
  /// What happened with the step to ``tick``, contacts that began first, then by the bodies' order.
  public private(set) var events: [Event] = []
  /// The fingerprint of the trajectory so far.
  public private(set) var digest = Digest()
  /// The tilt in force, in g.
  public private(set) var tilt = Tilt(x: 0, y: 0)
  /// The places in ``bodies`` of those that the speed limit slowed down with the step to ``tick``.
  public private(set) var limitedBodies: [Int] = []
  /// How often the speed limit has acted on each body, in ticks.
  public private(set) var limitedTicks: [Int]

  private let space: Space
  private var source: any TiltSource
  private let contactNames: [String]

  /// Builds the scenario's world, in the documented order of calls, and takes the first tilt.
  ///
  /// - Parameters:
  ///   - scenario: what to build.
  ///   - source: where the tilt comes from.
  /// - Throws: the first of ``Scenario/problems()``, as a ``ScenarioProblem``.
  public init(_ scenario: Scenario, tilt source: any TiltSource) throws {
    if let problem = scenario.problems().first { throw problem }
    self.scenario = scenario
    self.source = source
    (space, bodies) = try WorldBuilder.build(scenario)
    contactNames = scenario.bodies.map(\.id) + WorldBuilder.wallNames
    limitedTicks = Array(repeating: 0, count: bodies.count)
    space.readStates(into: &states)
    try takeTilt()
  }

  /// The number of steps taken.
  public var tick: Int { space.tick }

  /// The simulated time, in seconds: a product, and never a sum of steps.
  public var time: Double { Double(tick) * scenario.world.step }

  /// The gravity that acts from ``tick`` on, in units/s².
  public var gravity: Vector { space.gravity }

  /// The speed limit in force, in units/s, or nil for none.
  public var speedLimit: Double? { space.speedLimit }

  /// Advances by one tick. Complexity: that of `cpSpaceStep`, and O(*bodies*).
  ///
  /// - Throws: ``PhysicsError/Code/diverged`` when a body's numbers have grown out of all bounds.
  public func advance() throws {
    try space.step()
    takeEvents()
    space.readStates(into: &states)
    digest.absorb(states)
    limitedBodies.removeAll(keepingCapacity: true)
    for body in space.limitedBodies {
      limitedBodies.append(body.tag)
      limitedTicks[body.tag] += 1
    }
    try takeTilt()
  }

  private func takeTilt() throws {
    guard let tilt = source.tilt(atTick: tick, time: time) else { return }
    self.tilt = tilt
    let orientation = scenario.tilt.orientation
    try space.setGravity(orientation.gravity(of: tilt, magnitude: scenario.world.gravity))
  }

  private func takeEvents() {
    events.removeAll(keepingCapacity: true)
    guard !space.contactEvents.isEmpty else { return }
    // Bodies come in the scenario's order and walls last, whatever the order of making them was.
    let contacts = space.contactEvents.map { contact in
      let (low, high) = (min(contact.a.tag, contact.b.tag), max(contact.a.tag, contact.b.tag))
      return (contact, low, high)
    }.sorted { ($0.0.kind.rawValue, $0.1, $0.2) < ($1.0.kind.rawValue, $1.1, $1.2) }
    for (contact, low, high) in contacts {
      events.append(
        Event(
          kind: contact.kind == .begin ? .begin : .separate,
          tick: tick,
          a: contactNames[low],
          b: contactNames[high],
          point: contact.point,
          impulse: contact.impulse.length
        )
      )
    }
  }
}
