package import Tiltbox

extension Recorder {
  /// Records the course of a simulation up to its end, as a run without a clock is recorded. It waits for its reader.
  ///
  /// - Parameters:
  ///   - course: What is recorded, none of which was asked for.
  ///   - progress: Told of simulated times, in seconds; what it throws ends the work.
  /// - Throws: What the course throws; ``OutputError``.
  package func record(
    _ course: SimulationCourse,
    progress: (_ time: Double) throws -> Void
  ) throws {
    let simulation = course.simulation
    let scenario = simulation.scenario
    let schedule = FrameSchedule(rate: scenario.run.frames, step: scenario.world.step)
    var statistics = RunStatistics(step: schedule.step)
    try begin(simulation)
    while try course.next() != nil {
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
