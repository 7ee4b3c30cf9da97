public import Tiltbox

/// A recorder writes down the run that it observes: frames, events, and the answers to lines of input.
extension Recorder: RunObserver {
  /// Writes the header.
  public func didBegin(_ run: Run) throws {
    guard recordsRun else { return }
    try begin(run.simulation)
    try recordPace(run.schedule, of: run.simulation)
  }

  /// Writes the answer to a line of input that asks for one, or was rejected.
  public func didAnswer(
    _ message: Mailbox.Message,
    rejection: RequestError?,
    in run: Run
  ) throws {
    guard let line = message.line, message.ack != nil || rejection != nil else { return }
    let reason = rejection?.description
    try record(Answer(tick: run.simulation.tick, line: line, ack: message.ack, reason: reason))
  }

  /// Writes the events of a tick.
  public func didStep(in run: Run) throws {
    if recordsRun { try recordEvents(of: run.simulation) }
  }

  /// Writes the list of bodies if it has changed. In real time what was written goes out at once.
  public func didServe(in run: Run) throws {
    guard recordsRun else { return }
    try recordBodyList(of: run.simulation)
    if !waits { try flush() }
  }

  /// Writes a frame.
  public func showFrame(of run: Run) throws {
    if recordsRun { try recordFrame(of: run.simulation) }
  }

  /// Writes that step or frame rate are others from here on.
  public func didChangePace(of run: Run) throws {
    if recordsRun { try recordPace(run.schedule, of: run.simulation) }
  }

  /// Writes how the run keeps up.
  public func didPass(_ second: SecondStatistics, in run: Run) throws {
    if recordsStatus { try record(second, of: run.simulation) }
  }

  /// Writes the summary of a round that ended in good order.
  public func didEnd(_ summary: RunSummary?, of run: Run) throws {
    if let summary { try end(run.simulation, summary) }
  }
}
