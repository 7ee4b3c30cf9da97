internal import Chipmunk
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
    let orientation = simulation.scenario.tilt.orientation.rawValue
    var bytes: [UInt8] = []
    JSON.object([
      ("kind", .text("scene")), ("list", .whole(list)), ("scene", .text(scene)),
      ("scenes", .array(scenes.map(JSON.text))), ("orientation", .text(orientation)),
      ("header", JSONLines.header(of: simulation)),
    ]).write(to: &bytes)
    return bytes
  }
}
