internal import Synchronization
internal import Tiltbox

/// What a run publishes for its viewers. Nobody waits: of each thing the newest is there, and all answers.
final class LiveFeed: Sendable {
  /// What viewers have to know before the frames of a list of bodies.
  struct SceneText: Sendable {
    let list: Int
    /// The text of the message.
    let text: [UInt8]
    /// The scenario as a file in JSON.
    let scenario: String
  }

  /// How the run goes.
  struct Status: Sendable {
    var tick = 0
    var time = 0.0
    var isPaused = false
    var speed = 1.0
    var bodies = 0
    var holder: Int?
    var isLocked = false
    var round = 0
    /// Of all rounds.
    var quarantined = 0
    /// Commands that the run has rejected.
    var rejected = 0
    var statistics: RunStatistics?
    var second: SecondStatistics?
  }

  struct Update: Sendable {
    var scene: SceneText?
    var frame: Frame?
    var answers: [(viewer: Int, text: [UInt8])] = []
    var status = Status()
    var statusChanged = false
    var recording: PartialRecording?
  }

  private struct State {
    var update = Update()
    var isAnnounced = false
    var announce: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let lastAlive = Atomic<Int64>(0)

  /// Notes that the run is alive at a time.
  func noteAlive(_ now: Duration) {
    lastAlive.store(now.components.seconds, ordering: .relaxed)
  }

  /// Whether the run was alive within the last two seconds.
  func isAlive(at now: Duration) -> Bool {
    now.components.seconds - lastAlive.load(ordering: .relaxed) <= 2
  }

  /// Sets who is called once for all that is published until it is taken.
  func onUpdate(_ announce: @escaping @Sendable () -> Void) {
    state.withLock { $0.announce = announce }
  }

  /// Changes what viewers see, and announces it.
  func publish(_ change: (inout Update) -> Void) {
    let announce: (@Sendable () -> Void)? = state.withLock { state in
      change(&state.update)
      guard !state.isAnnounced else { return nil }
      state.isAnnounced = state.announce != nil
      return state.announce
    }
    announce?()
  }

  /// Replaces the recording without a notification: no client waits for it.
  func put(_ recording: PartialRecording?) {
    state.withLock { $0.update.recording = recording }
  }

  /// What is published.
  var newest: Update { state.withLock(\.update) }

  /// What is published; answers and the marks of changes are removed.
  func take() -> Update {
    state.withLock { state in
      defer {
        state.update.answers = []
        state.update.statusChanged = false
        state.isAnnounced = false
      }
      return state.update
    }
  }
}
