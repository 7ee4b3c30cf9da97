internal import Tiltbox
internal import TiltboxFiles

/// What viewers have to know before the frames of a list of bodies: the recording's header, and what belongs to
/// viewing.
enum SceneMessage {
  /// A JSON text without the line's end: `{"kind":"scene","list":7,…,"header":{…}}`.
  static func text(of round: LiveRound) -> [UInt8] {
    let (simulation, live) = (round.simulation, round.live)
    var text = TextBuffer()
    text.append("{\"kind\":\"scene\",\"list\":")
    text.append(live.list)
    text.append(",\"scene\":")
    text.append(json: live.scenes[round.scene].name)
    text.append(",\"scenes\":[")
    for (index, scene) in live.scenes.enumerated() {
      if index > 0 { text.append(",") }
      text.append(json: scene.name)
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
