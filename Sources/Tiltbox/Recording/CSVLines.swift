import Chipmunk

/// A recording as comma-separated values: `tick,t,id,x,y,angle,vx,vy,w`.
enum CSVLines {
  static func header(_ text: inout TextBuffer) {
    text.append("tick,t,id,x,y,angle,vx,vy,w\n")
  }

  static func frame(_ simulation: Simulation, _ text: inout TextBuffer) {
    for (body, state) in zip(simulation.descriptions, simulation.states) {
      text.append(simulation.tick)
      text.append(",")
      text.append(simulation.time)
      text.append(",")
      text.append(csv: body.id)
      for number in [
        state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y,
        state.angularVelocity,
      ] {
        text.append(",")
        text.append(number)
      }
      text.append("\n")
    }
  }
}
