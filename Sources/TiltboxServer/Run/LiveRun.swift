internal import Chipmunk
internal import Tiltbox
internal import TiltboxScenario

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

  private var round = 0
  private var scene = 0
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
    var next = try load(scene)
    while !shouldStop() {
      let round = try LiveRound(next, of: self, number: round + 1)
      self.round += 1
      switch try play(round, shouldStop) {
      case .stop: return
      case .scene(let index, let scenario): (scene, next) = (index, scenario)
      case .failure: next = try load(scene)
      }
    }
  }

  private enum Outcome {
    case stop
    case failure
    case scene(Int, Scenario)
  }

  private func play(_ round: LiveRound, _ shouldStop: () -> Bool) throws -> Outcome {
    do {
      try round.run(shouldStop)
      try round.end()
      guard let index = round.wantedScene, let scenario = round.wantedScenario else { return .stop }
      return .scene(index, scenario)
    } catch let error as PhysicsError {
      try recover(from: error)
    } catch let error as ScenarioProblem {
      try recover(from: error)
    }
    try round.end()
    return .failure
  }

  /// A world that came apart begins again; one that does so at once cannot be run.
  private func recover(from error: any Error) throws {
    let now = MonotonicClock().now()
    guard lastFailure == .zero || now - lastFailure > .seconds(1) else { throw error }
    lastFailure = now
    options.warn("the run has ended and begins again: \(error)")
  }

  /// Reads a scene for a round that goes on until somebody ends it, and makes sure that the round can begin: what is
  /// wrong is the affair of whoever has asked for the scene.
  func load(_ index: Int) throws -> Scenario {
    var scenario = try scenes[index].load()
    scenario.run.duration = nil
    scenario.expectations = []
    _ = try Simulation(scenario)
    return scenario
  }

  /// The number of the scene that is played.
  var sceneIndex: Int { scene }
}
