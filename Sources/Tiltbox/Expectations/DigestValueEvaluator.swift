import Chipmunk

/// Compares the digest at a tick with a known one.
struct DigestValueEvaluator: ExpectationEvaluator {
  private let expected: Digest
  private let window: TickWindow
  private let isPortable: Bool
  private var got: (tick: Int, digest: Digest)?
  private var newest = (tick: 0, ofScenario: -1)

  init(_ expected: Digest, _ when: Scenario.Expectation.When, _ world: Scenario.World) {
    self.expected = expected
    window = TickWindow(when, step: world.step)
    isPortable = world.engine == .tiltbox
  }

  mutating func observe(_ simulation: Simulation) {
    let previous = newest.ofScenario
    newest = (simulation.tick, simulation.ticksOfScenario)
    if window.contains(newest.ofScenario, after: previous) { look(simulation) }
  }

  mutating func finish(_ simulation: Simulation) {
    if window.first == nil { look(simulation) }
  }

  private mutating func look(_ simulation: Simulation) {
    got = (simulation.tick, simulation.digest)
  }

  var verdict: (isMet: Bool, got: String) {
    guard let got else { return (false, "a run that ended before, at tick \(newest.tick)") }
    if got.digest == expected { return (true, "") }
    let why =
      isPortable
      ? "a body's state differs in at least one bit, at this tick or before; "
        + "on arm64, where compilers fuse multiply-add, digests differ from those on x86-64"
      : "with engine: chipmunk, digests depend on the processor and the system's mathematics "
        + "library; use engine: tiltbox"
    return (false, "\(got.digest) at tick \(got.tick): \(why)")
  }

  var decisiveTick: Int? { nil }
  var bodies: Set<String> { [] }
}
