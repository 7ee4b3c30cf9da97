internal import Synchronization
internal import Tiltbox

/// Where a run puts what its viewers are to see. Nobody waits: of each thing the newest is there, and answers are as
/// many as there were lines.
final class Board: Sendable {
  /// What viewers have to know before the frames of a list of bodies.
  struct SceneNote: Sendable {
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
    var statistics: RunStatistics?
    var second: SecondStatistics?
  }

  struct News: Sendable {
    var scene: SceneNote?
    var snapshot: Snapshot?
    var answers: [(viewer: Int, text: [UInt8])] = []
    var status = Status()
    var statusChanged = false
    var recording: RecordingSoFar?
  }

  private struct State {
    var news = News()
    var isAnnounced = false
    var announce: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let sign = Atomic<Int64>(0)

  /// Notes that the run is alive at a time.
  func noteSign(_ now: Duration) {
    sign.store(now.components.seconds, ordering: .relaxed)
  }

  /// Whether the run was alive within the last two seconds.
  func isAlive(at now: Duration) -> Bool {
    now.components.seconds - sign.load(ordering: .relaxed) <= 2
  }

  /// From now on somebody is told, once for all that is posted until it is taken.
  func onNews(_ announce: @escaping @Sendable () -> Void) {
    state.withLock { $0.announce = announce }
  }

  /// Changes what stands on the board, and tells of it.
  func post(_ change: (inout News) -> Void) {
    let announce: (@Sendable () -> Void)? = state.withLock { state in
      change(&state.news)
      guard !state.isAnnounced else { return nil }
      state.isAnnounced = state.announce != nil
      return state.announce
    }
    announce?()
  }

  /// Puts the recording on the board; nobody is told, since nobody waits for it.
  func put(_ recording: RecordingSoFar) {
    state.withLock { $0.news.recording = recording }
  }

  /// What stands on the board.
  var news: News { state.withLock(\.news) }

  /// What stands on the board; answers and the marks of changes are taken off it.
  func take() -> News {
    state.withLock { state in
      defer {
        state.news.answers = []
        state.news.statusChanged = false
        state.isAnnounced = false
      }
      return state.news
    }
  }
}
