internal import Tiltbox
internal import TiltboxFiles

/// Work whose instructions are counted: `Benchmarks count NAME TIMES` warms up, then repeats it that many times.
enum CountedWork: String, CaseIterable {
  case cTick, cTickDigest, tick, tickPreSolve, tickPostSolve, tickHandler, tickStates, simulation
  case simulationMCAP
  case tickGrid, cTickFew, tickGridFew, snapshot
  case sleepTree, sleepGrid, sizesTree, sizesGrid, segmentsTree, segmentsGrid
  case flight, shower
  case cRead, read, cReadIDs, readIDs, cWrite, write, cWriteIDs, writeIDs
  case cJSON, json, cCSV, csv

  /// The number of repetitions before counting begins: a pile first comes to rest and starts to turn.
  var warmUp: Int {
    switch self {
    case .cTick, .cTickDigest, .tick, .tickPreSolve, .tickPostSolve, .tickHandler, .tickStates,
      .simulation, .simulationMCAP, .tickGrid, .cTickFew, .tickGridFew, .snapshot:
      240
    case .flight, .shower: 20
    default: 2
    }
  }

  func prepare() throws -> (_ times: Int) throws -> Void {
    switch self {
    case .cTick, .cTickDigest, .tick, .tickPreSolve, .tickPostSolve, .tickHandler, .tickStates,
      .simulation, .simulationMCAP, .tickGrid, .cTickFew, .tickGridFew, .snapshot:
      try prepareTicks()
    case .sleepTree, .sleepGrid, .sizesTree, .sizesGrid, .segmentsTree, .segmentsGrid:
      try prepareBroadPhase()
    case .flight, .shower: try prepareShower()
    case .cRead, .read, .cReadIDs, .readIDs, .cWrite, .write, .cWriteIDs, .writeIDs:
      try prepareStates()
    case .cJSON, .json, .cCSV, .csv: try prepareOutput()
    }
  }

  private func prepareStates() throws -> (Int) throws -> Void {
    let scene = try Scene(bodies: 10_000)
    let pass: () throws -> Void =
      switch self {
      case .cRead: scene.cRead
      case .read: scene.read
      case .cReadIDs: scene.cReadIDs
      case .readIDs: scene.readIDs
      case .cWrite: scene.cWrite
      case .write: scene.write
      case .cWriteIDs: scene.cWriteIDs
      default: scene.writeIDs
      }
    return { times in for _ in 0..<times { try pass() } }
  }

  private func prepareOutput() throws -> (Int) throws -> Void {
    let writer = try FrameWriter(crates: 100)
    return { times in
      switch self {
      case .cJSON: _ = writer.writeInC(.jsonl, frames: times)
      case .cCSV: _ = writer.writeInC(.csv, frames: times)
      case .json: try writer.write(.jsonl, frames: times)
      default: try writer.write(.csv, frames: times)
      }
    }
  }
}
