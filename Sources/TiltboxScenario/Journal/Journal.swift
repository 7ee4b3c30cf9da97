public import Tiltbox

/// The inputs of a run on disk, each before it takes effect: what a run can be repeated from, and gone on with.
///
/// A line of JSON for each, under a first line with the whole scenario and the versions. Each line ends with a check,
/// the FNV-1a fingerprint of all bytes of the file before its comma, so that nothing can change, vanish or change
/// places unseen; lines that are written by hand need none.
///
/// ```
/// {"tiltbox":1,"kind":"journal","version":"0.1.0","chipmunk":"7.0.3","scenario":{…},"check":"…"}
/// {"tick":0,"tilt":[0,-1],"check":"…"}
/// {"tick":120,"impulse":{"body":"crate-1","by":[5000,0]},"check":"…"}
/// {"tick":240,"end":"a1b2c3d4e5f60718","check":"…"}
/// ```
public final class Journal {
  private let file: AppendFile
  private var fingerprint: Fingerprint

  /// Begins a journal in a new file.
  ///
  /// - Parameters:
  ///   - path: The file; one that is there must be empty.
  ///   - scenario: What the run is made from.
  ///   - sync: When a line is made to outlive a power cut.
  /// - Throws: `OutputError.failed`.
  public init(creating path: String, of scenario: Scenario, sync: SyncPolicy) throws(OutputError) {
    file = try AppendFile(creating: path, policy: sync)
    fingerprint = Fingerprint()
    try write(
      .object([
        ("tiltbox", .whole(1)), ("kind", .text("journal")), ("version", .text(Version.tiltbox)),
        ("chipmunk", .text(Version.chipmunk)), ("scenario", scenario.tree),
      ])
    )
    if sync != .never { try file.synchronize() }
  }

  /// Goes on with a journal that was read to its end; a torn tail is cut off.
  ///
  /// - Parameters:
  ///   - reader: Has read the journal to its end.
  ///   - sync: When a line is made to outlive a power cut.
  /// - Throws: `OutputError.failed`.
  public init(continuing reader: JournalReader, sync: SyncPolicy) throws(OutputError) {
    precondition(reader.isAtEnd, "a journal is read to its end before it is continued")
    file = try AppendFile(
      continuing: reader.path,
      after: reader.offset,
      cutting: reader.tornBytes,
      policy: sync
    )
    fingerprint = reader.fingerprint
  }

  /// Writes a line. The process may end at any time after this, and the line is there.
  ///
  /// Throws `OutputError.failed`: nothing was written.
  public func append(_ content: JournalEntry.Content, tick: Int) throws(OutputError) {
    try write(JournalEntry(tick: tick, content).json)
  }

  /// Writes the last line of a run that ends in good order.
  ///
  /// Throws `OutputError.failed`.
  public func end(_ simulation: Simulation) throws(OutputError) {
    try append(.end(simulation.digest), tick: simulation.tick)
    if file.policy != .never { try file.synchronize() }
  }

  private func write(_ json: JSON) throws(OutputError) {
    var next = fingerprint
    var line = Array(json.line.utf8)
    line.removeLast()
    next.absorb(line)
    let check = Array(",\"check\":\"\(next.value.sixteenDigits)\"}\n".utf8)
    next.absorb(check)
    try file.append(line + check)
    fingerprint = next
  }
}
