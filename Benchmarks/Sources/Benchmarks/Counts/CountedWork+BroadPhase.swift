internal import Chipmunk

// Scenes that are hard for a broad phase, small enough to count their instructions.
extension CountedWork {
  func prepareBroadPhase() throws -> (Int) throws -> Void {
    let scene: SpaceScene =
      switch self {
      case .sleepTree, .sleepGrid: .asleep(1000)
      case .sizesTree, .sizesGrid: .sizes(1000)
      default: .segments(10_000, discs: 100)
      }
    let isOnGrid = [.sleepGrid, .sizesGrid, .segmentsGrid].contains(self)
    let step = try scene.prepare(isOnGrid ? .tiltbox : .chipmunk)
    return { times in for _ in 0..<times { try step() } }
  }
}
