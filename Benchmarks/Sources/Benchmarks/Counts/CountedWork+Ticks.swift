internal import CReference
internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

// Ticks of a pile of crates, with increasing parts of the work of a run.
extension CountedWork {
  func prepareTicks() throws -> (Int) throws -> Void {
    let pile = Pile(count: [.cTickFew, .tickGridFew].contains(self) ? 5 : 1000)
    switch self {
    case .cTick, .cTickFew, .cTickDigest: return try prepareTicksInC(pile)
    case .simulation:
      let simulation = try pile.makeSimulation()
      return { times in for _ in 0..<times { try simulation.advance() } }
    case .simulationMCAP: return try prepareRecording(pile)
    default: return try prepareTicks(pile)
    }
  }

  /// `Simulation.advance`, and an MCAP recording at 60 frames per second.
  private func prepareRecording(_ pile: Pile) throws -> (Int) throws -> Void {
    let simulation = try pile.makeSimulation()
    let recorder = try Recorder(.mcap, to: "/dev/null")
    try recorder.begin(simulation)
    return { times in
      for _ in 0..<times {
        try simulation.advance()
        try recorder.recordEvents(of: simulation)
        if simulation.tick.isMultiple(of: 2) { try recorder.recordFrame(of: simulation) }
      }
    }
  }

  /// `cpSpaceSetGravity` and `cpSpaceStep`; optionally with a digest of all states.
  private func prepareTicksInC(_ pile: Pile) throws -> (Int) throws -> Void {
    let scene = unsafe try pile.makeScene()
    var (tick, digest) = (0, 0xcbf2_9ce4_8422_2325 as UInt64)
    return { times in
      for _ in 0..<times {
        let gravity = pile.gravity(at: tick)
        unsafe CReferenceSceneTick(scene, gravity.x, gravity.y)
        if self == .cTickDigest { digest = unsafe CReferenceSceneDigest(scene, digest) }
        tick += 1
      }
    }
  }

  /// `Space.gravity` and `Space.step`; optionally with empty handlers, a snapshot, or reading the states.
  private func prepareTicks(_ pile: Pile) throws -> (Int) throws -> Void {
    let space = try pile.makeSpace(engine: isOnGrid ? .tiltbox : .chipmunk)
    addHandler(to: space)
    var states: [BodyState] = []
    let snapshot = Snapshot()
    return { times in
      for _ in 0..<times {
        space.gravity = pile.gravity(at: space.tick)
        try space.step()
        if self == .snapshot {
          try space.snapshot(into: snapshot)
          try space.restore(snapshot)
        }
        if self == .tickStates { space.readStates(into: &states) }
      }
    }
  }

  private var isOnGrid: Bool { [.tickGrid, .tickGridFew, .snapshot].contains(self) }

  private func addHandler(to space: Space) {
    guard [.tickPreSolve, .tickPostSolve, .tickHandler].contains(self) else { return }
    let handler = space.addHandler(for: .all)
    if self != .tickPostSolve { handler.preSolve = { _ in true } }
    if self != .tickPreSolve { handler.postSolve = { _ in } }
    guard self == .tickHandler else { return }
    handler.begin = { _ in true }
    handler.separate = { _ in }
  }
}
