package import Tiltbox

/// A scenario file that is read once, and whose fields are set for each of many runs.
package struct ScenarioTemplate: Sendable {
  /// A field, identified by its path.
  package struct Field: Hashable, Sendable {
    /// The path, as given: `bodies.ball.mass`.
    package let path: String
    let components: [PathComponent]

    /// Splits a path; nil if it is not a path.
    package init?(_ path: String) {
      guard let components = PathComponent.components(of: path) else { return nil }
      (self.path, self.components) = (path, components)
    }
  }

  /// The scenario in the file.
  package private(set) var scenario: Scenario
  private(set) var root: Node
  private let name: FileName
  /// The file's folder, with a slash at its end; empty for the current folder.
  package var folder: String { name.folder }
  private var setters: [Field: DirectSetter] = [:]

  /// Reads a file; see `Scenario.init(utf8:file:overrides:)`.
  package init(
    utf8 bytes: [UInt8],
    file: String,
    overrides: [String] = []
  ) throws(ScenarioFileError) {
    scenario = try Scenario(utf8: bytes, file: file, overrides: overrides)
    name = FileName(file)
    do {
      let text = try SourceText.decode(bytes)
      root = try Scenario.tree(text, folder: name.folder, overrides, Diagnostics())
    } catch {
      preconditionFailure("what was read once can be read again: \(error)")
    }
  }

  /// Removes the expectations, for runs that do not check them.
  package mutating func dropExpectations() {
    scenario.expectations = []
    guard case .mapping(var entries) = root.content else { return }
    entries.removeAll { $0.key == "expect" }
    root.content = .mapping(entries)
  }

  /// Determines which fields can be set without the tree.
  package mutating func prepare(_ fields: [Field]) {
    // The formulas of expectations may depend on any field.
    guard scenario.expectations.isEmpty else { return }
    for field in fields {
      setters[field] = DirectSetter(field.components, root, scenario)
    }
  }

  /// Returns the scenario with some fields set.
  ///
  /// - Throws: All problems with the resulting scenario.
  package func scenario(
    setting settings: [(field: Field, value: FieldValue)]
  ) throws(TemplateError) -> Scenario {
    if !setters.isEmpty {
      var scenario = scenario
      let isDone = settings.allSatisfy { field, value in
        guard case .number(let number) = value, let setter = setters[field] else { return false }
        return setter.set(&scenario, number)
      }
      if isDone { return scenario }
    }
    return try decoded(setting: settings)
  }

  /// Returns the scenario with some fields set, by decoding the tree.
  func decoded(
    setting settings: [(field: Field, value: FieldValue)]
  ) throws(TemplateError) -> Scenario {
    let diagnostics = Diagnostics()
    let root = tree(setting: settings, diagnostics)
    let value = Value(root, at: "", as: .mapping(.scenario), diagnostics)
    let scenario = Scenario.decode(value, folder: name.folder, name: name.base)
    if !diagnostics.isEmpty { throw TemplateError(diagnostics, settings.map(\.field.path)) }
    return scenario
  }

  /// Returns the errors in setting the fields that do not depend on the numbers: an unknown field, a text in place of a
  /// number.
  package func misfit(setting settings: [(field: Field, value: FieldValue)]) -> TemplateError? {
    let diagnostics = Diagnostics()
    let root = tree(setting: settings, diagnostics)
    let value = Value(root, at: "", as: .mapping(.scenario), diagnostics)
    _ = ScenarioDecoder(diagnostics: diagnostics, folder: name.folder).scenario(
      value,
      name: name.base
    )
    return diagnostics.isEmpty ? nil : TemplateError(diagnostics, settings.map(\.field.path))
  }

  private func tree(
    setting settings: [(field: Field, value: FieldValue)],
    _ diagnostics: Diagnostics
  ) -> Node {
    var root = root
    for (number, setting) in settings.enumerated() {
      let node = setting.value.node(at: .override(number))
      do {
        try Override(setting.field.components, node, number: number).apply(to: &root)
      } catch {
        diagnostics.report(error)
      }
    }
    return root
  }
}

/// The problems with a scenario after fields were set.
package struct TemplateError: Error, Hashable, CustomStringConvertible {
  /// The problems, each with the path of its field.
  package let mistakes: [String]

  init(_ diagnostics: Diagnostics, _ overrides: [String]) {
    mistakes = diagnostics.error(file: "", overrides: overrides).diagnostics.map(\.text)
  }

  package var description: String { mistakes.joined(separator: "; ") }
}
