internal import NIOCore
internal import Synchronization
internal import Tiltbox
internal import TiltboxJSON

/// Publishes the state of a run for its viewers. Nobody waits: the feed keeps the newest value of everything, and all
/// answers.
final class LiveFeed: Sendable {
  /// The scene that viewers need before the frames of a list of bodies.
  struct SceneText: Sendable {
    let list: Int
    let text: ByteBuffer
    /// The scenario as a JSON file.
    let scenario: String
  }

  /// The status of the run.
  struct Status: Sendable {
    var tick = 0
    var time = 0.0
    var isPaused = false
    var speed = 1.0
    var bodies = 0
    var holder: Int?
    var isLocked = false
    var session = 0
    /// The number of quarantined bodies, in all sessions.
    var quarantined = 0
    /// The number of commands that the run has rejected.
    var rejected = 0
    var statistics: RunStatistics?
    var second: SecondStatistics?

    /// Returns the message that viewers receive once a second and when the status changes.
    func message(clients: Int) -> ByteBuffer {
      var members: [(String, JSON)] = [
        ("kind", .text("status")), ("tick", .whole(tick)), ("t", .number(time)),
        ("paused", .flag(isPaused)), ("speed", .number(speed)),
        ("bodies", .whole(bodies)), ("clients", .whole(clients)),
        ("holder", holder.map(JSON.whole) ?? .null), ("locked", .flag(isLocked)),
      ]
      if let second {
        members += [
          ("realTimeFactor", .number(second.realTimeFactor)), ("load", .number(second.load)),
          ("lateness", .number(second.lateness.percentile(0.99).inSeconds)),
          ("dropped", .whole(second.droppedTicks)),
        ]
      }
      return ByteBuffer(string: JSON.object(members).line)
    }
  }

  struct Update: Sendable {
    var scene: SceneText?
    var frame: Frame?
    var answers: [(viewer: Int, text: ByteBuffer)] = []
    /// The viewer of each body that the run has rejected.
    var rejectedBodies: [Int] = []
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
  func noteAlive(_ now: Duration) { lastAlive.store(now.components.seconds, ordering: .relaxed) }

  /// Whether the run was alive within the last two seconds.
  func isAlive(at now: Duration) -> Bool {
    now.components.seconds - lastAlive.load(ordering: .relaxed) <= 2
  }

  /// Sets the closure that announces updates, nil for none; it is called once for all changes until the next `take()`.
  func onUpdate(_ announce: (@Sendable () -> Void)?) { state.withLock { $0.announce = announce } }

  /// Changes the published state and announces the change.
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
  func put(_ recording: PartialRecording?) { state.withLock { $0.update.recording = recording } }

  /// The published state.
  var newest: Update { state.withLock(\.update) }

  /// Returns the published state; removes the answers, the rejected bodies and the flags of changes.
  func take() -> Update {
    state.withLock { state in
      defer {
        state.update.answers = []
        state.update.rejectedBodies = []
        state.update.statusChanged = false
        state.isAnnounced = false
      }
      return state.update
    }
  }
}
