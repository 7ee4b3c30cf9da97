internal import Chipmunk
internal import Tiltbox

/// Decodes a scenario from a tree. Reports each problem, substitutes a default and continues.
struct ScenarioDecoder {
  let diagnostics: Diagnostics
  /// The folder of the scenario file, with its last slash; empty for the current one.
  let folder: String

  func scenario(_ root: Value, name: String) -> Scenario {
    var scenario = Scenario(name: name)
    guard let fields = root.fields() else { return scenario }
    _ = fields["tiltbox"]?.whole()
    scenario.name = fields["name"]?.text() ?? name
    scenario.files.names = fields["let"]?.names() ?? [:]
    if let world = fields["world"]?.fields() {
      world.read(Scenario.World.fields, into: &scenario.world)
      reportRate(world["step"], scenario.world.step)
    }
    if let walls = fields["walls"]?.fields() {
      var box = Scenario.Walls.fields.standard
      walls.read(Scenario.Walls.fields, into: &box)
      scenario.walls = box
    }
    var view = fields["view"]?.pair()
    if let size = view {
      do { try ParameterRange.extent.check(size) } catch {
        fields["view"]?.report(error.description)
        view = nil
      }
    }
    let viewHeight = view?.y ?? scenario.walls?.height
    readBodies(fields, viewHeight, into: &scenario)
    if let constraints = fields["constraints"]?.list() {
      let decoder = ConstraintDecoder(diagnostics: diagnostics, scenario: scenario)
      // The joints of ropes and blobs are there already, and come last.
      scenario.constraints.insert(contentsOf: decoder.constraints(constraints), at: 0)
    }
    scenario.values = fields.elements("values", value)
    scenario.layers = fields.elements("layers") { $0.layer(in: viewHeight) }
    scenario.touches = fields.elements("touches") { $0.element(TouchDescription.fields) }
    scenario.handovers = fields.elements("handovers") { $0.element(HandoverDescription.fields) }
    scenario.animations = fields.elements("animations") { [scenario] in
      $0.animation(in: scenario)
    }
    if let tilt = fields["tilt"] { read(tilt, into: &scenario.tilt) }
    fields["run"]?.fields()?.read(Scenario.Run.fields, into: &scenario.run)
    if let list = fields["expect"]?.list() {
      let decoder = ExpectationDecoder(scenario: scenario, folder: folder)
      scenario.expectations = list.map(decoder.expectation)
    }
    return scenario
  }

  /// Reports a step beyond the longest one, which is a rate.
  private func reportRate(_ value: Value?, _ step: Double) {
    guard let value, value.node.scalar?.quantity == nil, step.isFinite,
      step > ParameterRange.timeStep.range.upperBound
    else { return }
    let rate = step.plain
    value.report("a step is a time, and \(rate) looks like a rate; write 1/\(rate), in s")
  }

  /// Reads the bodies, and adds the joints of ropes and blobs among them.
  private func readBodies(_ fields: Fields, _ viewHeight: Double?, into scenario: inout Scenario) {
    var decoder = BodyDecoder(diagnostics: diagnostics, viewHeight: viewHeight, isForFile: true)
    if let defaults = fields["defaults"]?.fields() {
      let schema = BodyDescription.Defaults.fields
      defaults.read(schema, into: &decoder.defaults)
      let locator = DiagnosticLocator(root: fields.value.node)
      for diagnostic in schema.diagnostics(of: decoder.defaults, at: "defaults") {
        diagnostics.report(locator.placed(diagnostic))
      }
    }
    guard let list = fields["bodies"], let bodies = list.list() else { return }
    let composites = bodies.map(\.composite)
    let count = composites.reduce(0) { $0 + ($1?.count ?? 1) }
    if let diagnostic = Scenario.diagnostic(ofBodyCount: count) {
      list.report(diagnostic.message)
      return diagnostics.suppressPart(list.path)
    }
    reportScatteredBody(bodies)
    let names = BodyNames.names(of: bodies.map(\.node))
    scenario.bodies = zip(bodies, names).map { decoder.body($0, name: $1) }
    if composites.contains(where: { $0 != nil }) { expand(composites, of: bodies, in: &scenario) }
  }

  /// Reports a body with a dash before each of its keys, which makes each key a body of its own.
  private func reportScatteredBody(_ bodies: [Value]) {
    let parts = bodies.map { $0.node.mapping.flatMap { $0.count == 1 ? $0[0].key : nil } }
    let start = parts.indices.dropLast().first { parts[$0] == "id" && parts[$0 + 1] != nil }
    guard let start else { return }
    bodies[start].report(
      "each dash begins another body; write one dash for a body, and its other keys without one"
    )
    for (body, part) in zip(bodies, parts) where part != nil { diagnostics.suppressPart(body.path) }
  }

  private func value(_ value: Value) -> ValueDescription {
    let description = value.element(ValueDescription.fields)
    if description.numbers.isEmpty {
      diagnostics.suppressPart("\(value.path).numbers")
      diagnostics.markUnreliable("value.\(description.id)")
    }
    return description
  }

  private func read(_ value: Value, into description: inout TiltDescription) {
    var tilt = TiltFields()
    if value.node.sequence != nil {
      tilt.constant = value.pair()
    } else if let fields = value.fields() {
      let kind = fields.has("constant") ? "constant" : "file"
      fields.read(TiltFields.schema, into: &tilt, beside: kind)
      fields.reportStrays(beside: kind) { _ in "goes with a file, not with a constant tilt; drop it"
      }
      if let file = fields["file"] {
        tilt.file = tilt.file.map { file.node.place.resolved($0, in: folder) }
      }
      // A placeholder for the path, so that the other fields are checked.
      if kind == "file", tilt.file == nil {
        tilt.file = "?"
        diagnostics.suppress("tilt.file")
      }
    }
    description.fields = tilt
  }
}

extension Fields {
  /// Decodes each element of a list; none if the list is missing or wrong.
  fileprivate func elements<Element>(_ key: String, _ decode: (Value) -> Element) -> [Element] {
    (self[key]?.list() ?? []).map(decode)
  }
}

extension Value {
  /// Returns an element with the fields that it has, and with the defaults for the others.
  func element<Element>(_ schema: Schema<Element>) -> Element {
    var element = schema.standard
    fields()?.read(schema, into: &element)
    return element
  }
}

extension SourceLocation {
  /// Resolves a path that is written here: one in a file is relative to the file's folder, one in an override to the
  /// current folder; `-` is standard input.
  func resolved(_ path: String, in folder: String) -> String {
    if case .override = self { return path }
    return path.isEmpty || path == "-" || path.hasPrefix("/") ? path : folder + path
  }
}

extension Scenario {
  /// Returns the warnings about a scenario with their places in its tree.
  func warnings(
    at locator: DiagnosticLocator,
    _ copies: Copies,
    file: String,
    overrides: [String]
  ) -> [Diagnostic] {
    let unplaced = bodies.indices.filter { index in
      guard bodies[index].position == .zero else { return false }
      let body = locator.root[locator.written([.key("bodies"), .index(index)])]
      return body?["at"] == nil && body?["frame"] == nil && body?.compositeField == nil
    }
    let warnings = warnings(
      unplaced: Set(unplaced),
      worldFields: Set(locator.root["world"]?.mapping?.map(\.key) ?? []),
      isExplicit: { locator.isExplicit(at: $0) }
    )
    let diagnostics = Diagnostics()
    for warning in warnings { diagnostics.report(locator.placed(warning)) }
    return diagnostics.error(file: file, overrides: overrides).diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      if let copy = copies.copy(at: diagnostic.path) { diagnostic.path = copy.path }
      return diagnostic
    }
  }
}

extension DiagnosticLocator {
  /// Whether the number of a field was written with its unit, or as a formula.
  fileprivate func isExplicit(at path: String) -> Bool {
    guard let path = PathComponent.components(of: path).map(written),
      let node = root[path] ?? root[path.dropLast()]
    else { return false }
    return (node.sequence ?? [node]).compactMap(\.scalar).contains {
      $0.formula != nil || $0.quantity != nil
    }
  }
}

/// Decodes constraints from the tree.
struct ConstraintDecoder {
  let diagnostics: Diagnostics
  /// The scenario with its bodies.
  let scenario: Scenario

  /// Decodes the constraints: one for each value, and several for a wheel.
  func constraints(_ values: [Value]) -> [ConstraintDescription] {
    let hasWheels = values.contains { $0.node[Self.wheel] != nil }
    let bodies = hasWheels ? scenario.bodies.byID : [:]
    let names = Self.names(of: values.map(\.node))
    let made = zip(values, names).map { constraint($0, name: $1, among: bodies) }
    if hasWheels || !diagnostics.origins.isEmpty {
      let origins = made.indices.flatMap { index in
        made[index].map { _ in [PathComponent.key("constraints"), .index(index)] }
      }
      diagnostics.origins["constraints", default: []].insert(contentsOf: origins, at: 0)
    }
    return made.flatMap(\.self)
  }

  private static let wheel = "wheel"

  /// Returns the given ids; a constraint without one gets its kind and the smallest number that makes it unique.
  static func names(of nodes: [Node]) -> [String] {
    let given = nodes.map { $0["id"]?.scalar?.text }
    var names = FreshNames(taken: given)
    return zip(nodes, given).map { node, id in
      id ?? names.next(of: FieldTable.constraintKinds.first { node[$0] != nil } ?? "constraint")
    }
  }

  /// Decodes a constraint. A field that cannot be read gets a placeholder, so that the others are checked, and the
  /// problems of the whole are not reported.
  private func constraint(
    _ value: Value,
    name: String,
    among bodies: [String: BodyDescription]
  ) -> [ConstraintDescription] {
    var constraint = ConstraintDescription(id: name, .motor(rate: 0), "", "")
    let reports = diagnostics.reportCount
    guard let fields = value.fields() else {
      diagnostics.markUnreliable("constraint.\(name)")
      return [constraint]
    }
    fields.read(ConstraintDescription.fields, into: &constraint)
    guard let key = FieldTable.constraintKinds.first(where: fields.has) else {
      var numbers = ConstraintFields()
      fields.read(ConstraintFields.schema, into: &numbers)
      fields.reportRanges(ConstraintFields.schema, of: numbers)
      diagnostics.suppress(value.path)
      diagnostics.suppressPart(fields.path(constraint.kind.name))
      diagnostics.markUnreliable("constraint.\(name)")
      return [constraint]
    }
    let ends = fields[key]?.list()?.map { $0.text() }
    if ends == nil { diagnostics.suppressPart(fields.path(key)) }
    (constraint.a, constraint.b) = ((ends?[0] ?? nil) ?? "", (ends?[1] ?? nil) ?? "")
    var numbers = fields.constraintFields(of: key)
    if key == Self.wheel {
      return wheel(constraint, numbers, fields, reportsBefore: reports, among: bodies)
    }
    if key == "pivot" { place(&numbers, fields) }
    for property in ConstraintFields.schema.properties
    where property.field.neededBy.contains(key) && property.content(numbers) == nil {
      if !property.set(&numbers, .number(1)) { _ = property.set(&numbers, .pair(.zero)) }
    }
    if let kind = ConstraintDescription.Kind(key, numbers) { constraint.kind = kind }
    if diagnostics.reportCount != reports { diagnostics.suppress(value.path) }
    return [constraint]
  }

  /// Returns the constraints of a wheel, which have what the file says of every kind; a placeholder if something is wrong.
  private func wheel(
    _ whole: ConstraintDescription,
    _ numbers: ConstraintFields,
    _ fields: Fields,
    reportsBefore reports: Int,
    among bodies: [String: BodyDescription]
  ) -> [ConstraintDescription] {
    fields.reportRanges(ConstraintFields.schema, of: numbers)
    if numbers.rate == nil { fields["maxForce"]?.report("limits a motor; give a rate, or drop it") }
    do throws(Diagnostic) {
      if diagnostics.reportCount == reports, let wheel = WheelDescription(whole, numbers) {
        return try wheel.constraints(id: whole.id, among: bodies).map { part in
          var made = whole
          (made.id, made.kind, made.maxForce) = (part.id, part.kind, part.maxForce)
          made.collidesBodies = fields.has("collideBodies") && whole.collidesBodies
          return made
        }
      }
    } catch {
      // A body that could not be read may be the one that is missing.
      let isUnread = scenario.bodies.indices.contains { diagnostics.suppresses("bodies[\($0)].id") }
      if !isUnread || !error.path.hasPrefix(Self.wheel) { fields.value.report(error) }
    }
    diagnostics.suppressPart(fields.value.path)
    diagnostics.markUnreliable("constraint.\(whole.id)")
    return [whole]
  }

  /// Reports a pivot without a position, or with two.
  private func place(_ numbers: inout ConstraintFields, _ fields: Fields) {
    let hasAnchor = fields.has("anchorA") || fields.has("anchorB")
    if fields.has("at") {
      if hasAnchor { fields["at"]?.report("cannot stand beside anchors; drop one of the two") }
      numbers.at = numbers.at ?? .zero
    } else if !hasAnchor {
      fields.value.report(
        "a pivot needs a position; give at: [x, y] in the world, or anchorA and anchorB"
      )
    }
  }
}

extension Fields {
  /// Reads the fields of a kind of constraint; reports those of other kinds, and those that are missing.
  func constraintFields(of kind: String) -> ConstraintFields {
    var numbers = ConstraintFields()
    reportStrays(beside: kind) { owners in
      "goes with a \(owners.joined(separator: ", a ")), not with a \(kind); drop it"
    }
    reportMissing(beside: kind)
    read(ConstraintFields.schema, into: &numbers, beside: kind)
    return numbers
  }
}
