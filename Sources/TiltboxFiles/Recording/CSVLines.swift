internal import Tiltbox

/// A recording as comma-separated values: `tick,t,id,x,y,angle,vx,vy,w`, followed by a column for each number of the
/// channels, if there are any. With channels, a scenario without bodies has one row per frame.
struct CSVLines: RecordingWriter {
  /// The columns of each recording, with which its file begins.
  static let columns = "tick,t,id,x,y,angle,vx,vy,w"

  func write(_ part: RecordingPart, of simulation: Simulation, _ text: inout TextBuffer) {
    switch part {
    case .header: header(simulation, &text)
    case .frame: frame(simulation, &text)
    case .gap, .bodies, .pace, .events, .summary: break
    }
  }

  private func header(_ simulation: Simulation, _ text: inout TextBuffer) {
    text.append(Self.columns)
    for channel in simulation.scenario.channels {
      for index in channel.numbers.indices {
        text.append(",")
        text.append(csv: channel.columnName(index))
      }
    }
    text.append("\n")
  }

  private func frame(_ simulation: Simulation, _ text: inout TextBuffer) {
    let values = simulation.values
    guard !simulation.states.isEmpty || !values.isEmpty else { return }
    let first = text.count
    text.append(simulation.tick)
    text.append(",")
    text.append(simulation.time)
    text.append(",")
    let start = first..<text.count
    if simulation.states.isEmpty {
      text.append(",,,,,,")
      append(values, to: &text)
    }
    let descriptions = simulation.descriptions
    for (index, state) in simulation.states.enumerated() {
      if index > 0 { text.repeatBytes(at: start) }
      text.append(csv: descriptions[index].id)
      text.append(",")
      text.append(state)
      append(values, to: &text)
    }
  }

  private func append(_ values: [[Double]], to text: inout TextBuffer) {
    for number in values.joined() {
      text.append(",")
      text.append(number)
    }
    text.append("\n")
  }
}
