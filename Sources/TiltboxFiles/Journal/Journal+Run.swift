internal import Chipmunk
public import Tiltbox

/// A journal keeps each request of a run before it acts.
extension Journal: RunObserver {
  /// True: a checkpoint is kept as a line from which the run can be resumed.
  public var keepsCheckpoints: Bool { true }

  /// Writes a request down; a request that cannot be written does not act.
  public func willApply(_ request: Request, in run: Run) throws {
    if request == .checkpoint {
      do { try appendCheckpoint(of: run.simulation) } catch let error as PhysicsError {
        throw RequestError(error.description)
      }
      return
    }
    try append(.request(request), tick: run.simulation.tick)
  }

  /// Writes the fingerprint down once a simulated second, and the checkpoint that is due.
  public func didStep(in run: Run) throws {
    let simulation = run.simulation
    let ticksPerSecond = Int(min((1 / simulation.scenario.world.step).rounded(), 1e9))
    if keepsDigests, simulation.tick.isMultiple(of: max(1, ticksPerSecond)) {
      try append(.digest(simulation.digest), tick: simulation.tick)
    }
    if let checkpointEvery, simulation.tick.isMultiple(of: checkpointEvery) {
      // One that cannot be taken now is left out: a resumed run repeats what was before.
      do { try appendCheckpoint(of: simulation) } catch is PhysicsError {}
    }
  }

  /// Writes the last line, whether the run ended in good order or by an error.
  public func didEnd(_ summary: RunSummary?, of run: Run) throws { try end(run.simulation) }
}

/// A journal is also where a run takes its requests from, to repeat them.
extension Replay: RequestSource {
  /// Does what the journal has for the run's tick.
  public func read(in run: Run) throws { try applyRequests() }
}
