public import Tiltbox
public import TiltboxFiles

/// How a live run goes, whoever looks at it.
public struct LiveOptions: Sendable {
  /// How many bodies there can be at most; viewers add some.
  public var maxBodies = 2000
  /// The room for the recording of a run, in bytes: where it is full, the oldest part of the recording goes.
  public var recordingLimit = 256 << 20
  /// What to do when the machine cannot keep up with real time.
  public var onOverload = OverloadPolicy.drop
  /// Opens the journal of a round, if there is to be one. Rounds are counted from 1: each reset begins another.
  public var journal: @Sendable (_ scenario: Scenario, _ round: Int) throws -> Journal? = {
    _,
    _ in nil
  }
  /// Told what the one who runs the service should know.
  public var warn: @Sendable (_ warning: String) -> Void = { _ in }

  /// Makes the options of a run without a journal.
  public init() {}
}
