internal import Chipmunk
public import Tiltbox

/// Runs a scenario without a clock, up to a time.
///
/// - Parameters:
///   - scenario: The scenario.
///   - time: The simulated time at which to stop, in seconds; rounded to the nearest tick.
///   - tilt: The source of the tilt, instead of the scenario's own.
///   - observe: Called after each tick.
/// - Returns: The simulation at that time.
/// - Throws: `PhysicsError` for an invalid time; `Diagnostic`; errors of reading the
///   scenario's tilt, of a step and of `observe`.
@discardableResult
public func run(
  _ scenario: Scenario,
  to time: Double,
  tilt: (any TiltSource)? = nil,
  observe: (Simulation) throws -> Void = { _ in }
) throws -> Simulation {
  let simulation = try Simulation(scenario, tilt: tilt)
  let last = try lastTick(time, scenario)
  while simulation.tick < last {
    try simulation.advance()
    try observe(simulation)
  }
  return simulation
}

/// Runs a scenario as in real time, but on a manual clock, so that the test does not wait.
///
/// - Parameters:
///   - scenario: The scenario to run, with its own tilt.
///   - time: The simulated time at which to stop, in seconds.
///   - clock: The clock. It advances to each deadline by itself; `ManualClock/lateness` makes it
///     late.
///   - policy: The policy when the clock is too late.
///   - step: Called after each tick; it may advance the clock to simulate work.
/// - Returns: The simulation and the statistics of the run.
/// - Throws: The errors of ``run(_:to:tilt:observe:)``; `OverloadError` under the policy `fail`.
@discardableResult
public func run(
  _ scenario: Scenario,
  to time: Double,
  on clock: ManualClock,
  policy: OverloadPolicy = .drop,
  step: (Simulation) throws -> Void = { _ in }
) throws -> (simulation: Simulation, statistics: RunStatistics) {
  try withoutActuallyEscaping(step) { step in
    var options = Run.Options(clock: clock)
    options.onOverload = policy
    options.lastTick = try lastTick(time, scenario)
    let run = try Run(scenario, options: options)
    run.add(observer: StepObserver(step))
    let summary = try run.run()
    return (run.simulation, summary.statistics)
  }
}

/// The tick at a time in seconds. Throws `PhysicsError` for an invalid time.
func lastTick(_ time: Double, _ scenario: Scenario) throws -> Int {
  try Scenario.time.check(time)
  return Int(ticks: (time / scenario.world.step).rounded())
}

private final class StepObserver: RunObserver {
  private let step: (Simulation) throws -> Void

  init(_ step: @escaping (Simulation) throws -> Void) { self.step = step }

  func didStep(in run: Run) throws { try step(run.simulation) }
}
