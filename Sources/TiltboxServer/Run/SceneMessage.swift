internal import Tiltbox
internal import TiltboxFiles

/// What viewers have to know before the frames of a list of bodies: the recording's header, and what belongs to
/// viewing.
enum SceneMessage {
  /// A JSON text without the line's end: `{"kind":"scene","list":7,…,"header":{…}}`.
  static func text(
    _ list: Int,
    _ scene: String,
    of scenes: [String],
    _ simulation: Simulation
  ) -> [UInt8] {
    var text = TextBuffer()
    text.append("{\"kind\":\"scene\",\"list\":")
    text.append(list)
    text.append(",\"scene\":")
    text.append(json: scene)
    text.append(",\"scenes\":[")
    for (index, name) in scenes.enumerated() {
      if index > 0 { text.append(",") }
      text.append(json: name)
    }
    text.append("],\"orientation\":")
    text.append(json: simulation.scenario.tilt.orientation.rawValue)
    text.append(",\"header\":")
    JSONLines.header(simulation, &text)
    var bytes = text.bytes
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }
}
