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
  /// The values' names.
  static func appendValueNames(of simulation: Simulation, to text: inout TextBuffer) {
    guard !simulation.scenario.values.isEmpty else { return }
    text.append(",\"values\":[")
    for (index, value) in simulation.scenario.values.enumerated() {
      if index > 0 { text.append(",") }
      text.append(json: value.id)
    }
    text.append("]")
  }

  /// The values at a tick, in the order of their names.
  static func appendValues(of simulation: Simulation, to text: inout TextBuffer) {
    guard !simulation.scenario.values.isEmpty else { return }
    text.append(",\"values\":[")
    for (index, numbers) in simulation.values.enumerated() {
      if index > 0 { text.append(",") }
      append(numbers, to: &text)
    }
    text.append("]")
  }
}
