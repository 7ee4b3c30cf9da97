internal import Tiltbox
package import TiltboxFiles

/// Fingerprints of the files that a scenario refers to. If their contents change, existing results belong to another
/// plan.
enum FileFingerprints {
  /// A file's name and a fingerprint of its bytes as sixteen hexadecimal digits; `missing` if it cannot be read.
  typealias Entry = (name: String, fingerprint: String)

  /// Returns the tilt recordings of a plan's runs, each once, in the order of their values.
  static func of(_ template: ScenarioTemplate, _ axes: [Axis]) -> [Entry] {
    var seen: Set<String> = []
    var entries: [Entry] = []
    func add(_ scenario: Scenario) {
      guard case .file(let path, _, _) = scenario.tilt.source, seen.insert(path).inserted else {
        return
      }
      entries.append((name(of: path, beside: template), fingerprint(of: path)))
    }
    let lists = axes.compactMap { axis -> (ScenarioTemplate.Field, [FieldValue])? in
      guard case .list(let values) = axis.values, axis.path.split(separator: ".").first == "tilt"
      else { return nil }
      return (axis.field, values)
    }
    if lists.isEmpty { add(template.scenario) }
    for (field, values) in lists {
      // A value that makes an invalid scenario becomes an error of its run.
      for value in values {
        if let scenario = try? template.scenario(setting: [(field, value)]) { add(scenario) }
      }
    }
    return entries
  }

  /// Returns a name that does not depend on the current folder.
  private static func name(of path: String, beside template: ScenarioTemplate) -> String {
    path.hasPrefix(template.folder) ? String(path.dropFirst(template.folder.count)) : path
  }

  private static func fingerprint(of path: String) -> String {
    guard let bytes = try? readFile(path) else { return "missing" }
    return Digest(of: bytes).description
  }
}

/// The scenario of a sweep, and its fingerprint.
package struct ScenarioSource: Sendable {
  let template: ScenarioTemplate
  /// The fingerprint of the text and the overrides, as sixteen hexadecimal digits.
  let fingerprint: String

  /// Reads a scenario from its text.
  package init(
    utf8 bytes: [UInt8],
    file: String,
    overrides: [String] = []
  ) throws(ScenarioFileError) {
    template = try ScenarioTemplate(utf8: bytes, file: file, overrides: overrides)
    fingerprint = Digest(of: bytes + overrides.flatMap { [0] + Array($0.utf8) }).description
  }
}
