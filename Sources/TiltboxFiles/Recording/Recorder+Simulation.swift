package import Tiltbox

extension Recorder {
  /// Records a trajectory up to its end, like a run without a clock. Waits for the reader of the output.
  ///
  /// - Parameters:
  ///   - trajectory: The trajectory, at its first tick.
  ///   - progress: Receives simulated times, in seconds; its error ends the recording.
  /// - Throws: The errors of the trajectory and of `progress`; ``OutputError``.
  package func record(
    _ trajectory: SimulationReader,
    progress: (_ time: Double) throws -> Void
  ) throws {
    let simulation = trajectory.simulation
    let scenario = simulation.scenario
    let schedule = FrameSchedule(rate: scenario.run.frames, step: scenario.world.step)
    var statistics = RunStatistics(step: schedule.step)
    try begin(simulation)
    while try trajectory.next() != nil {
      try recordEvents(of: simulation)
      try recordBodyList(of: simulation)
      guard schedule.isFrame(simulation.tick) else { continue }
      try recordFrame(of: simulation)
      statistics.frames += 1
      try progress(simulation.time)
    }
    try end(simulation, RunSummary(of: simulation, statistics: statistics))
  }
}
