import Chipmunk
import TestSupport
import Tiltbox
import TiltboxFiles

/// A simulation whose hooks call it reentrantly: each such call must succeed or be rejected, and names, bodies and
/// states must stay consistent.
public final class SimulationFuzz {
  /// The number of calls that succeeded.
  public private(set) var accepted = 0
  /// The number of rejected calls.
  public private(set) var rejected = 0
  /// Descriptions of the failures, one sentence each.
  public private(set) var failures: [String] = []

  private struct Fault: Error {}

  private var numbers: HostileNumbers
  private var simulation: Simulation
  private var nextBody = 0
  private var depth = 0

  /// Makes some calls to a simulation that the seed determines, and as many from within its hooks.
  ///
  /// - Throws: Errors of building the simulation, although there should be none.
  public init(seed: UInt64, calls: Int) throws {
    numbers = HostileNumbers(random: SplitMix64(seed: seed), hostility: 0.1, scale: 1)
    var scenario = Scenario.classic
    scenario.world.engine = seed.isMultiple(of: 2) ? .tiltbox : .chipmunk
    if seed.isMultiple(of: 3) { scenario.world.sleepAfter = 0.2 }
    simulation = try Simulation(scenario)
    meddle()
    for _ in 0..<calls {
      call()
      check()
      if numbers.chance(0.02) { restore() }
    }
    removeHooks()
  }

  private func removeHooks() {
    simulation.willApply = { _, _ in }
    try? simulation.follow(NoTilt())
    for handler in handlers { try? handler.space?.remove(handler) }
    for body in simulation.bodies { body.velocityFunction = nil }
  }

  private var handlers: [CollisionHandler] = []

  /// Installs every possible hook.
  private func meddle() {
    simulation.willApply = { [unowned self] _, _ in try hook() }
    try? simulation.follow(Source(fuzz: self))
    guard let space = simulation.bodies.first?.space else { return }
    let handler = space.addHandler(for: .all)
    handler.begin = { [unowned self] _ in
      try hook()
      return true
    }
    handler.separate = { [unowned self] _ in try hook() }
    handlers = [handler]
    simulation.bodies[0].velocityFunction = { [unowned self] update in
      update.integrate()
      try hook()
    }
  }

  private struct Source: TiltSource {
    unowned let fuzz: SimulationFuzz

    mutating func tilt(atTick tick: Int, time: Double) -> Tilt? {
      try? fuzz.hook()
      return fuzz.numbers.chance(0.5) ? nil : fuzz.tilt()
    }
  }

  private func hook() throws {
    guard depth == 0, numbers.chance(0.1) else { return }
    depth += 1
    defer { depth -= 1 }
    call()
    if numbers.chance(0.2) { throw Fault() }
  }

  private func call() {
    let tick = simulation.tick
    do {
      switch numbers.count(0...11) {
      case 0...3: try simulation.advance()
      case 4: try simulation.apply(.tilt(tilt()))
      case 5: try simulation.apply(.add(body()))
      case 6: try simulation.apply(.remove(id: id()))
      case 7: try simulation.apply(.impulse(id: id(), by: vector(0...90_000), at: nil))
      case 8:
        try simulation.apply(.timeStep(numbers.number(0.004...0.01)))
        // The bodies and the space are new.
        meddle()
      case 9: try simulation.follow(Source(fuzz: self))
      case 10: try callSpace()
      default: _ = try simulation.checkpoint()
      }
      accepted += 1
    } catch { rejected += 1 }
    if depth > 0, simulation.tick != tick { failures.append("a tick within a tick") }
  }

  /// Makes calls that are reserved to the simulation.
  private func callSpace() throws {
    guard let body = simulation.bodies.last, let space = body.space else { return }
    let wasThere = space.bodies.count
    defer {
      if space.bodies.count != wasThere { failures.append("a body that came or went by the space") }
    }
    switch numbers.count(0...3) {
    case 0: try space.remove(body)
    case 1: try space.add(Body.kinematic())
    case 2: try space.step()
    default: try body.set(\.position, to: vector(0...300))
    }
  }

  private func check() {
    let frame = Frame(of: simulation)
    if frame.bodies.count != frame.states.count || frame.states.count != simulation.bodies.count {
      failures.append("\(frame.bodies.count) names of \(frame.states.count) states")
    }
    for (description, state) in zip(simulation.descriptions, simulation.states) {
      if frame[description.id] != state { failures.append("another state of \(description.id)") }
      if !(state.position.isFinite && state.velocity.isFinite) {
        failures.append("a state of \(description.id) that is no number")
      }
    }
  }

  /// Continues in a simulation that was restored from a checkpoint of this one, or from a damaged checkpoint.
  private func restore() {
    var checkpoint: SimulationCheckpoint
    do { checkpoint = try simulation.checkpoint() } catch {
      return failures.append("no checkpoint: \(error)")
    }
    // The states of the newest frame may precede an impulse.
    let (states, tick) = (simulation.bodies.map(\.state), simulation.tick)
    let isDamaged = numbers.chance(0.3)
    if isDamaged {
      switch numbers.count(0...3) {
      case 0: checkpoint.progress.nextTag = numbers.pick([-1, 0, .max, .min])
      case 1: _ = checkpoint.progress.descriptions.popLast()
      case 2: checkpoint.progress.tilt = tilt()
      default: checkpoint.progress.quarantineCount = numbers.pick([-1, .max])
      }
    }
    do {
      let restored = try Simulation(simulation.scenario, restoring: checkpoint)
      if restored.states != states || restored.tick != tick {
        failures.append("a restored simulation is elsewhere")
      }
      removeHooks()
      simulation = restored
      meddle()
    } catch {
      if !isDamaged { failures.append("a checkpoint is rejected: \(error)") }
    }
  }

  private func tilt() -> Tilt { Tilt(x: numbers.number(0...1), y: numbers.number(0...1)) }

  private func vector(_ usual: ClosedRange<Double>) -> Vector {
    Vector(numbers.number(usual), numbers.number(usual))
  }

  private func id() -> String {
    numbers.pick(simulation.descriptions.map(\.id).prefix(8) + ["nobody"])
  }

  private func body() -> BodyDescription {
    nextBody += 1
    return BodyDescription(
      id: numbers.chance(0.9) ? "b\(nextBody % 30)" : id(),
      shapes: [ShapeDescription(.circle(radius: numbers.number(2...20)))],
      position: vector(20...280),
      mass: numbers.number(1...100)
    )
  }
}
