internal import Tiltbox
package import TiltboxFiles
internal import TiltboxJSON
internal import TiltboxPlatform

/// A sweep's plan in a YAML file, as an alternative to the command's options.
///
/// ```yaml
/// sweep: 1
/// scenario: crates.yaml
/// set: {world.step: 1/240}
/// vary:
///   walls.elasticity: 0:1:0.05
///   world.gravity: [500, 1000]
/// combine: grid
/// measure: {fall: "firstContact(crate-1, walls.bottom)"}
/// ```
package struct PlanFile: Sendable {
  /// The scenario file, relative to the current folder; nil for the classic one.
  package private(set) var scenario: String?
  /// Overrides that apply to all runs, as `path=value`.
  package private(set) var overrides: [String] = []
  package private(set) var axes: [Axis] = []
  package private(set) var combination = SweepPlan.Combination.grid
  package private(set) var samples: Int?
  package private(set) var seed: UInt64 = 0
  /// The names, formulas and places of the measures.
  package private(set) var measures: [(name: String, formula: String, origin: String)] = []

  /// The goal of a search, if it is one: `minimize`, `maximize` or `find`, its formula and its place.
  package private(set) var goal: (key: String, formula: String, origin: String)?
  package private(set) var within: Double?
  package private(set) var starts: Int?
  package private(set) var evaluations: Int?

  private let path: String
  private var overridePlaces: [SourceLocation] = []
  private var messages: [String] = []
  private static let keys = [
    "sweep", "scenario", "set", "vary", "combine", "samples", "seed", "measure", "minimize",
    "maximize", "find", "within", "starts", "evaluations",
  ]

  /// Reads a plan.
  ///
  /// - Throws: ``SweepError`` with all mistakes, each with its line and column.
  package init(utf8 bytes: [UInt8], path: String) throws(SweepError) {
    self.path = path
    do throws(Diagnostic) {
      guard let root = try YAMLReader.read(try SourceText.decode(bytes)),
        let entries = root.mapping
      else {
        throw Diagnostic(place: .start, "expected a mapping; begin with sweep: 1")
      }
      if let version = root["tiltbox"], root["sweep"] == nil {
        throw Diagnostic(
          place: version.place,
          "this is a scenario; a plan names it, as in scenario: crates.yaml, and begins with sweep: 1"
        )
      }
      read(entries, root)
    } catch {
      report(error.message, at: error.place)
    }
    if !messages.isEmpty { throw SweepError(.badData, all: messages) }
  }

  /// Returns the error of a scenario with these overrides, at their places in the plan.
  package func placed(_ error: ScenarioFileError) -> ScenarioFileError {
    error.placed(overridePlaces, of: path)
  }

  private mutating func read(_ entries: [Node.Entry], _ root: Node) {
    var seen: Set<String> = []
    for entry in entries {
      if !seen.insert(entry.key).inserted {
        report("\(entry.key): given twice; keep one", at: entry.keyPlace)
      } else if let refusal = entry.value.refusal {
        report("\(entry.key): \(refusal)", at: entry.value.place)
      } else {
        read(entry)
      }
    }
    let needed = [("sweep", "begin with sweep: 1"), ("vary", "give vary: {path: values}")]
    for (key, advice) in needed where !seen.contains(key) || root[key]?.mapping?.isEmpty == true {
      report("\(key): \(seen.contains(key) ? "empty" : "missing"); \(advice)", at: root.place)
    }
  }

  private mutating func read(_ entry: Node.Entry) {
    switch entry.key {
    case "sweep": _ = scalar(entry, "1, the version of the format") { $0.whole == 1 ? 1 : nil }
    case "scenario":
      let folder = PathParts(path).folder
      scenario = scalar(entry, "a file, relative to this one's folder") {
        $0.text.hasPrefix("/") ? $0.text : folder + $0.text
      }
    case "combine":
      combination =
        scalar(entry, "grid or zip") { SweepPlan.Combination(rawValue: $0.text) } ?? combination
    case "samples": samples = whole(entry, 1...SweepPlan.most)
    case "seed":
      let words = "a whole number from 0 to \(UInt64.max)"
      seed =
        scalar(entry, words) { UInt64($0.text) ?? $0.whole.flatMap(UInt64.init(exactly:)) } ?? seed
    case "minimize", "maximize", "find":
      if goal != nil {
        report("\(entry.key): one thing is sought at a time; drop it", at: entry.value.place)
      }
      goal = (entry.key, written(entry), origin(entry.value.place))
    case "within":
      within = scalar(entry, "a number from 0 on") {
        $0.number.flatMap { (0..<Double.infinity).contains($0) ? $0 : nil }
      }
    case "starts": starts = whole(entry, 1...10_000)
    case "evaluations": evaluations = whole(entry, 1...1_000_000)
    case "set":
      for item in mapping(entry) {
        overrides.append("\(item.key)=\(Self.flow(item.value))")
        overridePlaces.append(item.keyPlace)
      }
    case "vary":
      for item in mapping(entry) { vary(item) }
    case "measure":
      for item in mapping(entry) {
        measures.append((item.key, written(item), origin(item.value.place)))
      }
    default:
      let near = Suggestion.nearest(to: entry.key, among: Self.keys)
      let advice =
        entry.key == "zip"
        ? "write combine: zip"
        : near.map { "did you mean \($0)?" } ?? "known here: \(Self.keys.joined(separator: ", "))"
      report("\(entry.key): unknown; \(advice)", at: entry.keyPlace)
    }
  }

  /// Reads a scalar; reports any other value, with the words for what the key expects.
  private mutating func scalar<T>(
    _ entry: Node.Entry,
    _ words: String,
    _ read: (Scalar) -> T?
  ) -> T? {
    if let value = entry.value.scalar.flatMap(read) { return value }
    report("\(entry.key): expected \(words), got \(entry.value)", at: entry.value.place)
    return nil
  }

  private mutating func whole(_ entry: Node.Entry, _ range: ClosedRange<Int>) -> Int? {
    let words = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return scalar(entry, words) { $0.whole.flatMap { range.contains($0) ? $0 : nil } }
  }

  private mutating func vary(_ item: Node.Entry) {
    do {
      let place = "\(origin(item.value.place)): vary.\(item.key)"
      axes.append(try Axis(path: item.key, values: written(item, isField: true), origin: place))
    } catch {
      messages += error.messages
    }
  }

  private mutating func mapping(_ entry: Node.Entry) -> [Node.Entry] {
    guard let entries = entry.value.mapping else {
      let form = ["set": "path: value", "measure": "name: formula"][entry.key] ?? "path: values"
      let words = "expected a mapping, got \(entry.value); write \(entry.key): {\(form)}"
      report("\(entry.key): \(words)", at: entry.value.place)
      return []
    }
    for index in entries.indices {
      guard let divided = DividedFormula(entries[index...]), divided.isCall else { continue }
      let (item, words) = (entries[index], "put a text with a comma in quotes")
      report("\(entry.key).\(item.key): \(words): \"\(divided.text)\"", at: item.value.place)
      return []
    }
    return entries
  }

  /// Returns the value as written on the command line.
  private mutating func written(_ item: Node.Entry, isField: Bool = false) -> String {
    if let scalar = item.value.scalar { return scalar.text }
    guard let nodes = item.value.sequence else {
      var (path, value) = (item.key, item.value)
      while let part = value.mapping?.first { (path, value) = ("\(path).\(part.key)", part.value) }
      let remedy = isField ? "; write \(path): \(Self.flow(value))" : ""
      let words = "expected a text or a list, got \(item.value)\(remedy)"
      report("\(item.key): \(words)", at: item.value.place)
      return "null"
    }
    return nodes.map(Self.flow).joined(separator: ", ")
  }

  private static func flow(_ node: Node) -> String {
    if let nodes = node.sequence { return "[\(nodes.map(flow).joined(separator: ", "))]" }
    if let entries = node.mapping {
      let members = entries.map { "\(JSON.text($0.key).line): \(flow($0.value))" }
      return "{\(members.joined(separator: ", "))}"
    }
    guard let scalar = node.scalar else { return "null" }
    return scalar.isPlain ? scalar.text : JSON.text(scalar.text).line
  }

  private func origin(_ place: SourceLocation) -> String {
    guard case .file(let line, let column) = place else { return path.escapedName }
    return "\(path.escapedName):\(line):\(column)"
  }

  private mutating func report(_ message: String, at place: SourceLocation?) {
    messages.append("\(origin(place ?? .start)): \(message)")
  }
}

/// Fingerprints of the files that a scenario refers to. If their contents change, existing results belong to another
/// plan.
enum FileFingerprints {
  /// A file's name and a fingerprint of its bytes as sixteen hexadecimal digits; `missing` if it cannot be read.
  typealias Entry = (name: String, fingerprint: String)

  /// Returns the files of a plan's chains and the tilt recordings of its runs, each once, in the order of their values.
  static func of(_ template: ScenarioTemplate, _ axes: [Axis]) -> [Entry] {
    var seen: Set<String> = []
    var entries: [Entry] = []
    func add(_ path: String) {
      guard seen.insert(path).inserted else { return }
      // A name that does not depend on the current folder.
      let name =
        path.hasPrefix(template.folder) ? String(path.dropFirst(template.folder.count)) : path
      entries.append((name, (try? readFile(path)).map { Digest(of: $0).description } ?? "missing"))
    }
    func add(_ scenario: Scenario) {
      if case .file(let path, _, _) = scenario.tilt.source { add(path) }
    }
    template.scenario.files.chains.forEach { add($0) }
    var isVaried = false
    for axis in axes where axis.path.split(separator: ".").first == "tilt" {
      guard case .list(let values) = axis.values else { continue }
      isVaried = true
      // A value that makes an invalid scenario becomes an error of its run.
      for value in values {
        if let scenario = try? template.scenario(setting: [(axis.field, value)]) { add(scenario) }
      }
    }
    if !isVaried { add(template.scenario) }
    return entries
  }
}

enum Files {
  /// Returns the files that match a shell pattern, sorted by their bytes. Wraps `glob`.
  static func matching(_ pattern: String) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(pattern, GLOB_NOSORT, nil, &found) == 0, let paths = unsafe found.gl_pathv
    else { return [] }
    let count = unsafe Int(found.gl_pathc)
    return (0..<count).compactMap { index in
      unsafe paths[index].map { unsafe String(cString: $0) }
    }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
