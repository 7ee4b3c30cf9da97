package import TiltboxScenario
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
    var hash = Digest().value
    for byte in bytes + overrides.flatMap({ [0] + Array($0.utf8) }) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    fingerprint = Digest(hash).description
  }
}
