internal import Chipmunk
package import Tiltbox

/// A scenario file that is read once, and whose fields are set for each of many runs.
package struct ScenarioTemplate: Sendable {
  /// The paths of fields, and their values.
  package typealias Settings = [(field: [PathComponent], value: FieldContent)]

  /// The scenario in the file.
  package private(set) var scenario: Scenario
  /// The tree of the scenario, and that of the file as written.
  private var root: Node
  private var written: Node
  private let overrides: [String]
  private let path: PathParts
  /// The file's folder, with a slash at its end; empty for the current folder.
  package var folder: String { path.folder }

  /// The fingerprint of the text and the overrides, as sixteen hexadecimal digits.
  package let fingerprint: String

  /// Reads a file; see `Scenario.init(utf8:file:overrides:)`.
  package init(
    utf8 bytes: [UInt8],
    file: String,
    overrides: [String] = []
  ) throws(ScenarioFileError) {
    scenario = try Scenario(utf8: bytes, file: file, overrides: overrides)
    path = PathParts(file)
    fingerprint = Digest(of: bytes + overrides.flatMap { [0] + Array($0.utf8) }).description
    do {
      written = try Scenario.parse(try SourceText.decode(bytes))
      self.overrides = overrides
      root = Scenario.expanded(written, folder: path.folder, overrides, Diagnostics())
    } catch {
      preconditionFailure("what was read once can be read again: \(error)")
    }
  }

  /// Returns the path of a field with the number of an element in place of its name: `bodies[0].mass`.
  package func numbered(_ path: String) -> String {
    guard let parts = PathComponent.components(of: path), parts.count > 1,
      case (.key(let list), .key(let id)) = (parts[0], parts[1]), let nodes = root[list]?.sequence,
      let index = Override.names(of: nodes, in: list)?.firstIndex(of: id)
    else { return path }
    return ([parts[0], .index(index)] + parts[2...]).path
  }

  /// Removes the expectations, for runs that do not check them.
  package mutating func dropExpectations() {
    scenario.expectations = []
    (root, written) = (root.without("expect"), written.without("expect"))
  }

  /// Returns the scenario with some fields set, by decoding the tree.
  ///
  /// - Throws: All problems with the resulting scenario.
  package func scenario(setting settings: Settings) throws(TemplateError) -> Scenario {
    let tree = tree(setting: settings)
    let scenario = Scenario.decode(tree, folder: path.folder, name: path.scenarioName)
    if let error = error(in: tree.diagnostics, settings) { throw error }
    return scenario
  }

  /// Returns the errors in setting the fields that do not depend on the numbers: an unknown field, a text in place of a
  /// number.
  package func misfit(setting settings: Settings) -> TemplateError? {
    let tree = tree(setting: settings)
    let decoder = ScenarioDecoder(diagnostics: tree.diagnostics, folder: path.folder)
    _ = decoder.scenario(tree, name: path.scenarioName)
    return error(in: tree.diagnostics, settings)
  }

  private func error(in diagnostics: Diagnostics, _ settings: Settings) -> TemplateError? {
    if diagnostics.isEmpty { return nil }
    let error = diagnostics.error(file: "", overrides: overrides + settings.map(\.field.path))
    return TemplateError(messages: error.diagnostics.map(\.text))
  }

  /// Returns the tree with some fields set, as far as they can be.
  private func tree(setting settings: Settings) -> Value {
    let diagnostics = Diagnostics()
    let set = settings.enumerated().map { index, setting in
      let number = overrides.count + index
      let node = setting.value.node(at: .override(number))
      return Override(setting.field, node, number: number)
    }
    var root = root
    if set.contains(where: \.precedesFormulas) {
      let folder = path.folder
      root = Scenario.expanded(written, folder: folder, overrides, setting: set, diagnostics)
    } else {
      Override.apply(set, to: &root, diagnostics)
    }
    return Value(root, at: "", as: .mapping(.scenario), diagnostics)
  }
}

/// The problems with a scenario after fields were set.
package struct TemplateError: Error, Hashable, CustomStringConvertible {
  /// The problems, each with the path of its field.
  package let messages: [String]

  package var description: String { messages.joined(separator: "; ") }
}
