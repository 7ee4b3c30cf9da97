public import Tiltbox
public import TiltboxFiles

/// The options of a live run that do not concern its viewers.
public struct LiveOptions: Sendable {
  /// The maximum number of bodies, at least 0; viewers cannot add more once it is reached.
  public var maxBodies = 500
  /// The maximum size of the recording of a run, in bytes, at least 0. If it is full, the oldest
  /// part is dropped; 0 means no recording.
  public var recordingLimit = 256 << 20
  /// What to do when the machine cannot keep up with real time.
  public var onOverload = OverloadPolicy.drop
  /// The most threads that a tick may use, from 1 to 64. The number changes no result.
  public var threads = 1
  /// The number of the first session.
  public var firstSession = 1
  /// Resumes a run from its journal, if there is one: returns the replay at the end of the journal,
  /// and the journal, to be continued.
  public var resume: @Sendable () throws -> (replay: Replay, journal: Journal)? = { nil }
  /// Opens the journal of a session; nil for none. Session numbers begin at ``firstSession``, and each
  /// reset begins another session. If this throws, the first session does not begin, or the reset is
  /// rejected.
  public var journal: @Sendable (_ scenario: Scenario, _ session: Int) throws -> Journal? = {
    _,
    _ in nil
  }
  /// Receives events for the operator of the service.
  public var log: @Sendable (ServiceEvent) -> Void = { _ in }

  /// Makes the options of a run without a journal.
  public init() {}

  /// Throws ``ServerError`` for a number out of its range.
  func check() throws(ServerError) {
    try ServerError.check([("maxBodies", maxBodies, 0), ("recordingLimit", recordingLimit, 0)])
    guard 1...64 ~= threads else { throw ServerError("threads is \(threads); give 1 to 64") }
  }
}
