/// A run as it can be compared with another: what is known of it, tick by tick.
public protocol Course {
  /// The length of a tick in seconds, where it is known.
  var step: Double? { get }

  /// What is known next; nil at the end. Ticks go up.
  func next() throws -> Moment?

  /// The world and the bodies of the newest moment, as far as they are known: what its frame is drawn with.
  func scenario() throws -> Scenario
}

/// What is known of a run at a tick, and what happened since the moment before.
public struct Moment: Hashable, Sendable {
  /// The state.
  public let frame: Frame
  /// What happened since the moment before, in its order.
  public let happenings: [Happening]
  /// The events among them, whole.
  public let events: [Event]

  /// Makes a moment.
  public init(_ frame: Frame, happenings: [Happening] = [], events: [Event] = []) {
    self.frame = frame
    self.happenings = happenings
    self.events = events
  }
}

/// Something that happened in a run: an event, a command.
public struct Happening: Hashable, Sendable, CustomStringConvertible {
  /// When.
  public let tick: Int
  /// What, in a few words.
  public let words: String
  /// Whether it is an event of the run, which every run of the kind has, and no command from outside.
  public let isEvent: Bool

  /// Makes a command's happening.
  public init(tick: Int, command words: String) {
    (self.tick, self.words, isEvent) = (tick, words, false)
  }

  /// `tick 88: crate-1 meets walls.bottom`.
  public var description: String { "tick \(tick): \(words)" }

  /// An event in words.
  public init(_ event: Event) {
    tick = event.tick
    words = event.a + event.kind.verb + event.b
    isEvent = true
  }
}

/// The course of a simulation that runs while it is compared.
public final class SimulationCourse: Course {
  /// The length of a tick, in seconds.
  public var step: Double? { simulation.scenario.world.step }

  /// What runs.
  package let simulation: Simulation

  private let advance: () throws -> Bool
  private var hasBegun = false
  private var happenings: [Happening] = []

  /// Follows a simulation.
  ///
  /// - Parameters:
  ///   - simulation: What runs; it is listened to from now on.
  ///   - describe: A command in a few words.
  ///   - advance: Takes the simulation one tick further; false if it has come to its end.
  public init(
    _ simulation: Simulation,
    describe: @escaping (Request) -> String,
    advance: @escaping () throws -> Bool
  ) {
    self.simulation = simulation
    self.advance = advance
    simulation.willApply = { [unowned self] command, tick in
      happenings.append(Happening(tick: tick, command: describe(command)))
    }
  }

  /// The next tick; at first the one that the simulation stands at.
  ///
  /// Throws what the simulation throws.
  public func next() throws -> Moment? {
    let tick = simulation.tick
    if hasBegun {
      guard try advance() else { return nil }
      happenings.insert(contentsOf: simulation.events.map(Happening.init), at: 0)
    }
    hasBegun = true
    defer { happenings.removeAll() }
    return Moment(
      Frame(of: simulation),
      happenings: happenings,
      events: tick == simulation.tick ? [] : simulation.events
    )
  }

  /// The scenario with the bodies that there are now.
  public func scenario() -> Scenario {
    var scenario = simulation.scenario
    scenario.bodies = simulation.descriptions
    return scenario
  }
}
