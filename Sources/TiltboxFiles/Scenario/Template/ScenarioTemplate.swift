internal import Chipmunk
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

  /// Fields and their values.
  package typealias Settings = [(field: Field, value: FieldValue)]

  /// The scenario in the file.
  package private(set) var scenario: Scenario
  /// The tree of the scenario, and that of the file as written.
  private(set) var root: Node
  private var written: Node
  private let overrides: [String]
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
      written = try Scenario.parse(try SourceText.decode(bytes))
      self.overrides = overrides
      root = try Scenario.expanded(written, folder: name.folder, overrides, Diagnostics())
    } catch {
      preconditionFailure("what was read once can be read again: \(error)")
    }
  }

  /// Removes the expectations, for runs that do not check them.
  package mutating func dropExpectations() {
    scenario.expectations = []
    (root, written) = (root.without("expect"), written.without("expect"))
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
  package func scenario(setting settings: Settings) throws(TemplateError) -> Scenario {
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
  func decoded(setting settings: Settings) throws(TemplateError) -> Scenario {
    let tree = tree(setting: settings)
    let scenario = Scenario.decode(tree, folder: name.folder, name: name.base)
    if let error = error(in: tree.diagnostics, settings) { throw error }
    return scenario
  }

  /// Returns the errors in setting the fields that do not depend on the numbers: an unknown field, a text in place of a
  /// number.
  package func misfit(setting settings: Settings) -> TemplateError? {
    let tree = tree(setting: settings)
    let decoder = ScenarioDecoder(diagnostics: tree.diagnostics, folder: name.folder)
    _ = decoder.scenario(tree, name: name.base)
    return error(in: tree.diagnostics, settings)
  }

  private func error(in diagnostics: Diagnostics, _ settings: Settings) -> TemplateError? {
    if diagnostics.isEmpty { return nil }
    return TemplateError(diagnostics, overrides + settings.map(\.field.path))
  }

  /// Returns the numbers of the file's `let` with some fields set.
  package func givenNumbers(setting settings: Settings = []) -> [String: Double] {
    FieldFormulas.numbers(in: tree(setting: settings).node)
  }

  /// Returns the tree with some fields set, as far as they can be.
  private func tree(setting settings: Settings) -> Value {
    let diagnostics = Diagnostics()
    let set = settings.enumerated().map { index, setting in
      let number = overrides.count + index
      let node = setting.value.node(at: .override(number))
      return Override(setting.field.components, node, number: number)
    }
    var root = root
    if set.contains(where: \.precedesFormulas) {
      diagnostics.attempt { () throws(Diagnostic) in
        let folder = name.folder
        root = try Scenario.expanded(written, folder: folder, overrides, setting: set, diagnostics)
      }
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

  init(_ diagnostics: Diagnostics, _ overrides: [String]) {
    messages = diagnostics.error(file: "", overrides: overrides).diagnostics.map(\.text)
  }

  package var description: String { messages.joined(separator: "; ") }
}

/// Sets a number of the model whose field in the file corresponds to exactly that number.
///
/// The result is the same as after setting the field in the file and decoding it again, in a hundredth of the time.
/// Other fields, and values that are not numbers, must go through the tree.
struct DirectSetter: Sendable {
  /// Sets the number; returns false if the field does not accept it.
  let set: @Sendable (_ scenario: inout Scenario, _ number: Double) -> Bool

  /// Finds the number that corresponds to a field; nil if there is none.
  init?(_ path: [PathComponent], _ root: Node, _ scenario: Scenario) {
    guard case .key(let part)? = path.first else { return nil }
    let (rest, node) = (path.dropFirst(), root[part])
    let found: Self? =
      switch part {
      case "world": Self(rest, node, Scenario.World.fields, \.world)
      case "run": Self(rest, node, Scenario.Run.fields, \.run)
      case "walls" where scenario.walls != nil && node?.mapping != nil:
        Self(rest, node, Scenario.Walls.fields, \.boxed)
      case "tilt": Self(ofTilt: rest, node, scenario)
      case "bodies": Self(ofBodies: rest, node?.sequence ?? [])
      default: nil
      }
    guard let found else { return nil }
    self = found
  }

  /// Finds a field in a part of the scenario, or one number of a pair that the file contains.
  private init?<Part>(
    _ path: ArraySlice<PathComponent>,
    _ node: Node?,
    _ schema: Schema<Part>,
    _ part: any WritableKeyPath<Scenario, Part> & Sendable
  ) {
    guard case .key(let key)? = path.first, path.count < 3, let property = schema[key] else {
      return nil
    }
    var index: Int?
    if path.count == 2 {
      guard case .index(let number)? = path.last, node?[path]?.scalar != nil else { return nil }
      index = number
    }
    guard property.takesNumber(at: index) else { return nil }
    set = { [index] in property.set($1, at: index, in: &$0[keyPath: part]) }
  }

  private init?(ofTilt path: ArraySlice<PathComponent>, _ node: Node?, _ scenario: Scenario) {
    guard case .constant = scenario.tilt.source, let node, node[path]?.scalar?.number != nil else {
      return nil
    }
    var (path, fields) = (path, node)
    if node.sequence != nil {
      path = [.key("constant")] + path
      fields = Node(content: .mapping([]), place: node.place)
      fields["constant"] = node
    }
    self.init(path, fields, TiltFields.schema, \.tilt.fields)
  }

  private init?(ofBodies path: ArraySlice<PathComponent>, _ nodes: [Node]) {
    // The parts of ropes and blobs shift the indices.
    guard let id = path.first, let index = Override.index(of: id, in: nodes, of: "bodies"),
      !nodes.contains(where: { $0.compositeField != nil })
    else { return nil }
    let (rest, node) = (path.dropFirst(), nodes[index])
    if let own = Self(rest, node, BodyDescription.fields, \.bodies[index]) {
      self = own
    } else if node["shapes"] == nil {
      self.init(rest, node, Surface.fields, \.bodies[index].surface)
    } else {
      return nil
    }
  }
}

extension Scenario {
  /// The walls of a scenario that has walls.
  fileprivate var boxed: Walls {
    get { walls ?? Walls.fields.standard }
    set { walls = newValue }
  }
}

extension BodyDescription {
  /// The surface that all shapes share.
  fileprivate var surface: Surface {
    get { shapes.first?.surface ?? Surface() }
    set { for index in shapes.indices { shapes[index].surface = newValue } }
  }
}
