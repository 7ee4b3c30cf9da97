/// Watches a run: a recorder, a journal, a view, a client of the network.
///
/// The run calls its observers on its own thread, in the order in which they were added. What a method throws ends the
/// run, except for a ``RequestError`` of ``willApply(_:in:)``, which rejects the request. A tick calls
/// ``willStep(in:)``, ``didStep(in:)``, then for each request that is due ``willApply(_:in:)`` and
/// ``didAnswer(_:rejection:in:)``, then ``didServe(in:)``, and ``showFrame(of:)`` if the tick is a frame. While the run
/// is paused only requests are served.
public protocol RunObserver: AnyObject {
  /// Whether ``willApply(_:in:)`` takes the simulation's checkpoint for ``Request/checkpoint`` and keeps it.
  var keepsCheckpoints: Bool { get }

  /// The run is at the first tick of a round: at its beginning, and after each reset.
  func didBegin(_ run: Run) throws
  /// A request was accepted and acts next, from the simulation's tick on. The scenario's own tilt comes here too.
  func willApply(_ request: Request, in run: Run) throws
  /// A client's message was carried out, or rejected for a reason.
  func didAnswer(_ message: Mailbox.Message, rejection: RequestError?, in run: Run) throws
  /// The next step follows: the place for forces, as impulses that ``Run/perform(_:)`` applies.
  func willStep(in run: Run) throws
  /// The simulation has taken a step; its events are those of this tick.
  func didStep(in run: Run) throws
  /// The requests that were due are done. Also called while the run is paused, about a hundred times a second.
  func didServe(in run: Run) throws
  /// The simulation's tick is a frame.
  func showFrame(of run: Run) throws
  /// ``Run/schedule`` has changed.
  func didChangePace(of run: Run) throws
  /// A second of real time has passed.
  func didPass(_ second: SecondStatistics, in run: Run) throws
  /// Something that the user should know.
  func warn(_ warning: RunWarning, in run: Run)
  /// The round is over; adds to its summary what the observer knows.
  func complete(_ summary: inout RunSummary, of run: Run)
  /// The round is over.
  ///
  /// - Parameters:
  ///   - summary: What it has come to; nil if an error has ended it.
  ///   - run: The run, which has another simulation after a reset.
  /// - Throws: An error that ends the run, once all observers have been told.
  func didEnd(_ summary: RunSummary?, of run: Run) throws
}

extension RunObserver {
  /// False.
  public var keepsCheckpoints: Bool { false }
  /// Does nothing.
  public func didBegin(_ run: Run) throws {}
  /// Does nothing.
  public func willApply(_ request: Request, in run: Run) throws {}
  /// Does nothing.
  public func didAnswer(
    _ message: Mailbox.Message,
    rejection: RequestError?,
    in run: Run
  ) throws {}
  /// Does nothing.
  public func willStep(in run: Run) throws {}
  /// Does nothing.
  public func didStep(in run: Run) throws {}
  /// Does nothing.
  public func didServe(in run: Run) throws {}
  /// Does nothing.
  public func showFrame(of run: Run) throws {}
  /// Does nothing.
  public func didChangePace(of run: Run) throws {}
  /// Does nothing.
  public func didPass(_ second: SecondStatistics, in run: Run) throws {}
  /// Does nothing.
  public func warn(_ warning: RunWarning, in run: Run) {}
  /// Does nothing.
  public func complete(_ summary: inout RunSummary, of run: Run) {}
  /// Does nothing.
  public func didEnd(_ summary: RunSummary?, of run: Run) throws {}
}

/// A client on the run's own thread, which the run asks for requests: lines of input, keys, a journal.
public protocol RequestSource: AnyObject {
  /// Reads what has come in, without waiting. Called once whenever requests are served.
  func read(in run: Run) throws
  /// The next message; nil if there is none.
  func nextMessage() -> Mailbox.Message?
}

extension RequestSource {
  /// None.
  public func nextMessage() -> Mailbox.Message? { nil }
}

/// Something about a run that its user should know.
public enum RunWarning: Hashable, Sendable {
  /// The machine could not keep up: steps are longer from now on, or frames fewer.
  case adapted(FrameSchedule, isLonger: Bool)
  /// Steps take more than half of the time that they simulate, and much more than when this was last told.
  case load(Double)
  /// The speed limit in units/s acted on a body, for the first time.
  case limited(body: String, limit: Double)
  /// A body diverged and was removed from the world, with why.
  case quarantined(Event, reason: String)
}
