internal import Tiltbox

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
        if let tick = line.tick(before: "\"timeStep\":"), let step = line.timeStep {
          timeline = timeline.changing(to: step, at: tick)
        }
        if let state, let tick = line.tick(before: "\"checkpoint\":true"),
          timeline.time(of: tick) <= time + timeline.step * 1e-6
        {
          states.append(state)
        }
        state = nil
      }
      accept(line)
    }
    return states
  }

  /// Goes to a position from ``states(through:)``, reads the state there and moves past its checkpoint.
  ///
  /// Throws `FileError` or ``JournalError``.
  func readState(at place: Position) throws -> JournalState {
    try go(to: place)
    let diagnostics = Diagnostics()
    guard let line = try nextLine() else { throw error("the state is gone") }
    let root = try tree(line, .journalState, diagnostics)
    guard let fields = root.fields(), let state = JournalState(fields), diagnostics.isEmpty else {
      throw error(at: line, diagnostics)
    }
    accept(line)
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

  fileprivate var timeStep: Double? {
    try? Node(line: self[...])["timeStep"]?.scalar?.number
  }
}
