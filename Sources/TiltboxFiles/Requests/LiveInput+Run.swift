package import Tiltbox

/// Lines of input are requests to a run, which applies them as fast as it can; a flood waits in its pipe.
extension LiveInput: RequestSource {
  /// Reads the bytes that have arrived since the previous tick.
  package func read(in run: Run) {
    read(atTick: run.simulation.tick, time: run.simulation.time)
  }

  /// Returns the next line; nil if none is due at this tick.
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
