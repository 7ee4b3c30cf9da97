internal import CChipmunk

// What collisions leave for the next step's: where to begin. A tree forgets it when it is built anew.
extension Space {
  func captureWarmth(_ checkpoint: inout Checkpoint) {
    guard broadphase == .grid else { return }
    var memory = [CChipmunkWarmPair](
      repeating: CChipmunkWarmPair(),
      count: Int(unsafe CChipmunkWarmCount(raw.pointee.dynamicShapes))
    )
    unsafe CChipmunkReadWarmth(raw.pointee.dynamicShapes, &memory)
    memory.sort { ($0.a, $0.b) < ($1.a, $1.b) }
    checkpoint.warmth = memory.flatMap { [Int($0.a), Int($0.b), Int($0.id)] }
  }

  /// Gives a new grid what the collisions have left. All shapes must be in it.
  func resumeWarmth(_ checkpoint: Checkpoint) {
    guard broadphase == .grid else { return }
    let memory = stride(from: 0, to: checkpoint.warmth.count, by: 3).map {
      CChipmunkWarmPair(
        a: cpHashValue(checkpoint.warmth[$0]),
        b: UInt32(checkpoint.warmth[$0 + 1]),
        id: UInt32(checkpoint.warmth[$0 + 2])
      )
    }
    unsafe CChipmunkWriteWarmth(raw.pointee.dynamicShapes, memory, UInt32(memory.count))
  }
}
