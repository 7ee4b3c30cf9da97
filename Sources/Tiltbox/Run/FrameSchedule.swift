/// Which ticks are frames: those at which simulated time reaches the next multiple of 1/rate, tick 0 included.
public struct FrameSchedule: Hashable, Sendable {
  /// Frames a second of simulated time.
  public let rate: Double
  /// The times of the ticks.
  package let timeline: Timeline

  /// The length of a tick, in seconds.
  public var step: Double { timeline.step }

  /// Makes a schedule for ticks of one length.
  ///
  /// - Parameters:
  ///   - rate: Frames a second, finite and above 0. At more than one frame a tick, every tick is one frame.
  ///   - step: The length of a tick in seconds, finite and above 0.
  package init(rate: Double, step: Double) { self.init(rate: rate, Timeline(step: step)) }

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - rate: Frames a second, finite and above 0. At more than one frame a tick, every tick is one frame.
  ///   - timeline: The times of the ticks.
  package init(rate: Double, _ timeline: Timeline) {
    precondition(rate > 0 && rate.isFinite, "a frame rate is finite and above 0 Hz")
    self.rate = rate
    self.timeline = timeline
  }

  /// Whether a tick is a frame. O(1).
  package func isFrame(_ tick: Int) -> Bool { tick == 0 || isFrame(tick, after: tick - 1) }

  /// Whether a tick is a frame if there are no ticks between it and an earlier one. O(1).
  package func isFrame(_ tick: Int, after earlier: Int) -> Bool {
    multiples(by: tick) > multiples(by: earlier)
  }

  /// The number of multiples of 1/rate reached by a tick. Rounding must not delay a frame by a whole tick: a multiple
  /// counts as reached a millionth of a tick early.
  private func multiples(by tick: Int) -> Double {
    let sinceFirst = (Double(tick - timeline.firstTick) + 1e-6) * (rate * step)
    return (timeline.firstTime * rate + sinceFirst).rounded(.down)
  }
}

extension FrameSchedule {
  /// A cheaper schedule for a machine that cannot keep up. From a tick on it has steps of twice the length, up to 1/60
  /// s; if steps are that long already, half the frames, down to 30 a second. Nil if nothing is left to save.
  package func eased(at tick: Int) -> FrameSchedule? {
    let margin = 1 + 1e-9
    if step * 2 <= margin / 60 {
      return FrameSchedule(rate: rate, timeline.changing(to: step * 2, at: tick))
    }
    return rate / 2 * margin >= 30 ? FrameSchedule(rate: rate / 2, timeline) : nil
  }
}

/// Makes the frames of a run. It copies the ids of the bodies once for each list of bodies, and collects contacts
/// between frames.
package struct FrameBuilder {
  /// The number of the newest list of bodies; each session has its own lists.
  package private(set) var list = 0

  private var simulation: ObjectIdentifier?
  private var changes = 0
  private var bodies: [String] = []
  private var contacts: [Frame.Contact] = []
  private static let mostContacts = 64

  /// Makes a builder without frames.
  package init() {}

  /// Adds the contacts that began at the simulation's tick.
  package mutating func note(_ simulation: Simulation) {
    for event in simulation.events where event.kind == .begin && contacts.count < Self.mostContacts
    {
      contacts.append(Frame.Contact(point: event.point, impulse: event.impulse))
    }
  }

  /// The frame of the simulation's tick. Complexity: O(*bodies*).
  package mutating func frame(of simulation: Simulation) -> Frame {
    let identity = ObjectIdentifier(simulation)
    if identity != self.simulation || changes != simulation.bodyListChanges {
      if identity != self.simulation { contacts.removeAll() }
      (self.simulation, changes) = (identity, simulation.bodyListChanges)
      bodies = simulation.descriptions.map(\.id)
      list += 1
    }
    defer { contacts.removeAll() }
    return Frame(of: simulation, bodies: bodies, list: list, contacts: contacts)
  }
}
