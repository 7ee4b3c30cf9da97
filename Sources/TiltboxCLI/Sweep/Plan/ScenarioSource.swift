internal import TiltboxFiles
internal import Tiltbox

/// The scenario that a sweep is about, and its fingerprint.
struct ScenarioSource: Sendable {
  let template: ScenarioTemplate
  /// Sixteen hexadecimal digits of the text and of what was set in it.
  let fingerprint: String

  /// Reads a scenario's text.
  init(
    utf8 bytes: [UInt8],
    file: String,
    overrides: [String] = []
  ) throws(ScenarioFileError) {
    template = try ScenarioTemplate(utf8: bytes, file: file, overrides: overrides)
    fingerprint = Digest(of: bytes + overrides.flatMap { [0] + Array($0.utf8) }).description
  }
}
