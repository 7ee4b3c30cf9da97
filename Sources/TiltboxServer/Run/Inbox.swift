internal import Synchronization
internal import Tiltbox
internal import TiltboxFiles

/// What viewers have sent and the run has not taken yet, in bounded memory: of tilts the newest of each viewer, of
/// lines so many and then no more.
final class Inbox: Sendable {
  /// How many lines of one viewer wait at most.
  static let linesPerViewer = 64

  struct Letter: Sendable {
    let viewer: Int
    let line: ViewerLine
  }

  struct Contents: Sendable {
    /// The newest tilt of each viewer who has sent one, the last to come last.
    var tilts: [(viewer: Int, tilt: Tilt)] = []
    var letters: [Letter] = []
    /// Who has gone.
    var departed: [Int] = []
  }

  private struct State {
    var contents = Contents()
    var waiting: [Int: Int] = [:]
  }

  private let state = Mutex(State())

  /// Takes in how a viewer holds the device; an older tilt of the same viewer is forgotten.
  func add(_ tilt: Tilt, from viewer: Int) {
    state.withLock { state in
      state.contents.tilts.removeAll { $0.viewer == viewer }
      state.contents.tilts.append((viewer, tilt))
    }
  }

  /// Takes in a line; false if too many wait.
  func add(_ line: ViewerLine, from viewer: Int) -> Bool {
    state.withLock { state in
      let count = state.waiting[viewer, default: 0]
      guard count < Self.linesPerViewer else { return false }
      state.waiting[viewer] = count + 1
      state.contents.letters.append(Letter(viewer: viewer, line: line))
      return true
    }
  }

  /// A viewer has gone; what it has sent still counts, but for its tilt.
  func leave(_ viewer: Int) {
    state.withLock { state in
      state.contents.tilts.removeAll { $0.viewer == viewer }
      state.contents.departed.append(viewer)
    }
  }

  /// All that waits.
  func take() -> Contents {
    state.withLock { state in
      guard
        !state.contents.tilts.isEmpty || !state.contents.letters.isEmpty
          || !state.contents.departed.isEmpty
      else { return Contents() }
      defer { state = State() }
      return state.contents
    }
  }
}
