internal import Tiltbox

extension JSONLines {
  /// The constraints in the words of a scenario file, as far as one needs them to draw them: where they
  /// take hold, in the bodies' own coordinates, and with which numbers they begin.
  static func appendConstraints(of simulation: Simulation, to text: inout TextBuffer) {
    let descriptions = simulation.scenario.constraints
    guard !descriptions.isEmpty else { return }
    text.append(",\"constraints\":")
    text.append(list: descriptions.enumerated()) { constraint, text in
      let (index, description) = constraint
      text.append("{\"id\":")
      text.append(json: description.id)
      text.append(",")
      text.append(json: description.kind.name)
      text.append(":")
      text.append(list: [description.a, description.b]) { $1.append(json: $0) }
      for (name, numbers) in simulation.numbers(ofConstraint: index) {
        text.append(",")
        text.append(json: name)
        text.append(":")
        if numbers.count > 1 { append(numbers, to: &text) } else { text.append(numbers[0]) }
      }
      text.append("}")
    }
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
    text.append(",\"values\":")
    text.append(list: channels) { $1.append(json: $0.name) }
  }

  /// The values at a tick, in the order of their names.
  package static func append(values: [[Double]], to text: inout TextBuffer) {
    guard !values.isEmpty else { return }
    text.append(",\"values\":")
    text.append(list: values) { append($0, to: &$1) }
  }
}
