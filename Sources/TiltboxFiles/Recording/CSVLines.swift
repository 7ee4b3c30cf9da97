internal import Tiltbox

/// A recording as comma-separated values: `tick,t,id,x,y,angle,vx,vy,w`.
enum CSVLines {
  static func header(_ text: inout TextBuffer) {
    text.append("tick,t,id,x,y,angle,vx,vy,w\n")
  }

  static func frame(_ simulation: Simulation, _ text: inout TextBuffer) {
    guard !simulation.states.isEmpty else { return }
    let first = text.count
    text.append(simulation.tick)
    text.append(",")
    text.append(simulation.time)
    text.append(",")
    let start = first..<text.count
    for (index, state) in simulation.states.enumerated() {
      if index > 0 { text.repeatBytes(at: start) }
      text.append(csv: simulation.descriptions[index].id)
      text.append(",")
      text.append(state)
      text.append("\n")
    }
  }
}
