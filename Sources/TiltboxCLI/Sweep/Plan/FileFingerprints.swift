internal import Tiltbox
internal import TiltboxFiles

/// What the files hold that a scenario refers to: results are of another plan when it changes.
enum FileFingerprints {
  /// A file as it is named, and sixteen hexadecimal digits of its bytes; `missing` where it cannot be read.
  typealias Entry = (name: String, fingerprint: String)

  /// The recordings that the runs of a plan are tilted by, each once, in the order of their values.
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
      // What no scenario can be made of is an error of its run.
      for value in values {
        if let scenario = try? template.scenario(setting: [(field, value)]) { add(scenario) }
      }
    }
    return entries
  }

  /// The name that does not depend on from where the scenario was named.
  private static func name(of path: String, beside template: ScenarioTemplate) -> String {
    path.hasPrefix(template.folder) ? String(path.dropFirst(template.folder.count)) : path
  }

  private static func fingerprint(of path: String) -> String {
    guard let bytes = try? readFile(path) else { return "missing" }
    return Digest(of: bytes).description
  }
}

/// The scenario that a sweep is about, and its fingerprint.
struct ScenarioSource: Sendable {
  let template: ScenarioTemplate
  /// Sixteen hexadecimal digits of the text and of what was set in it.
  let fingerprint: String

  /// Reads a scenario's text.
  init(utf8 bytes: [UInt8], file: String, overrides: [String] = []) throws(ScenarioFileError) {
    template = try ScenarioTemplate(utf8: bytes, file: file, overrides: overrides)
    fingerprint = Digest(of: bytes + overrides.flatMap { [0] + Array($0.utf8) }).description
  }
}
