package import Tiltbox

/// A scenario file that is read once, and whose fields are then set for each of many runs.
package struct ScenarioTemplate: Sendable {
  /// A field, and where it stands.
  package struct Field: Hashable, Sendable {
    /// The path as it was given: `bodies.ball.mass`.
    package let path: String
    let components: [PathComponent]

    /// Splits a path; nil if it is not a path.
    package init?(_ path: String) {
      guard let components = PathComponent.components(of: path) else { return nil }
      (self.path, self.components) = (path, components)
    }
  }

  /// The scenario as the file has it.
  package private(set) var scenario: Scenario
  private(set) var root: Node
  private let name: FileName
  /// Where the file is, with a slash at its end; empty for the current folder.
  package var folder: String { name.folder }
  private var setters: [Field: DirectSetter] = [:]

  /// Reads a file: see `Scenario.init(utf8:file:overrides:)`.
  package init(
    utf8 bytes: [UInt8],
    file: String,
    overrides: [String] = []
  ) throws(ScenarioFileError) {
    scenario = try Scenario(utf8: bytes, file: file, overrides: overrides)
    name = FileName(file)
    do {
      root = try Scenario.tree(try SourceText.decode(bytes), overrides, Findings())
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

  /// Finds out how the fields can be set without the tree.
  package mutating func prepare(_ fields: [Field]) {
    // What is expected may depend on any field, by its formulas.
    guard scenario.expectations.isEmpty else { return }
    for field in fields {
      setters[field] = DirectSetter(field.components, root, scenario)
    }
  }

  /// The scenario with some fields set.
  ///
  /// - Throws: all that is wrong with it then.
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

  /// The same by way of the tree.
  func decoded(
    setting settings: [(field: Field, value: FieldValue)]
  ) throws(TemplateError) -> Scenario {
    let findings = Findings()
    let root = tree(setting: settings, findings)
    let value = Value(root, at: "", as: .mapping(.scenario), findings)
    let scenario = Scenario.decode(value, folder: name.folder, name: name.base)
    if !findings.isEmpty { throw TemplateError(findings, settings.map(\.field.path)) }
    return scenario
  }

  /// What is wrong with setting the fields, whatever the numbers: a field that nothing knows, a text where a number
  /// belongs.
  package func misfit(setting settings: [(field: Field, value: FieldValue)]) -> TemplateError? {
    let findings = Findings()
    let root = tree(setting: settings, findings)
    let value = Value(root, at: "", as: .mapping(.scenario), findings)
    _ = ScenarioDecoder(findings: findings, folder: name.folder).scenario(value, name: name.base)
    return findings.isEmpty ? nil : TemplateError(findings, settings.map(\.field.path))
  }

  private func tree(
    setting settings: [(field: Field, value: FieldValue)],
    _ findings: Findings
  ) -> Node {
    var root = root
    for (number, setting) in settings.enumerated() {
      let node = setting.value.node(at: .override(number))
      do {
        try Override(setting.field.components, node, number: number).apply(to: &root)
      } catch {
        findings.report(error)
      }
    }
    return root
  }
}

/// What is wrong with a scenario in which fields were set.
package struct TemplateError: Error, Hashable, CustomStringConvertible {
  /// The mistakes, each with the path of its field.
  package let mistakes: [String]

  init(_ findings: Findings, _ overrides: [String]) {
    let diagnostics = findings.diagnostics(file: "", overrides: overrides)
    mistakes = diagnostics.map { $0.path.isEmpty ? $0.message : "\($0.path): \($0.message)" }
  }

  package var description: String { mistakes.joined(separator: "; ") }
}
