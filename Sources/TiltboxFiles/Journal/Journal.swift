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

  private let file: AppendFile
  private var pace = (isPaused: false, speed: 1.0)
  private var fingerprint = Digest()
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
    let (checkpoint, pace) = (try simulation.checkpoint(), pace)
    let state = JournalState(simulation: checkpoint, isPaused: pace.isPaused, speed: pace.speed)
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

/// A journal writes each request of a run before the run applies it.
extension Journal: RunObserver {
  /// Always true: the journal writes a checkpoint as a line from which the run can be resumed.
  public var keepsCheckpoints: Bool { true }

  /// Writes a request; if writing fails, the run does not apply the request.
  ///
  /// Writes the first checkpoint of a tick at once, the newest of the others when the tick ends. So the thousands of
  /// requests that can wait for a paused run cost two checkpoints. The journal has all inputs in any case; a checkpoint
  /// only saves steps.
  public func willApply(_ request: Request, in run: Run) throws {
    guard request != .reset else {
      throw RequestError("a journal has one session; end this run, and begin another")
    }
    guard request == .checkpoint else {
      return try append(.request(request), tick: run.simulation.tick)
    }
    guard checkpointTick != run.simulation.tick else { return isCheckpointDue = true }
    do { try appendCheckpoint(of: run.simulation) } catch let error as PhysicsError {
      throw RequestError(error.description)
    }
  }

  /// Writes the pause and the speed with which a run begins, which no request has set. Forces lines to disk when it is
  /// time.
  public func didServe(in run: Run) throws {
    let tick = run.simulation.tick
    if run.isPaused != pace.isPaused { try append(.request(.pause(run.isPaused)), tick: tick) }
    if run.speed != pace.speed { try append(.request(.speed(run.speed)), tick: tick) }
    file.synchronizeWhenDue()
  }

  /// Writes the newest checkpoint that was requested since the last step.
  public func willStep(in run: Run) throws { try appendDueCheckpoint(of: run.simulation) }

  /// Writes a digest once a simulated second, so that a run that was killed loses no more, and a checkpoint every ``checkpointEvery`` ticks.
  public func didStep(in run: Run) throws {
    let simulation = run.simulation
    let ticksPerSecond = Int(min((1 / simulation.scenario.world.step).rounded(), 1e9))
    if simulation.tick.isMultiple(of: max(1, ticksPerSecond)) {
      try append(.digest(simulation.digest), tick: simulation.tick)
    }
    if let checkpointEvery { isCheckpointDue = simulation.tick.isMultiple(of: checkpointEvery) }
    try appendDueCheckpoint(of: simulation)
  }

  /// Writes the last lines, whether the run ended normally or with an error.
  public func didEnd(_ summary: RunSummary?, of run: Run) throws {
    try appendDueCheckpoint(of: run.simulation)
    try end(run.simulation)
  }
}

/// A line of a journal: a request that changed the run, or a digest of the run's state.
package struct JournalEntry: Hashable, Sendable {
  /// The kinds of lines.
  package enum Content: Hashable, Sendable {
    /// A request that takes effect from the tick on.
    case request(Request)
    /// The digest of the trajectory up to the tick, which a replay compares with its own.
    case digest(Digest)
    /// The normal end of the run, with the final digest.
    case end(Digest)
  }

  /// The tick at which the entry takes effect.
  package let tick: Int
  package let content: Content

  package init(tick: Int, _ content: Content) { (self.tick, self.content) = (tick, content) }
}

extension JournalEntry {
  /// The line without its newline and its check.
  var json: JSON { .object([("tick", .whole(tick)), content.member]) }

  /// Reads a line; nil after reporting that something in it is wrong.
  init?(_ fields: Fields) {
    guard let tick = fields["tick"]?.whole(), let content = Content(fields) else { return nil }
    self.init(tick: tick, content)
  }
}

extension JournalEntry.Content {
  fileprivate var member: (String, JSON) {
    switch self {
    case .request(let request): request.member
    case .digest(let digest): ("digest", .text(digest.description))
    case .end(let digest): ("end", .text(digest.description))
    }
  }

  fileprivate init?(_ fields: Fields) {
    for key in ["digest", "end"] {
      guard let value = fields[key] else { continue }
      guard let text = value.text(), let digest = Digest(text) else {
        value.report("is no fingerprint, which has sixteen hexadecimal digits")
        return nil
      }
      self = key == "end" ? .end(digest) : .digest(digest)
      return
    }
    let request = fields["timeStep"].map { Request($0, "timeStep") } ?? Request(fields)
    guard let request else { return nil }
    self = .request(request)
  }
}

/// Why a journal cannot be read, and where.
public struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path, as given.
  public let file: String
  /// The byte at which the damage begins, counted from 0.
  public let offset: Int
  /// The line, counted from 1.
  public let line: Int
  /// The byte of the line at which the damage begins, counted from 1.
  public let column: Int
  /// The problem.
  public let message: String
  /// The remedy; empty if there is none.
  public let remedy: String

  /// `run.journal:4:12: …`
  public var description: String {
    "\(file.escapedName):\(place): \(message)" + (remedy.isEmpty ? "" : "; \(remedy)")
  }

  /// The line and the column: `4:12`.
  public var place: String { "\(line):\(column)" }
}
