internal import CReference
internal import Chipmunk
internal import Tiltbox

// The ways in this process.
extension StepWay {
  /// `cpSpaceSetGravity`, `cpSpaceStep` and a loop over the bodies with the library's getters.
  static func c(_ pile: Pile) throws -> StepWay {
    let scene = unsafe try pile.makeScene()
    var states = [Double](repeating: 0, count: 6 * pile.crates.count)
    var tick = 0
    return StepWay(
      name: "C",
      run: { ticks in
        time {
          for _ in 0..<ticks {
            let gravity = pile.gravity(at: tick)
            unsafe CReferenceSceneTick(scene, gravity.x, gravity.y)
            unsafe CReferenceSceneRead(scene, &states)
            tick += 1
          }
        }
      },
      heights: { Heights(stride(from: 1, to: states.count, by: 6).map { states[$0] }) }
    )
  }

  /// `Space.gravity`, `Space.step` and `Space.readStates`. With several threads, and if `isReal`, it takes real time.
  static func space(
    _ pile: Pile,
    _ engine: Engine,
    threads: Int = 1,
    isReal: Bool = false
  ) throws -> StepWay {
    let space = try pile.makeSpace(engine: engine)
    space.threads = threads
    var states: [BodyState] = []
    return StepWay(
      name: "`\(engine)`" + (threads > 1 ? ", \(threads) threads" : ""),
      run: { ticks in
        try time(by: threads > 1 || isReal ? realTime : threadTime) {
          for _ in 0..<ticks {
            space.gravity = pile.gravity(at: space.tick)
            try space.step()
            space.readStates(into: &states)
          }
        }
      },
      heights: { Heights(states.map(\.position.y)) }
    )
  }

  /// `Simulation.advance`, which reads the states and computes their digest.
  static func simulation(_ pile: Pile) throws -> StepWay {
    let simulation = try pile.makeSimulation()
    return StepWay(
      name: "`Simulation`, chipmunk",
      run: { ticks in try time { for _ in 0..<ticks { try simulation.advance() } } },
      heights: { Heights(simulation.states.map(\.position.y)) }
    )
  }
}
