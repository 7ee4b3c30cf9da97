public import Tiltbox

extension Scenario {
  /// Reads a scenario from the text of a file in YAML or JSON.
  ///
  /// - Parameters:
  ///   - text: The text, which may begin with a byte-order mark.
  ///   - file: The file's name, for errors, for the name of a scenario without one, and for the folder to which the
  ///     path of a tilt file is relative.
  ///   - overrides: Fields to set before decoding, as `path=value`: `world.gravity=500`, `bodies.ball.mass=2` (by the
  ///     body's id), `bodies[0].mass=2`, `walls=null` (as if the field were missing). The path of a tilt file in an
  ///     override is relative to the current folder.
  ///   - warn: Receives a warning for each likely mistake, such as a body outside the walls; nil to look for none.
  /// - Throws: All problems with the text and its values.
  ///
  /// Complexity: O(*text*).
  public init(
    yaml text: String,
    file: String,
    overrides: [String] = [],
    warn: ((Diagnostic) -> Void)? = nil
  ) throws(ScenarioFileError) {
    self = try Self.read(file, overrides, warn, nil) { () throws(Diagnostic) in text }
  }

  /// Reads a scenario from the bytes of a file, which must be UTF-8; see ``init(yaml:file:overrides:warn:)``.
  public init(
    utf8 bytes: [UInt8],
    file: String,
    overrides: [String] = [],
    warn: ((Diagnostic) -> Void)? = nil
  ) throws(ScenarioFileError) {
    try self.init(utf8: bytes, file: file, overrides: overrides, warn: warn, files: nil)
  }

  /// The same; checks the files that the scenario names as well.
  package init(
    utf8 bytes: [UInt8],
    file: String,
    overrides: [String],
    warn: ((Diagnostic) -> Void)?,
    files: FileCheck?
  ) throws(ScenarioFileError) {
    // Before the tree is made, so that the bytes need not outlive the text.
    let text = Result { () throws(Diagnostic) in
      if bytes.starts(with: MCAPFormat.magic) {
        throw Diagnostic(place: .start, WrittenFile.recording.words)
      }
      return try SourceText.decode(bytes)
    }
    self = try Self.read(file, overrides, warn, files) { () throws(Diagnostic) in try text.get() }
  }

  private static func read(
    _ file: String,
    _ overrides: [String],
    _ warn: ((Diagnostic) -> Void)?,
    _ files: FileCheck?,
    _ text: () throws(Diagnostic) -> String
  ) throws(ScenarioFileError) -> Scenario {
    let diagnostics = Diagnostics()
    var scenario: Scenario?
    var warnings: [Diagnostic] = []
    do {
      let name = FileName(file)
      let text = try text()
      let written = try parse(text)
      diagnostics.text = text
      let list = Override.list(of: overrides, diagnostics)
      let root = try expanded(written, folder: name.folder, list, diagnostics)
      let value = Value(root, at: "", as: .mapping(.scenario), diagnostics)
      let decoded = decode(value, folder: name.folder, name: name.base)
      scenario = decoded
      if let files, files.isAlways || !diagnostics.isEmpty {
        files.report(decoded, DiagnosticPlaces(root: root), diagnostics)
      }
      if warn != nil, diagnostics.isEmpty {
        warnings = decoded.warnings(of: root, diagnostics.copies, file: file, overrides: overrides)
      }
    } catch {
      diagnostics.report(error)
    }
    guard let scenario, diagnostics.isEmpty else {
      throw diagnostics.error(file: file, overrides: overrides)
    }
    if let warn { warnings.forEach(warn) }
    return scenario
  }

  /// Parses a text into a tree, and checks that it is a scenario of this version.
  static func parse(_ text: String) throws(Diagnostic) -> Node {
    if let other = WrittenFile(firstLine: text.utf8.prefix { $0 != UInt8(ascii: "\n") }) {
      throw Diagnostic(place: .start, other.words)
    }
    if !text.contains("tiltbox"), TiltLineParser.recognizes(text) {
      let words = "this is a tilt recording; run it as tiltbox run SCENARIO --tilt FILE"
      throw Diagnostic(place: .start, words)
    }
    guard let root = try YAMLReader.read(text), root.scalar?.isEmpty != true else {
      throw Diagnostic(place: .start, "the file is empty; begin with tiltbox: 1")
    }
    if let refusal = root.refusal { throw Diagnostic(place: root.place, refusal) }
    guard root.mapping != nil else {
      throw Diagnostic(place: root.place, "expected a mapping, got \(root); begin with tiltbox: 1")
    }
    if let plan = root["sweep"], root["tiltbox"] == nil {
      let words = "this is a plan of many runs; give it to tiltbox sweep --plan"
      throw Diagnostic(place: plan.place, words)
    }
    if let version = root["tiltbox"], let number = version.scalar?.whole, number != 1 {
      throw Diagnostic(
        place: version.place,
        path: "tiltbox",
        "format version \(number) is not supported; write tiltbox: 1, or update the program"
      )
    }
    return root
  }

  /// Evaluates the formulas of a tree, expands repeated and composite elements, applies the overrides, and reads the files
  /// of chains.
  static func expanded(
    _ root: Node,
    folder: String,
    _ overrides: [Override],
    _ diagnostics: Diagnostics
  ) throws(Diagnostic) -> Node {
    var root = root
    Override.apply(overrides.filter(\.precedesFormulas), to: &root, diagnostics)
    let formulas = try FieldFormulas(evaluating: &root, diagnostics)
    Repetition.expand(&root, formulas, diagnostics)
    CompositeExpansion.expand(&root, diagnostics)
    Override.apply(overrides.filter { !$0.precedesFormulas }, to: &root, diagnostics)
    ChainFiles.expand(&root, folder: folder, diagnostics)
    return root
  }

  /// Decodes a scenario from its tree; the tree's diagnostics report the problems.
  static func decode(_ root: Value, folder: String, name: String) -> Scenario {
    let diagnostics = root.diagnostics
    let scenario = ScenarioDecoder(diagnostics: diagnostics, folder: folder).scenario(
      root,
      name: name
    )
    let places = DiagnosticPlaces(root: root.node)
    var missing: [(Diagnostic, MissingName)] = []
    let list = scenario.diagnosticList()
    for (index, diagnostic) in list.diagnostics.enumerated() {
      let diagnostic = places.placed(diagnostic)
      guard !diagnostics.suppresses(diagnostic.path) else { continue }
      if let name = list.missing[index] {
        missing.append((diagnostic, name))
      } else {
        diagnostics.report(diagnostic)
      }
    }
    guard !missing.isEmpty else { return scenario }
    // A name may be missing because an element has that of another one.
    let names = MissingNames(in: root)
    for (diagnostic, name) in missing where !diagnostics.suppresses(diagnostic.path) {
      names.explained(diagnostic, name).map(diagnostics.report)
    }
    return scenario
  }
}

/// The parts of a scenario file's path.
struct FileName: Sendable {
  /// The path up to and including the last slash; empty for a file in the current folder.
  let folder: String
  /// The name without folder and extension.
  let base: String

  init(_ path: String) {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[start...]
    folder = String(path[..<start])
    let stem = name.dropFirst().lastIndex(of: ".").map { name[..<$0] } ?? name
    base = stem.isEmpty || name.hasPrefix("<") ? "scenario" : String(stem)
  }
}
