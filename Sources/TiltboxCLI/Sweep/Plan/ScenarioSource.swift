package import TiltboxFiles
internal import Tiltbox

/// The scenario that a sweep is about, and its fingerprint.
package struct ScenarioSource: Sendable {
  package let template: ScenarioTemplate
  /// Sixteen hexadecimal digits of the text and of what was set in it.
  package let fingerprint: String

  /// Reads a scenario's text.
  package init(
    utf8 bytes: [UInt8],
    file: String,
    overrides: [String] = []
  ) throws(ScenarioFileError) {
    template = try ScenarioTemplate(utf8: bytes, file: file, overrides: overrides)
    fingerprint = Digest(of: bytes + overrides.flatMap { [0] + Array($0.utf8) }).description
  }
}
