internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// Runs one scene after another, a round each, on the thread that calls it.
final class LiveRun {
  let scenes: [Scene]
  let options: LiveOptions
  let inbox: Inbox
  let board: Board
  var holder = TiltHolder()
  /// Whether time stands still, and how fast it passes; a reset changes neither.
  var isPaused = false
  var speed = 1.0
  /// The number of the newest list of bodies.
  var list = 0

  private var lastFailure = Duration.zero

  /// Makes a run; there is at least one scene.
  init(scenes: [Scene], options: LiveOptions, inbox: Inbox, board: Board) {
    (self.scenes, self.options, self.inbox, self.board) = (scenes, options, inbox, board)
  }

  /// Runs until it is asked to stop.
  ///
  /// - Throws: What keeps the first scene from beginning, a journal or a recording from being written; and what ends a
  ///   round again within a second.
  func run(shouldStop: () -> Bool) throws {
    var next: LiveRound? = try LiveRound(0, of: self)
    var number = 0
    while let round = next, !shouldStop() {
      number += 1
      next = try play(round, number, shouldStop)
    }
  }

  /// Plays a round to its end; the round that follows it, unless it was stopped.
  private func play(
    _ round: LiveRound,
    _ number: Int,
    _ shouldStop: () -> Bool
  ) throws -> LiveRound? {
    do {
      try round.run(number: number, shouldStop)
      try round.end()
      return round.next
    } catch let error as PhysicsError {
      try recover(from: error)
    } catch let error as ScenarioProblem {
      try recover(from: error)
    }
    try round.end()
    return try LiveRound(round.scene, of: self)
  }

  /// A world that came apart begins again; one that does so at once cannot be run.
  private func recover(from error: any Error) throws {
    let now = MonotonicClock().now()
    guard lastFailure == .zero || now - lastFailure > .seconds(1) else { throw error }
    lastFailure = now
    options.warn("the run has ended and begins again: \(error)")
  }
}
