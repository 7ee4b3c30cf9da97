internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles
internal import TiltboxJSON

/// The message that viewers need before the frames of a list of bodies: the recording's header, the drawing of the
/// scene and the options of the view.
enum SceneMessage {
  /// Returns a JSON text without a newline: `{"kind":"scene","list":7,…,"header":{…}}`.
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
      ("header", JSONLines.header(of: simulation)), ("drawing", SceneDrawing.json(of: simulation)),
    ]).write(to: &bytes)
    return bytes
  }
}
