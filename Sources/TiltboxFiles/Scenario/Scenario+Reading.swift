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
    try self.init(utf8: Array(text.utf8), file: file, overrides, nil, warn: warn)
  }

  /// Reads a scenario from the bytes of a file, which must be UTF-8; see ``init(yaml:file:overrides:warn:)``.
  public init(
    utf8 bytes: [UInt8],
    file: String,
    overrides: [String] = [],
    warn: ((Diagnostic) -> Void)? = nil
  ) throws(ScenarioFileError) {
    try self.init(utf8: bytes, file: file, overrides, nil, warn: warn)
  }

  /// The same; checks the files that the scenario names as well. The warnings are about a run of some duration.
  package init(
    utf8 bytes: [UInt8],
    file: String,
    _ overrides: [String],
    _ files: FileCheck?,
    for duration: (Scenario) -> Double? = { $0.run.duration },
    warn: ((Diagnostic) -> Void)?
  ) throws(ScenarioFileError) {
    let diagnostics = Diagnostics()
    do throws(Diagnostic) {
      if bytes.starts(with: MCAPFormat.magic) {
        throw Diagnostic(place: .start, WrittenFile.recording.words)
      }
      let (parts, text) = (PathParts(file), try SourceText.decode(bytes))
      diagnostics.text = text
      let root = Self.expanded(try Self.parse(text), folder: parts.folder, overrides, diagnostics)
      let value = Value(root, at: "", as: .mapping(.scenario), diagnostics)
      var decoded = Self.decode(value, folder: parts.folder, name: parts.scenarioName)
      decoded.files.chains = diagnostics.chains
      let locator = DiagnosticLocator(root: root, origins: diagnostics.origins)
      for field in ["tilt.file"] + decoded.expectedRecordings.map(\.field) {
        var place = locator.placed(Diagnostic(source: file, path: field, ""))
        if case .override(let number)? = place.place { place.source = overrides[number] }
        decoded.files.places[field] = place.origin
      }
      if let files, files.isAlways || !diagnostics.isEmpty {
        files.report(decoded, locator, diagnostics)
      }
      if diagnostics.isEmpty {
        self = decoded
        guard let warn else { return }
        decoded.run.duration = duration(decoded)
        let copies = diagnostics.copies
        decoded.warnings(at: locator, copies, file: file, overrides: overrides).forEach(warn)
        return
      }
    } catch {
      diagnostics.report(error)
    }
    throw diagnostics.error(file: file, overrides: overrides)
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
      let problem = "format version \(number) is not supported"
      let words = "\(problem); write tiltbox: 1, or update the program"
      throw Diagnostic(place: version.place, path: "tiltbox", words)
    }
    return root
  }

  /// Evaluates the formulas of a tree, expands repeated elements, applies the overrides, and reads the files of chains.
  static func expanded(
    _ root: consuming Node,
    folder: String,
    _ texts: [String],
    setting others: [Override] = [],
    _ diagnostics: Diagnostics
  ) -> Node {
    let given = texts.enumerated().compactMap { number, text in
      diagnostics.attempt { () throws(Diagnostic) in try Override(text, number: number) }
    }
    let overrides = given + others
    Override.apply(overrides.filter(\.precedesFormulas), to: &root, diagnostics)
    let formulas = FieldFormulas(evaluating: &root)
    diagnostics.names = formulas.names
    Repetition.indices.forEach { diagnostics.names.add($0, 1) }
    Repetition.expand(&root, formulas, diagnostics)
    Override.apply(overrides.filter { !$0.precedesFormulas }, to: &root, diagnostics)
    ChainFiles.expand(&root, folder: folder, diagnostics)
    return root
  }

  /// Decodes a scenario from its tree; the tree's diagnostics report the problems.
  static func decode(_ root: Value, folder: String, name: String) -> Scenario {
    let diagnostics = root.diagnostics
    let decoder = ScenarioDecoder(diagnostics: diagnostics, folder: folder)
    let scenario = decoder.scenario(root, name: name)
    let locator = DiagnosticLocator(root: root.node, origins: diagnostics.origins)
    var missing: [(Diagnostic, MissingName)] = []
    let list = scenario.diagnosticList()
    for (index, diagnostic) in list.diagnostics.enumerated() {
      let diagnostic = locator.placed(diagnostic)
      guard !diagnostics.suppresses(diagnostic.path) else { continue }
      if let name = list.missing[index] {
        missing.append((diagnostic, name))
      } else {
        diagnostics.report(diagnostic)
      }
    }
    guard !missing.isEmpty else { return scenario }
    // A name may be missing because an element has that of another one.
    let names = MissingNames(in: root, of: scenario)
    for (diagnostic, name) in missing where !diagnostics.suppresses(diagnostic.path) {
      names.explained(diagnostic, name).map(diagnostics.report)
    }
    return scenario
  }
}

extension Scenario {
  /// Reads a scenario file, but not the files that it names; see ``loadingFiles()``.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - overrides: Fields to set before decoding, as `path=value`.
  ///   - warn: Receives a warning for each likely mistake; nil to look for none.
  /// - Throws: `FileError` or ``ScenarioFileError``.
  public init(
    contentsOf path: String,
    overrides: [String] = [],
    warn: ((Diagnostic) -> Void)? = nil
  ) throws {
    let bytes = try readFile(path, atMost: SourceText.mostBytes)
    try self.init(utf8: bytes, file: path, overrides: overrides, warn: warn)
  }

  /// Returns the scenario with the content of its files: the tilt recording, and the endings of the recordings whose
  /// digests it expects. A simulation itself reads no files.
  ///
  /// - Returns: The same scenario, with its ``Scenario/files``.
  /// - Throws: `FileError`, ``TiltFileError`` or `Diagnostic` for a file that cannot be read.
  public func loadingFiles() throws -> Scenario {
    var scenario = try loadingTilt()
    scenario.files.endings = try endings()
    return scenario
  }

  /// Returns the scenario with its tilt recording.
  ///
  /// Throws `FileError` or ``TiltFileError``.
  package func loadingTilt() throws -> Scenario {
    var scenario = self
    if case .file(let path, let options, _) = tilt.source, files.tracks[tilt.source] == nil {
      do {
        scenario.files.tracks[tilt.source] = try TiltTrack(
          contentsOf: readFile(path),
          name: path,
          options: options,
          orientation: tilt.orientation
        )
      } catch let error as FileError {
        throw error.of("tilt.file", at: files.places["tilt.file"])
      }
    }
    return scenario
  }

  /// Reads the endings of the recordings whose digests the scenario expects.
  ///
  /// Throws `FileError` or `Diagnostic`.
  package func endings() throws -> [String: RecordedEnding] {
    var endings = files.endings
    for (file, field) in expectedRecordings {
      do { endings[file] = try RecordedEnding(ofRecording: file) } catch let error as FileError {
        throw error.of(field, at: files.places[field])
      }
    }
    return endings
  }

  /// The recordings whose digests the scenario expects, and the fields that name them.
  package var expectedRecordings: [(file: String, field: String)] {
    expectations.enumerated().compactMap { index, expectation in
      guard case .digest(let file) = expectation.condition else { return nil }
      return (file, "expect[\(index)].digest")
    }
  }
}

extension ExpectationMonitor {
  /// Creates a monitor of the scenario's expectations; reads the recordings that they name.
  ///
  /// Throws `FileError` or `Diagnostic`.
  package convenience init(readingFilesOf simulation: Simulation) throws {
    let scenario = simulation.scenario
    try self.init(valid: scenario.expectations, of: simulation, endings: scenario.endings())
  }
}

/// The problems with a scenario file, found in one pass.
public struct ScenarioFileError: Error, Hashable, Sendable {
  /// The problems in the order of the file, followed by those of the overrides; at least one, and at most 100. A problem
  /// that several elements of a list have stands once, with a count.
  public let diagnostics: [Diagnostic]
  /// The number of further problems.
  public let omittedCount: Int

  /// The maximum number of problems in an error.
  static let mostDiagnostics = 100

  /// The errors of files that could not be opened, if there are no other problems.
  package let fileErrors: [FileError]
  /// Whether a file that the scenario names has invalid contents.
  private let hasInvalidFiles: Bool

  init(
    diagnostics: [Diagnostic],
    omittedCount: Int = 0,
    fileErrors: [FileError] = [],
    hasInvalidFiles: Bool = false
  ) {
    (self.diagnostics, self.omittedCount) = (diagnostics, omittedCount)
    (self.fileErrors, self.hasInvalidFiles) = (fileErrors, hasInvalidFiles)
  }

  /// Whether the file is valid, and only overrides are wrong.
  package var isAboutOverridesAlone: Bool {
    !hasInvalidFiles
      && diagnostics.allSatisfy { if case .override? = $0.place { true } else { false } }
  }

  /// Returns the same error for overrides from a file, which are at these places of it.
  package func placed(_ overrides: [SourceLocation], of file: String) -> Self {
    let placed = diagnostics.map { diagnostic in
      guard case .override(let number)? = diagnostic.place else { return diagnostic }
      var diagnostic = diagnostic
      (diagnostic.source, diagnostic.place) = (file, overrides[number])
      return diagnostic
    }
    return Self(
      diagnostics: placed,
      omittedCount: omittedCount,
      fileErrors: fileErrors,
      hasInvalidFiles: hasInvalidFiles
    )
  }
}

extension ScenarioFileError: CustomStringConvertible {
  /// The problems, one per line; then, if there are more, their number.
  public var description: String {
    let lines = diagnostics.map(\.description).joined(separator: "\n")
    return omittedCount == 0 ? lines : "\(lines)\nand \(omittedCount) more"
  }
}

extension Scenario {
  /// Five crates in a box, held upright: the scenario of a run that names none.
  ///
  /// It is `Examples/crates.yaml` without its expectations, read from the same text.
  public static let classic: Scenario = {
    do {
      return try Scenario(yaml: classicText, file: "crates.yaml")
    } catch {
      preconditionFailure("the classic scenario is wrong:\n\(error)")
    }
  }()

  /// The text of ``classic``, a file to start from.
  package static let classicText = """
    # Five crates in a box: the classic scene. Tilt it live: tiltbox run Examples/crates.yaml --tilt -
    tiltbox: 1
    name: crates

    world:
      gravity: 1000              # units/s² for a tilt of 1 g
      step: 1/120                # seconds; a number will do as well

    # Four segments around the rectangle from (0, 0) to (300, 300), 2 units thick.
    walls:
      size: [300, 300]
      radius: 1
      friction: 0.5
      elasticity: 0.8
      collisionType: 2

    # The defaults of all bodies.
    defaults:
      mass: 100                  # kg
      friction: 0.5
      elasticity: 0.8

    # "at" is a crate's centre and y points up. In a view of 300 points whose y points down, the crates'
    # corners are at (0, 0), (32, 0), (64, 0), (128, 0) and (0, 32): the centre is x + w/2, 300 - y - h/2.
    bodies:
      - {id: crate-1, box: [32, 32], at: [16, 284]}
      - {id: crate-2, box: [32, 32], at: [48, 284]}
      - {id: crate-3, box: [64, 64], at: [96, 268]}
      - {id: crate-4, box: [32, 32], at: [144, 284]}
      - {id: crate-5, box: [64, 64], at: [32, 236]}

    tilt: [0, -1]                # held upright; [1, 0] lets everything fall to the right
    run: {duration: 10, frames: 60}

    """
}

/// A check of the files that a scenario names, whose problems are reported like its own.
package struct FileCheck {
  /// Whether to check the files of a scenario without other problems too; otherwise they are read when it runs.
  let isAlways: Bool
  /// The words for a file that cannot be opened.
  private let explain: (FileError) -> String

  package init(always isAlways: Bool, explain: @escaping (FileError) -> String) {
    (self.isAlways, self.explain) = (isAlways, explain)
  }

  /// Reads the tilt recording and the recordings whose digests the scenario expects, and reports what is wrong with them.
  func report(_ scenario: Scenario, _ locator: DiagnosticLocator, _ diagnostics: Diagnostics) {
    if case .file(let path, _, _) = scenario.tilt.source, path != "-" {
      report("tilt.file", locator, diagnostics) { _ = try scenario.loadingTilt() }
    }
    for (file, field) in scenario.expectedRecordings {
      report(field, locator, diagnostics) { _ = try Scenario.RecordedEnding(ofRecording: file) }
    }
  }

  private func report(
    _ field: String,
    _ locator: DiagnosticLocator,
    _ diagnostics: Diagnostics,
    _ read: () throws -> Void
  ) {
    guard !diagnostics.suppresses(field) else { return }
    do {
      try read()
    } catch let error as FileError {
      let error = error.of(field)
      diagnostics.fileErrors.append(error)
      diagnostics.report(locator.placed(Diagnostic(path: field, explain(error))))
    } catch {
      diagnostics.hasInvalidFiles = true
      let words = Self.options.reduce("\(error)") { $0.replacing($1.option, with: $1.field) }
      diagnostics.report(locator.placed(Diagnostic(path: field, words)))
    }
  }

  /// The options of the command in messages about recordings, and the fields of a scenario that do the same.
  private static let options = [
    ("reaction --orientation ", "reaction, orientation: "), ("--tilt-convention ", "convention: "),
    ("--tilt-units ", "units: "),
    ("--tilt-rate ", "rate: "),
    ("--orientation ", "orientation: "),
  ].map { (option: $0, field: $1) }
}
