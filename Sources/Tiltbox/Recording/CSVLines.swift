import Chipmunk

/// A recording as comma-separated values: `tick,t,id,x,y,angle,vx,vy,w`.
enum CSVLines {
  static func header(_ text: inout TextBuffer) {
    text.append("tick,t,id,x,y,angle,vx,vy,w\n")
  }

  static func frame(_ simulation: Simulation, _ text: inout TextBuffer) {
    var start = TextBuffer()
    start.append(simulation.tick)
    start.append(",")
    start.append(simulation.time)
    start.append(",")
    for (body, state) in zip(simulation.descriptions, simulation.states) {
      text.append(start.bytes)
      text.append(csv: body.id)
      text.append(",")
      text.append(state)
      text.append("\n")
    }
  }
}
