/// The states and events of a run, tick by tick: a recording, a replay, or a simulation that runs as it is read.
public protocol TrajectoryReader {
  /// The length of a tick in seconds, if known.
  var step: Double? { get }

  /// The last tick of the run, which may have no sample; nil if unknown, as before the end of a recording.
  var lastTick: Int? { get }

  /// The next sample; nil at the end. Ticks increase.
  func next() throws -> TrajectorySample?

  /// The world and the bodies of the newest sample, as far as known, for drawing its frame. Its values are those of the
  /// frame, and nothing is animated.
  func scenario() throws -> Scenario
}

extension TrajectoryReader {
  /// Nil: the run ends with its last sample.
  public var lastTick: Int? { nil }
}

/// The state of a run at a tick, and the events since the previous sample.
public struct TrajectorySample: Hashable, Sendable {
  /// The state.
  public let frame: Frame
  /// The events and commands since the previous sample, in order, in words.
  public let history: [HistoryEntry]
  /// The events among them, in full.
  public let events: [Event]

  /// Makes a sample.
  public init(_ frame: Frame, history: [HistoryEntry] = [], events: [Event] = []) {
    (self.frame, self.history, self.events) = (frame, history, events)
  }
}

/// An event or a command of a run, in words.
public struct HistoryEntry: Hashable, Sendable, CustomStringConvertible {
  /// The tick.
  public let tick: Int
  /// A short description.
  public let words: String
  /// True for an event of the run, false for a command from outside.
  public let isEvent: Bool

  /// Makes the entry of a command.
  public init(tick: Int, command words: String) {
    (self.tick, self.words, isEvent) = (tick, words, false)
  }

  /// `tick 88: crate-1 meets walls.bottom`.
  public var description: String { "tick \(tick): \(words)" }

  /// Makes the entry of an event.
  public init(_ event: Event) {
    tick = event.tick
    words = event.a + event.kind.verb + event.b
    isEvent = true
  }
}

/// The trajectory of a simulation that advances as it is read.
public final class SimulationReader: TrajectoryReader {
  /// The length of a tick, in seconds.
  public var step: Double? { simulation.scenario.world.step }

  /// The simulation.
  package let simulation: Simulation

  private let advance: () throws -> Bool
  private var hasBegun = false
  private var history: [HistoryEntry] = []
  private var frames = FrameBuilder()

  /// Makes the trajectory of a simulation.
  ///
  /// - Parameters:
  ///   - simulation: The simulation, from its current tick on.
  ///   - describe: Returns a short description of a command.
  ///   - advance: Advances the simulation by one tick; returns false at its end.
  public init(
    _ simulation: Simulation,
    describe: @escaping (Request) -> String,
    advance: @escaping () throws -> Bool
  ) {
    self.simulation = simulation
    self.advance = advance
    let willApply = simulation.willApply
    simulation.willApply = { [weak self] command, tick in
      try willApply(command, tick)
      self?.history.append(HistoryEntry(tick: tick, command: describe(command)))
    }
  }

  /// Makes the trajectory of a simulation from its current tick through another one.
  ///
  /// - Parameters:
  ///   - simulation: The simulation.
  ///   - last: The last tick.
  ///   - describe: Returns a short description of a command.
  public convenience init(
    _ simulation: Simulation,
    through last: Int,
    describe: @escaping (Request) -> String = { "\($0)" }
  ) {
    self.init(simulation, describe: describe) {
      guard simulation.tick < last else { return false }
      try simulation.advance()
      return true
    }
  }

  /// The next tick, starting with the current one.
  ///
  /// Throws errors of the simulation.
  public func next() throws -> TrajectorySample? {
    let tick = simulation.tick
    if hasBegun {
      guard try advance() else { return nil }
      history.insert(contentsOf: simulation.events.map(HistoryEntry.init), at: 0)
    }
    hasBegun = true
    defer { history.removeAll() }
    return TrajectorySample(
      frames.frame(of: simulation),
      history: history,
      events: tick == simulation.tick ? [] : simulation.events
    )
  }

  /// The scenario with the current bodies and constraints, and with a value for each channel.
  public func scenario() -> Scenario {
    var scenario = simulation.scenario
    scenario.values = scenario.channels.map { ValueDescription(id: $0.name, [0]) }
    (scenario.animations, scenario.handovers, scenario.run.forces) = ([], [], false)
    for index in scenario.layers.indices { scenario.layers[index].following = nil }
    scenario.bodies = simulation.descriptions
    let broken = Set(simulation.brokenConstraints)
    scenario.constraints.removeAll { broken.contains($0.id) }
    return scenario
  }
}
