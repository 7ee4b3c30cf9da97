internal import Chipmunk
public import Tiltbox

/// Reads a journal one entry at a time, in constant memory.
///
/// A torn tail after a `kill -9` or a power cut, which is a line without its newline or a run of zero bytes, is not an
/// error: the journal ends before it. Damage anywhere else is an error that names the byte. Damage to a checkpoint's
/// state is not an error, since the run can be repeated without it.
public final class JournalReader {
  /// The path, as given.
  public let path: String
  /// The scenario of the run.
  public private(set) var scenario = Scenario()
  /// The version of Tiltbox that wrote the journal.
  public private(set) var tiltboxVersion = ""
  /// The version of the physics library that computed the run.
  public private(set) var chipmunkVersion = ""
  /// The number of bytes read and verified so far.
  package var offset: Int { position.offset }
  /// The number of bytes in the torn tail after the last whole line; known at the end.
  public private(set) var tornBytes = 0
  /// Whether the reader has reached the journal's end.
  package private(set) var isAtEnd = false

  /// A position between two lines, with the state that the lines before it determine.
  struct Position {
    var offset = 0
    /// The number of the line before the position.
    var line = 0
    var tick = 0
    var fingerprint = Digest()
  }

  var position = Position()
  private var lines: FileLines

  /// Opens a journal and reads its first line.
  ///
  /// Throws `FileError` or ``JournalError``.
  public init(_ path: String) throws {
    self.path = path
    lines = try FileLines(path)
    guard let line = try nextLine() else {
      throw error(
        "there is no whole first line, so nothing was run; remove the file and begin anew with --journal"
      )
    }
    if let other = WrittenFile(firstLine: line), other != .journal { throw error(other.words) }
    if try isScenario(line) {
      throw error("this is a scenario; tiltbox run --journal FILE runs it and keeps a journal")
    }
    guard line.first == UInt8(ascii: "{") else {
      throw error("this is no journal; give a file that tiltbox run --journal has written")
    }
    try read(line, as: .journalHeader) { fields in
      _ = (fields["tiltbox"]?.whole(), fields["kind"]?.text())
      tiltboxVersion = fields["version"]?.text() ?? ""
      chipmunkVersion = fields["chipmunk"]?.text() ?? ""
      guard let scenario = fields["scenario"] else { return }
      self.scenario = Scenario.decode(scenario, folder: "", name: "scenario")
      // Journals of versions that had only the C library's step lack this field.
      if scenario.fields()?["world"]?.fields()?["engine"] == nil {
        self.scenario.world.engine = .chipmunk
      }
    }
    accept(line, end: lines.offset)
  }

  /// Returns whether a journal has a whole first line, without which nothing was run.
  ///
  /// Throws `FileError`. Complexity: O(*line*).
  package static func hasBegun(_ path: String) throws(FileError) -> Bool {
    var lines = try FileLines(path)
    return if case .line = try lines.next() { true } else { false }
  }

  /// Returns the next entry; nil at the journal's end.
  ///
  /// Throws `FileError` or ``JournalError``. Complexity: O(*line*).
  package func next() throws -> JournalEntry? {
    while let line = try nextLine() {
      guard !line.isState else {
        accept(line, end: lines.offset)
        continue
      }
      let entry = try read(line, as: .journalLine, JournalEntry.init)
      guard entry.tick >= position.tick else {
        throw error("tick \(entry.tick) follows tick \(position.tick), and ticks never go back")
      }
      position.tick = entry.tick
      accept(line, end: lines.offset)
      return entry
    }
    return nil
  }

  /// Goes to an earlier or later position that the reader has visited.
  ///
  /// Throws `FileError`.
  func go(to place: Position) throws(FileError) {
    lines = try FileLines(path, from: place.offset)
    position = place
    (isAtEnd, tornBytes) = (false, 0)
  }

  func nextLine() throws -> [UInt8]? {
    guard !isAtEnd else { return nil }
    position.line += 1
    switch try lines.next() {
    case .line(let line): return line
    case .rest(let count):
      tornBytes = count
      isAtEnd = true
      return nil
    }
  }

  /// Whether a file with the given first line is a scenario: one of its first lines has the version.
  private func isScenario(_ first: [UInt8]) throws(FileError) -> Bool {
    if first.first == UInt8(ascii: "{") {
      guard let root = try? Node(line: first[...]) else { return false }
      return root["tiltbox"] != nil && root["kind"] == nil
    }
    var line = first
    for _ in 0..<100 {
      if line.starts(with: "tiltbox:".utf8) { return true }
      guard case .line(let next) = try lines.next() else { return false }
      line = next
    }
    return false
  }

  private static let checkStart = Array(",\"check\":\"".utf8)

  /// Verifies a line's check and reads the line with the fields of a table.
  private func read<Content>(
    _ line: [UInt8],
    as table: FieldTable,
    _ make: (Fields) -> Content?
  ) throws(JournalError) -> Content {
    let hasCheck = try compareCheck(of: line)
    let diagnostics = Diagnostics()
    do throws(Diagnostic) {
      let root = try Node(line: line[...])
      if !hasCheck, root["check"] != nil {
        throw Diagnostic(place: root.place, "the check is not the last field")
      }
      let value = Value(root, at: "", as: .mapping(table), diagnostics)
      if let content = value.fields().flatMap(make), diagnostics.isEmpty { return content }
    } catch {
      diagnostics.report(error)
    }
    let first = diagnostics.error(file: path, overrides: []).diagnostics.first
    var column = 1
    if case .file(_, let found)? = first?.place { column = found }
    throw error(first?.text ?? "the line says nothing", column: column)
  }

  /// Verifies the line's check; returns false if the line has none.
  @discardableResult
  func compareCheck(of line: [UInt8]) throws(JournalError) -> Bool {
    let start = line.count - Self.checkStart.count - 16 - 2
    guard start > 0, line[start...].starts(with: Self.checkStart) else { return false }
    var expected = position.fingerprint
    expected.absorb(line[..<start])
    let digits = String(decoding: line[(line.count - 18)..<(line.count - 2)], as: UTF8.self)
    guard expected == Digest(digits) else {
      throw error("the line, or one before it, is not as it was written")
    }
    return true
  }

  /// Moves past a line; the next one begins at the byte `end`.
  private func accept(_ line: [UInt8], end: Int) {
    position.fingerprint.absorb(line: line)
    position.offset = end
  }

  func error(_ message: String, column: Int = 1) -> JournalError {
    JournalError(
      file: path,
      offset: offset + column - 1,
      line: position.line,
      column: column,
      message: message,
      remedy: offset == 0
        ? "" : "to go on from what stands before it, cut the file after \(offset) bytes"
    )
  }
}

// A checkpoint in a journal has two lines: the state, then the statement that a checkpoint was taken.
extension JournalReader {
  /// Returns the positions of the checkpoints' states up to a time, in order. Verifies the checks of all remaining
  /// lines without parsing them; does not move the reader.
  ///
  /// Throws `FileError` or ``JournalError``. Complexity: O(*bytes*).
  func states(through time: Double) throws -> [Position] {
    let here = position
    defer { position = here }
    var states: [Position] = []
    var state: Position?
    var timeline = Timeline(step: scenario.world.step)
    var ahead = try FileLines(path, from: here.offset)
    while case .line(let line) = try ahead.next() {
      let start = position
      position.line += 1
      if line.isState {
        state = start
      } else {
        try compareCheck(of: line)
        if let tick = line.tick(before: "\"timeStep\":"),
          let step = try? Node(line: line[...])["timeStep"]?.scalar?.number,
          ParameterRange.timeStep.contains(step)
        {
          timeline = timeline.changing(to: step, at: tick)
        }
        if let state, let tick = line.tick(before: "\"checkpoint\":true"),
          timeline.time(of: tick) <= time + timeline.step * 1e-6
        {
          states.append(state)
        }
        state = nil
      }
      accept(line, end: ahead.offset)
    }
    return states
  }

  /// Goes to a position from ``states(through:)``, reads the state there and moves past its checkpoint.
  ///
  /// Throws `FileError` or ``JournalError``.
  func readState(at place: Position) throws -> JournalState {
    try go(to: place)
    guard let line = try nextLine() else { throw error("the state is gone") }
    let state = try read(line, as: .journalState, JournalState.init)
    accept(line, end: lines.offset)
    guard try next() == JournalEntry(tick: state.simulation.tick, .request(.checkpoint)) else {
      throw error("the state of tick \(state.simulation.tick) has no checkpoint of that tick")
    }
    return state
  }

  /// Returns the error for a state that cannot be used.
  func error(_ error: any Error, withStateAt place: Position) -> JournalError {
    let damage = error as? JournalError
    return JournalError(
      file: path,
      offset: damage?.offset ?? place.offset,
      line: place.line + 1,
      column: damage?.column ?? 1,
      message: "the checkpoint there is no use: \(damage?.message ?? "\(error)")",
      remedy: ""
    )
  }
}

extension [UInt8] {
  /// Whether the line holds a checkpoint's state.
  var isState: Bool { starts(with: "{\"state\":".utf8) }

  /// Returns the tick of a line in the form that journals write, if `field` follows the tick; otherwise nil.
  fileprivate func tick(before field: String) -> Int? {
    guard starts(with: "{\"tick\":".utf8), let end = firstIndex(of: UInt8(ascii: ",")),
      self[(end + 1)...].starts(with: field.utf8)
    else { return nil }
    return Int(String(decoding: self[8..<end], as: UTF8.self))
  }
}
