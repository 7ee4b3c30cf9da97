public import Tiltbox
public import TiltboxFiles

/// How a live run goes, whoever looks at it.
public struct LiveOptions: Sendable {
  /// How many bodies there can be at most; viewers add some.
  public var maxBodies = 500
  /// The room for the recording of a run, in bytes: where it is full, the oldest part of the recording goes. Without any
  /// nothing is recorded.
  public var recordingLimit = 256 << 20
  /// What to do when the machine cannot keep up with real time.
  public var onOverload = OverloadPolicy.drop
  /// The number of the first round.
  public var firstRound = 1
  /// Goes on with a run from its journal, if there is one to go on with: the replay stands at its end, and the journal
  /// continues it.
  public var resume: @Sendable () throws -> (replay: Replay, journal: Journal)? = { nil }
  /// Opens the journal of a round, if there is to be one. Rounds are counted from ``firstRound``: each reset begins
  /// another. An error keeps the first round from beginning, and rejects a reset.
  public var journal: @Sendable (_ scenario: Scenario, _ round: Int) throws -> Journal? = {
    _,
    _ in nil
  }
  /// Receives what happens, for the operator of the service.
  public var log: @Sendable (ServiceEvent) -> Void = { _ in }

  /// Makes the options of a run without a journal.
  public init() {}
}
