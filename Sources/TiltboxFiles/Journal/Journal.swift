internal import Chipmunk
public import Tiltbox
internal import TiltboxJSON

/// The inputs of a run on disk, each written before it takes effect. A journal allows you to repeat
/// and resume a run.
///
/// Each input is a line of JSON, after a first line with the whole scenario and the versions. Each
/// line ends with a check, the FNV-1a fingerprint of all bytes of the file before its comma, which
/// reveals changed, missing and reordered lines. Lines written by hand need none.
///
/// ```
/// {"tiltbox":1,"kind":"journal","version":"1.0.0","chipmunk":"7.0.3","scenario":{…},"check":"…"}
/// {"tick":0,"tilt":[0,-1],"check":"…"}
/// {"tick":120,"impulse":{"body":"crate-1","by":[5000,0]},"check":"…"}
/// {"state":"…",…,"check":"…"}
/// {"tick":240,"checkpoint":true,"check":"…"}
/// {"tick":300,"end":"a1b2c3d4e5f60718","check":"…"}
/// ```
///
/// A checkpoint is two lines: the state, from which a resumed run continues, and the statement that
/// a checkpoint was taken, which a replay needs. The checks of other lines do not include the
/// state.
public final class Journal {
  /// The number of ticks between automatic checkpoints; nil for requested checkpoints only.
  public var checkpointEvery: Int?
  /// Whether to write a digest of the run once a simulated second. A replay compares its own digests
  /// with these.
  public var keepsDigests = true

  private let file: AppendFile
  private var pace: (isPaused: Bool, speed: Double)
  private var fingerprint: Digest
  /// The tick of the newest checkpoint; nil if there is none.
  private var checkpointTick: Int?
  /// Whether a checkpoint is the journal's newest line.
  private var endsWithCheckpoint = false
  /// Whether a further checkpoint of its tick was requested and is not written yet.
  private var isCheckpointDue = false

  /// Creates a journal in a new file.
  ///
  /// - Parameters:
  ///   - path: The file; an existing one must be empty.
  ///   - scenario: The scenario of the run.
  ///   - sync: When lines are forced to disk, so that they survive a power cut.
  /// - Throws: `OutputError.failed`.
  public init(creating path: String, of scenario: Scenario, sync: SyncPolicy) throws(OutputError) {
    file = try AppendFile(creating: path, policy: sync)
    fingerprint = Digest()
    pace = (false, 1)
    try write(
      .object([
        ("tiltbox", .whole(1)), ("kind", .text("journal")), ("version", .text(Version.tiltbox)),
        ("chipmunk", .text(Version.chipmunk)), ("scenario", scenario.tree),
      ])
    )
    if sync != .never { try file.synchronize() }
  }

  /// Continues a journal that was replayed to its end, and cuts off a torn last line.
  ///
  /// - Parameters:
  ///   - replay: A replay at the end of the journal.
  ///   - sync: When lines are forced to disk, so that they survive a power cut.
  /// - Throws: `OutputError.failed`.
  public init(continuing replay: Replay, sync: SyncPolicy) throws(OutputError) {
    let reader = replay.reader
    precondition(reader.isAtEnd, "a journal is replayed to its end before it is continued")
    pace = (replay.isPaused, replay.speed)
    file = try AppendFile(
      continuing: reader.path,
      after: reader.offset,
      cutting: reader.tornBytes,
      policy: sync
    )
    fingerprint = reader.position.fingerprint
  }

  /// Writes a line. After this call returns, the line survives the end of the process.
  ///
  /// Throws `OutputError.failed`; then nothing was written.
  package func append(_ content: JournalEntry.Content, tick: Int) throws(OutputError) {
    try write(JournalEntry(tick: tick, content).json)
    endsWithCheckpoint = false
    switch content {
    case .request(.pause(let pauses)): pace.isPaused = pauses
    case .request(.speed(let speed)): pace.speed = speed
    case .request, .digest, .end: break
    }
  }

  /// Writes a checkpoint on request: the first of a tick at once, the newest of the others when the tick ends.
  ///
  /// So the thousands of requests that can wait for a paused run cost two checkpoints. The journal has all inputs in any
  /// case; a checkpoint only saves steps.
  ///
  /// - Throws: The errors of ``appendCheckpoint(of:)``.
  func requestCheckpoint(of simulation: Simulation) throws {
    if checkpointTick == simulation.tick {
      isCheckpointDue = true
    } else {
      try appendCheckpoint(of: simulation)
    }
  }

  /// Writes the newest requested checkpoint of a tick that ends, if it is not written yet.
  ///
  /// Throws `OutputError.failed`.
  func appendDueCheckpoint(of simulation: Simulation) throws {
    guard isCheckpointDue else { return }
    isCheckpointDue = false
    // Skip a checkpoint that cannot be taken now: a resumed run repeats from an earlier one.
    do { try appendCheckpoint(of: simulation) } catch is PhysicsError {}
  }

  /// Takes a checkpoint and writes it, so that a run can be resumed from it. Does nothing if the newest line is the
  /// checkpoint of the same tick: nothing has changed since.
  ///
  /// - Throws: `OutputError.failed`; the errors of `Simulation.checkpoint()`. Then nothing was written.
  /// - Complexity: That of `Simulation.checkpoint()`, plus O(*bodies*).
  package func appendCheckpoint(of simulation: Simulation) throws {
    guard !endsWithCheckpoint || checkpointTick != simulation.tick else { return }
    let state = JournalState(
      simulation: try simulation.checkpoint(),
      isPaused: pace.isPaused,
      speed: pace.speed
    )
    try write(state.json, JournalEntry(tick: simulation.tick, .request(.checkpoint)).json)
    (checkpointTick, endsWithCheckpoint) = (simulation.tick, true)
  }

  /// Writes the last line of a run that ends normally.
  ///
  /// Throws `OutputError.failed`.
  public func end(_ simulation: Simulation) throws(OutputError) {
    try append(.end(simulation.digest), tick: simulation.tick)
    if file.policy != .never { try file.synchronize() }
  }

  /// Writes lines in one block, so that they stay together if the process ends.
  private func write(_ lines: JSON...) throws(OutputError) {
    var next = fingerprint
    var block: [UInt8] = []
    for json in lines {
      var line = Array(json.line.utf8)
      line.removeLast()
      var check = next
      check.absorb(line[...])
      line += Array(",\"check\":\"\(check)\"}".utf8)
      next.absorb(line: line)
      block += line + [UInt8(ascii: "\n")]
    }
    try file.append(block)
    fingerprint = next
  }
}

extension Digest {
  /// Adds a line of a journal and its newline. Skips a line with a checkpoint's state: a replay can do without the
  /// state, so damage to it must not invalidate other lines.
  mutating func absorb(line: [UInt8]) {
    guard !line.isState else { return }
    absorb(line[...])
    absorb([UInt8(ascii: "\n")])
  }
}
