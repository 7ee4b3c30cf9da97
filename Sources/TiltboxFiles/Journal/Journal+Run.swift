internal import Chipmunk
public import Tiltbox

/// A journal writes each request of a run before the run applies it.
extension Journal: RunObserver {
  /// Always true: the journal writes a checkpoint as a line from which the run can be resumed.
  public var keepsCheckpoints: Bool { true }

  /// Writes a request; if writing fails, the run does not apply the request.
  public func willApply(_ request: Request, in run: Run) throws {
    if request == .checkpoint {
      do { try requestCheckpoint(of: run.simulation) } catch let error as PhysicsError {
        throw RequestError(error.description)
      }
      return
    }
    try append(.request(request), tick: run.simulation.tick)
  }

  /// Writes the newest checkpoint that was requested since the last step.
  public func willStep(in run: Run) throws { try appendDueCheckpoint(of: run.simulation) }

  /// Writes a digest once a simulated second, and a checkpoint every ``checkpointEvery`` ticks.
  public func didStep(in run: Run) throws {
    let simulation = run.simulation
    let ticksPerSecond = Int(min((1 / simulation.scenario.world.step).rounded(), 1e9))
    if keepsDigests, simulation.tick.isMultiple(of: max(1, ticksPerSecond)) {
      try append(.digest(simulation.digest), tick: simulation.tick)
    }
    if let checkpointEvery, simulation.tick.isMultiple(of: checkpointEvery) {
      // Skip a checkpoint that cannot be taken now: a resumed run repeats from an earlier one.
      do { try appendCheckpoint(of: simulation) } catch is PhysicsError {}
    }
  }

  /// Writes the last lines, whether the run ended normally or with an error.
  public func didEnd(_ summary: RunSummary?, of run: Run) throws {
    try appendDueCheckpoint(of: run.simulation)
    try end(run.simulation)
  }
}

/// A replay is a source of requests: the run repeats those of the journal.
extension Replay: RequestSource {
  /// Applies the journal's requests for the run's current tick.
  public func read(in run: Run) throws { try applyRequests() }
}
