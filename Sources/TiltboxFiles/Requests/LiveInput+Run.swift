package import Tiltbox

/// Lines of input are requests to a run, which takes them as fast as it can carry them out; a flood waits in its pipe.
extension LiveInput: RequestSource {
  /// Reads what has come in since the tick before.
  package func read(in run: Run) {
    read(atTick: run.simulation.tick, time: run.simulation.time)
  }

  /// The next line; nil if none is due at this tick.
  package func nextMessage() -> Mailbox.Message? {
    switch next() {
    case .tilt(let tilt): return Mailbox.Message(.success(.tilt(tilt)))
    case .command(let number, let bytes):
      let line = RequestLine(bytes)
      return Mailbox.Message(line.request, ack: line.ack, line: number)
    case nil: return nil
    }
  }
}
