public import Tiltbox

/// A recorder writes the run that it observes: frames, events, and the answers to lines of input.
extension Recorder: RunObserver {
  /// Writes the header.
  public func didBegin(_ run: Run) throws {
    guard recordsRun else { return }
    try write(of: run) {
      try begin(run.simulation)
      try recordPace(run.schedule, of: run.simulation)
    }
  }

  /// Writes the answer to a line of input that asks for one, or was rejected.
  public func didAnswer(
    _ message: Mailbox.Message,
    rejection: RequestError?,
    in run: Run
  ) throws {
    guard let line = message.line, message.ack != nil || rejection != nil else { return }
    let reason = rejection?.description
    try write(of: run) {
      try record(Answer(tick: run.simulation.tick, line: line, ack: message.ack, reason: reason))
    }
  }

  /// Writes the events of a tick.
  public func didStep(in run: Run) throws {
    if recordsRun { try write(of: run) { try recordEvents(of: run.simulation) } }
  }

  /// Writes the list of bodies if it has changed. In real time, flushes the output.
  public func didServe(in run: Run) throws {
    guard recordsRun else { return }
    try write(of: run) {
      try recordBodyList(of: run.simulation)
      if !waits { try flush() }
    }
  }

  /// Writes a frame.
  public func showFrame(of run: Run) throws {
    if recordsRun { try write(of: run) { try recordFrame(of: run.simulation) } }
  }

  /// Writes the new step and frame rate.
  public func didChangePace(of run: Run) throws {
    if recordsRun { try write(of: run) { try recordPace(run.schedule, of: run.simulation) } }
  }

  /// Writes the run's timing in the past second.
  public func didPass(_ second: SecondStatistics, in run: Run) throws {
    if recordsStatus { try write(of: run) { try record(second, of: run.simulation) } }
  }

  /// Writes the summary if the run ended normally.
  public func didEnd(_ summary: RunSummary?, of run: Run) throws {
    if let summary { try write(of: run) { try end(run.simulation, summary) } }
  }

  /// Does nothing after an error in writing, since the output may end in half a line.
  private func write(of run: Run, _ work: () throws -> Void) throws {
    guard failure == nil else { return }
    do { try work() } catch let error as OutputError {
      guard let didFail, case .failed = error else { throw error }
      failure = error
      didFail(error, run)
    }
  }
}
