internal import Chipmunk
internal import Tiltbox

/// Follows a run tick by tick to compute a number that no single tick shows.
final class Tracker: Sendable {
  /// A statistic of a quantity over a period.
  enum Extreme: String, Sendable {
    case max, min, mean
  }

  enum Kind: Sendable {
    case over(Extreme, @Sendable (RunProbe) -> Double)
    case at(@Sendable (RunProbe) -> Double)
    case firstContact(ContactPair)
    case contacts(ContactPair)
    case asleep(Int)
  }

  /// The state of a tracker during a run.
  struct Finding {
    /// The ticks that it still has to observe.
    var ticks = 0...Int.max
    var count = 0
    var value = Double.nan
  }

  private let kind: Kind
  private let from: (@Sendable (RunProbe) -> Double)?
  private let to: (@Sendable (RunProbe) -> Double)?

  init(
    _ kind: Kind,
    from: (@Sendable (RunProbe) -> Double)?,
    to: (@Sendable (RunProbe) -> Double)?
  ) {
    (self.kind, self.from, self.to) = (kind, from, to)
  }

  /// Determines the ticks of a run to observe.
  func begin(_ run: RunProbe) -> Finding {
    let step = run.simulation.scenario.world.step
    func tick(_ time: Double) -> Int {
      time.isNaN ? .max : Int(Swift.max(0, Swift.min((time / step).rounded(), 1e15)))
    }
    let first = from.map { tick($0(run)) } ?? 0
    var finding = Finding()
    switch kind {
    case .at: finding.ticks = first...first
    default: finding.ticks = first...Swift.max(first, to.map { tick($0(run)) } ?? .max)
    }
    switch kind {
    case .contacts, .asleep: finding.value = 0
    default: break
    }
    return finding
  }

  /// Observes the newest tick, which must be one of the finding's `ticks`.
  func observe(_ run: RunProbe, _ finding: inout Finding) {
    let simulation = run.simulation
    switch kind {
    case .over(let extreme, let quantity): finding.take(quantity(run), extreme)
    case .at(let quantity): finding.value = quantity(run)
    case .firstContact(let pair):
      guard simulation.events.contains(where: { $0.kind == .begin && pair.matches($0) }) else {
        return
      }
      finding.value = simulation.time
      finding.ticks = .max ... .max
    case .contacts(let pair):
      for event in simulation.events where event.kind == .begin && pair.matches(event) {
        finding.value += 1
      }
    case .asleep(let body):
      guard simulation.tick > 0, simulation.bodies[body].isSleeping else { return }
      finding.count += 1
      finding.value = Double(finding.count) * simulation.scenario.world.step
    }
  }
}

extension Tracker.Finding {
  fileprivate mutating func take(_ number: Double, _ extreme: Tracker.Extreme) {
    guard !number.isNaN else { return }
    count += 1
    switch extreme {
    case _ where count == 1: value = number
    case .max: value = Swift.max(value, number)
    case .min: value = Swift.min(value, number)
    case .mean: value += (number - value) / Double(count)
    }
  }
}
