internal import Tiltbox

extension JSONLines {
  /// The constraints in the words of a scenario file, as far as one needs them to draw them: where they
  /// take hold, in the bodies' own coordinates, and with which numbers they begin.
  static func appendConstraints(of simulation: Simulation, to text: inout TextBuffer) {
    let descriptions = simulation.scenario.constraints
    guard !descriptions.isEmpty else { return }
    text.append(",\"constraints\":[")
    for (index, description) in descriptions.enumerated() {
      text.append(index > 0 ? ",{\"id\":" : "{\"id\":")
      text.append(json: description.id)
      text.append(",")
      text.append(json: description.kind.name)
      text.append(":[")
      text.append(json: description.a)
      text.append(",")
      text.append(json: description.b)
      text.append("]")
      for (name, numbers) in simulation.numbers(ofConstraint: index) {
        text.append(",")
        text.append(json: name)
        text.append(":")
        if numbers.count > 1 { append(numbers, to: &text) } else { text.append(numbers[0]) }
      }
      text.append("}")
    }
    text.append("]")
  }
}

extension JSONLines {
  /// How bodies are drawn, where one says so: an object for each in the words of a scenario file.
  static func appendLooks(of bodies: [BodyDescription], to text: inout TextBuffer) {
    guard bodies.contains(where: { $0.appearance != Appearance() }) else { return }
    text.append(",\"looks\":")
    text.append(
      JSON.array(bodies.map { .object(Appearance.fields.json($0.appearance)) }).line
    )
  }

  /// The layers, in the words of a scenario file.
  static func appendLayers(of simulation: Simulation, to text: inout TextBuffer) {
    let layers = simulation.scenario.layers
    guard !layers.isEmpty else { return }
    text.append(",\"layers\":")
    text.append(JSON.array(layers.map(\.json)).line)
  }

  /// The names of what frames have under `values`.
  static func appendValueNames(of simulation: Simulation, to text: inout TextBuffer) {
    let channels = simulation.scenario.channels
    guard !channels.isEmpty else { return }
    text.append(",\"values\":[")
    for (index, channel) in channels.enumerated() {
      if index > 0 { text.append(",") }
      text.append(json: channel.name)
    }
    text.append("]")
  }

  /// The values at a tick, in the order of their names.
  package static func append(values: [[Double]], to text: inout TextBuffer) {
    guard !values.isEmpty else { return }
    text.append(",\"values\":[")
    for (index, numbers) in values.enumerated() {
      if index > 0 { text.append(",") }
      append(numbers, to: &text)
    }
    text.append("]")
  }
}
