public import Chipmunk

/// A running scenario: the only owner of its space, and the only way through a tick.
///
/// The order of a tick is: animations, step, events, states, then the tilt that acts from this tick on. All state is
/// that of ``tick``, at ``time``. The next tick follows from the states, the ``gravity`` and the animations.
public final class Simulation {
  /// The scenario from which the simulation was made.
  public let scenario: Scenario
  /// The descriptions of the bodies: the scenario's in its order, then those of added bodies.
  public var descriptions: [BodyDescription] { progress.descriptions }
  /// The bodies, in the order of ``descriptions``.
  public internal(set) var bodies: [Body] = []
  /// The states of ``bodies`` at ``tick``.
  @safe @exclusivity(unchecked) public internal(set) var states: [BodyState] = []
  /// The constraints, in the scenario's order. One that broke, or whose body was removed, is in no space.
  public private(set) var constraints: [Constraint]
  /// When each tick is.
  public var timeline: Timeline { progress.timeline }
  /// Whether there are events or limited bodies of ``tick``.
  @safe @exclusivity(unchecked) var hasStepEvents = false
  /// The events of ``tick``, once they have been read.
  var namedEvents: [Event] = []
  @safe @exclusivity(unchecked) var hasUnnamedEvents = false
  /// The fingerprint of the trajectory so far.
  public var digest: Digest { progress.digest }
  /// The current tilt, in g.
  @safe @exclusivity(unchecked) public internal(set) var tilt = Tilt(x: 0, y: 0)
  /// The given tilt, before animations.
  package var heldTilt: Tilt { progress.tilt }
  /// The bodies that the speed limit slowed down with the step to ``tick``.
  public internal(set) var limitedBodies: [String] = []
  /// The number of ticks in which the speed limit has acted on each body, for those affected.
  public var limitedTicks: [String: Int] { progress.limitedTicks }
  /// The first bodies that diverged and were removed from the world, at most ``mostQuarantined``.
  public var quarantined: [Event] { progress.quarantined }
  /// The number of bodies that have diverged so far.
  public var quarantineCount: Int { progress.quarantineCount }
  /// The reason why bodies diverged in the step to ``tick``, if any did.
  public internal(set) var divergence: PhysicsError?

  /// The number of times that bodies were added or removed, or constraints broke: another number means another list.
  package internal(set) var bodyListChanges = 0
  /// The source of the tilt from the next tick on. A source may be replaced while it is called.
  package var tiltSource: any TiltSource {
    get { source }
    set { (source, hasNewSource, isSourceOver) = (newValue, true, false) }
  }
  private var source: any TiltSource
  /// Whether the source has no more tilt, so that no tick calls it.
  @safe @exclusivity(unchecked) private var isSourceOver = false
  private var hasNewSource = false
  /// Called with each accepted request and its tick before the request acts; an error it throws rejects the request.
  /// It must not change the simulation: a request within it is rejected.
  @safe @exclusivity(unchecked)
  public var willApply: (_ request: Request, _ tick: Int) throws -> Void
  /// The current activity, during which nothing may change the simulation.
  @safe @exclusivity(unchecked) private var activity: Activity?

  // Values that every tick reads and writes as a whole are `@exclusivity(unchecked)`, as in `Space`.
  @safe @exclusivity(unchecked) private(set) var space: Space
  @safe @exclusivity(unchecked) var progress: SimulationProgress
  var eventNames = EventNames()
  @safe @exclusivity(unchecked) var animators: Animators
  /// The index of the next of the scenario's own touches.
  @safe @exclusivity(unchecked) var nextTouch = 0
  /// The newest removals, the latest one last.
  var removals: [Removal] = []

  /// Builds the scenario's world, in the documented order of calls, and takes the first tilt.
  ///
  /// - Parameters:
  ///   - scenario: the scenario to build.
  ///   - source: the source of the tilt; the scenario's own if absent.
  ///   - willApply: called before each accepted request acts; see ``willApply``.
  /// - Throws: the first of ``Scenario/diagnostics()``, or that of a tilt file that was not read, as a
  ///   ``Diagnostic``; errors of `willApply`.
  public init(
    _ scenario: Scenario,
    tilt source: (any TiltSource)? = nil,
    willApply: @escaping (_ request: Request, _ tick: Int) throws -> Void = { _, _ in }
  ) throws {
    if let diagnostic = scenario.diagnostics().first { throw diagnostic }
    self.scenario = scenario
    self.source = try source ?? scenario.tiltSource().source
    self.willApply = willApply
    progress = SimulationProgress(step: scenario.world.step)
    (progress.descriptions, progress.nextTag) = (scenario.bodies, scenario.bodies.count)
    let world = try WorldBuilder.world(of: scenario)
    (space, bodies, constraints) = (world.space, world.bodies, world.constraints)
    animators = try Animators(scenario, bodies: bodies, constraints: constraints)
    Self.claim(space)
    try holdBodies()
    try animators.begin()
    try takeHandovers()
    space.readStates(into: &states)
    try takeTouches()
    try takeTilt()
  }

  /// Restores a simulation from a checkpoint. It continues as the original would, bit for bit.
  /// Without a source it takes tilt only from requests.
  ///
  /// - Parameters:
  ///   - scenario: The scenario of the original.
  ///   - checkpoint: The checkpoint.
  /// - Throws: a ``Diagnostic``; `PhysicsError`; a ``CheckpointError`` if the two do not fit each other.
  public init(_ scenario: Scenario, restoring checkpoint: SimulationCheckpoint) throws {
    if let diagnostic = scenario.diagnostics().first { throw diagnostic }
    try checkpoint.check(against: scenario)
    self.scenario = scenario
    source = NoTilt()
    willApply = { _, _ in }
    progress = checkpoint.progress
    space = try Space(restoring: checkpoint.space)
    for (body, description) in zip(space.bodies, progress.descriptions)
    where scenario.bodies.indices.contains(body.tag) {
      let id = scenario.bodies[body.tag].id
      guard description.id == id else {
        throw CheckpointError("the checkpoint has \"\(description.id)\" in place of \"\(id)\"")
      }
    }
    let parts = try WorldBuilder.parts(of: scenario, in: space)
    (bodies, constraints, animators) = (space.bodies, parts.constraints, parts.animators)
    Self.claim(space)
    try resume()
    tilt = animators.tilt(at: time, over: heldTilt)
    space.readStates(into: &states)
  }

  /// Captures the complete state. The trajectory is the same with and without it, except with the engine `chipmunk`.
  ///
  /// - Returns: The state, from which another simulation continues like this one.
  /// - Throws: `PhysicsError`; nothing has changed then.
  public func checkpoint() throws -> SimulationCheckpoint {
    SimulationCheckpoint(space: try space.checkpoint(), progress: progress)
  }

  /// Continues in another space with the same bodies.
  func move(to space: Space, _ parts: WorldBuilder.Parts, _ timeline: Timeline) throws {
    nameEvents()
    // Releasing these calls handlers and deinitializers, which may read the simulation.
    let former = (self.space, bodies, constraints)
    defer { withExtendedLifetime(former) {} }
    space.threads = threads
    (self.space, progress.timeline) = (space, timeline)
    (bodies, constraints, animators) = (space.bodies, parts.constraints, parts.animators)
    Self.claim(space)
    try resume()
    space.readStates(into: &states)
  }

  /// Makes the space one that only the simulation steps. Bodies come in their own order in its events and walls last,
  /// in whatever order they were made.
  private static func claim(_ space: Space) {
    space.managementRemedy = "use the simulation's advance() and apply(_:)"
    space.eventOrder = .tags
  }

  /// The number of steps taken.
  public var tick: Int { space.tick }

  /// The most threads that a tick may use, from 1 to 64; 1 at first. The number changes no result: see
  /// `Chipmunk/Space/threads`.
  public var threads: Int {
    get { space.threads }
    set { space.threads = newValue }
  }

  /// The simulated time, in seconds: a product, and never a sum of steps. See ``timeline``.
  public var time: Double { timeline.time(of: tick) }

  /// The simulated time in steps of the scenario's own length: equal to ``tick``, unless the step was changed.
  var ticksOfScenario: Int { Int((time / scenario.world.step).rounded()) }

  /// The gravity that acts from ``tick`` on, in units/s².
  public var gravity: Vector { space.gravity }

  /// The scenario's values at ``tick``, in its order, then those of bodies' and layers' appearance that animations and
  /// touches change, and the constraints' mean forces in the last step, in the order of ``Scenario/channels``.
  /// Complexity: O(*values*).
  public var values: [[Double]] {
    var values = animators.values(at: time)
    guard scenario.run.forces else { return values }
    let first = values.count - constraints.count
    // A force that broke its constraint in the step is among them.
    for constraint in constraints.filter({ $0.space != nil }) + space.brokenConstraints {
      values[first + constraint.tag] = [abs(constraint.lastImpulse) / timeline.step]
    }
    return values
  }

  /// The speed limit of a body, in units/s, or nil for none. Complexity: O(*bodies*).
  public func speedLimit(of id: String) -> Double? {
    let own = descriptions.firstIndex { $0.id == id }.flatMap { bodies[$0].speedLimit }
    return own ?? space.speedLimit
  }

  /// Advances by one tick. Complexity: that of `cpSpaceStep`, and O(*bodies*).
  ///
  /// A body whose numbers have left all bounds is stopped and removed from the world: one of the ``events`` has its
  /// last valid state. If a callback throws within the step, the tick is still completed before the error is thrown:
  /// the states, the digest and the tilt are those of ``tick``.
  ///
  /// - Throws: Errors of callbacks in the space and of `willApply`; a ``Diagnostic`` if an animation leaves the
  ///   range of its target; ``RequestError`` from within a callback, `willApply` or a ``TiltSource``.
  public func advance() throws {
    try requireIdle()
    activity = .tick
    defer { activity = nil }
    let space = space
    if hasStepEvents { forgetStepEvents() }
    let isAnimated = !animators.isEmpty
    if isAnimated {
      try animators.aim(at: time, next: timeline.time(of: tick + 1), step: timeline.step)
    }
    var failure: (any Error)?
    let start = space.tick
    do { try space.advance() } catch {
      guard space.tick > start else { throw error }
      failure = error.underlying ?? error
    }
    if space.hasStepEvents || !progress.retired.isEmpty { takeStepEvents() }
    if space.hasStepEvents, !space.divergedBodies.isEmpty {
      divergence = (failure as? PhysicsError).flatMap { $0.code == .diverged ? $0 : nil }
      if divergence != nil { failure = nil }
      try quarantineDivergedBodies()
    }
    if space.hasStepEvents, !space.brokenConstraints.isEmpty { noteBreaks() }
    if isAnimated { try animators.settle(at: time) }
    if !scenario.handovers.isEmpty { try takeHandovers() }
    space.readStates(into: &states)
    progress.digest.absorb(states)
    try takeTouches()
    try takeTilt()
    if let failure { throw failure }
  }

  /// Applies a request that changes the world: a tilt, a body, an impulse, another step. It acts from ``tick`` on.
  ///
  /// - Throws: ``RequestError``, also for a request from within a tick, `willApply` or a ``TiltSource``; what
  ///   `willApply` throws. The request has had no effect then.
  public func apply(_ request: Request) throws {
    try requireIdle()
    try applyNow(request)
  }

  /// Throws the ``RequestError`` with which ``apply(_:)`` would reject a request; changes nothing.
  package func check(_ request: Request) throws(RequestError) {
    try requireIdle()
    _ = try effect(of: named(request))
  }

  /// Whether animations change gravity, so that the effect of a tilt depends on the time.
  package var turnsGravity: Bool { animators.turnGravity }

  /// Applies a request, from within a tick too.
  private func applyNow(_ given: Request) throws {
    let request = named(given)
    let effect = try effect(of: request)
    let outer = activity
    activity = .request
    defer { activity = outer }
    try willApply(request, tick)
    switch effect {
    case .turn(let change): try turn(change)
    case .work(let work): try work()
    }
  }

  /// Takes tilt from another source, from ``tick`` on.
  ///
  /// Throws what ``apply(_:)`` throws.
  public func follow(_ source: any TiltSource) throws {
    try requireIdle()
    tiltSource = source
    try takeTilt()
  }

  func requireIdle() throws(RequestError) {
    guard let activity else { return }
    throw RequestError(
      "\(activity.rawValue) is being carried out; call again when that call has returned"
    )
  }

  private func takeTilt() throws {
    if animators.turnGravity {
      do { try turn(tiltChange(heldTilt)) } catch {
        throw AnimationTarget.gravity.refusal(error, at: time)
      }
    }
    guard let tilt = nextTilt() else { return }
    try applyNow(.tilt(tilt))
  }

  /// Calls the source, which may read the simulation and replace itself; no access to it is held meanwhile.
  private func nextTilt() -> Tilt? {
    if isSourceOver { return nil }
    var asked = source
    (source, hasNewSource) = (NoTilt(), false)
    let outer = activity
    activity = .tick
    defer { activity = outer }
    let tilt = asked.tilt(atTick: tick, time: time)
    if !hasNewSource { (source, isSourceOver) = (asked, tilt == nil && asked.isOver) }
    return tilt
  }
}

/// The activities of a simulation.
private enum Activity: String {
  case tick = "a tick"
  case request = "another request"
}

// Changes of the time step during a run.
extension Simulation {
  /// Prepares a change of the step, and returns its effect.
  ///
  /// The C library scales impulses from step to step in proportion to their lengths, so that a longer step after a
  /// shorter one would add energy to every contact. The change goes through a checkpoint, which scales them correctly.
  func effect(ofStep step: Double) throws(RequestError) -> () throws -> Void {
    guard tick > 0 else {
      throw RequestError("no step can change before the first tick; set the scenario's world.step")
    }
    do {
      try ParameterRange.timeStep.check(step)
      let next = try Space(restoring: space.checkpoint().adapted(to: step))
      for (body, description) in zip(next.bodies, descriptions) {
        try body.set(\.speedLimit, to: scenario.speedLimit(of: description, step: step))
        // In the first of the longer steps, the body still moves by its current velocity.
        if let limit = body.speedLimit, body.velocity.length > limit {
          try body.set(\.velocity, to: body.velocity * (limit / body.velocity.length))
        }
      }
      let parts = try WorldBuilder.parts(of: scenario, in: next)
      return {
        try self.move(to: next, parts, self.timeline.changing(to: step, at: self.tick))
      }
    } catch { throw RequestError("\(error)") }
  }
}

// Taps on the box, to which some layers move. Like a tilt, a touch acts from the first tick that is not before it.
extension Simulation {
  /// Applies those of the scenario's own touches that are due.
  func takeTouches() throws {
    let own = scenario.touches
    while nextTouch < own.count, own[nextTouch].time <= time + timeline.step * 1e-6 {
      try tap(at: own[nextTouch].point)
      nextTouch += 1
    }
  }

  /// Moves the layers that follow touches from now on, and performs the handovers that wait for a tap.
  func tap(at point: Vector) throws {
    // Earlier touches have no effect after the newest of them has reached its place.
    let longest = scenario.layers.compactMap(\.following?.duration).max() ?? 0
    let last = progress.touches.last
    if let last, last.time + longest < time { progress.touches = [last] }
    progress.touches.append(TouchDescription(time: time, point: point))
    animators.touch(point, at: time)
    try takeTapHandovers()
  }

  /// Lets animators continue with the touches and the handovers so far.
  func resume() throws {
    for touch in progress.touches { animators.touch(touch.point, at: touch.time) }
    let now = time + timeline.step * 1e-6
    nextTouch = scenario.touches.firstIndex { $0.time > now } ?? scenario.touches.count
    for record in progress.handovers where scenario.handovers.indices.contains(record.place) {
      try animators.follow(scenario.handovers[record.place], from: record)
    }
  }
}
