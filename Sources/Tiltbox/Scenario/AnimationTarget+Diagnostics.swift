import Chipmunk

/// The values of a target: how many numbers, and in which range.
struct TargetForm {
  var count: Int
  var range: ParameterRange
  /// Whether a number's sign is ignored.
  var isSigned = false
  /// Whether the value without animations is infinite.
  var isEndless = false
  /// The type of body that has such a property, if the target is a body's.
  var type: BodyType?

  /// The form in an error message: "[x, y], in units".
  var words: String {
    let numbers = count == 1 ? "one number" : count == 2 ? "a pair [x, y]" : "\(count) numbers"
    return range.unit.isEmpty ? numbers : "\(numbers), in \(range.unit)"
  }
}

extension AnimationTarget.BodyProperty {
  var form: TargetForm {
    switch self {
    case .position: TargetForm(count: 2, range: .position, type: .kinematic)
    case .angle: TargetForm(count: 1, range: .angle, type: .kinematic)
    case .velocity: TargetForm(count: 2, range: .velocity, type: .kinematic)
    case .angularVelocity: TargetForm(count: 1, range: .angularVelocity, type: .kinematic)
    case .force: TargetForm(count: 2, range: .force, type: .dynamic)
    case .torque: TargetForm(count: 1, range: .torque, type: .dynamic)
    }
  }
}

extension Scenario {
  /// The form of a target's values; nil, with a problem, if the scenario has no such target.
  func form(of target: AnimationTarget, at path: String, _ found: inout DiagnosticList)
    -> TargetForm?
  {
    switch target {
    case .component(let whole, let index):
      guard var form = form(of: whole, at: path, &found) else { return nil }
      guard form.count > 1, index < form.count else {
        let known = form.count > 1 ? "; it has \(form.count), from 0" : ""
        found.add(path, "\(whole) has no component \(Component.name(index))\(known)")
        return nil
      }
      form.count = 1
      return form
    case .tilt: return TargetForm(count: 2, range: Self.tilt)
    case .gravity: return TargetForm(count: 2, range: .gravity)
    case .value(let id):
      if let index = found.names.values[id] {
        return TargetForm(count: values[index].numbers.count, range: ValueDescription.number)
      }
      found.addUnknown(path, id, "value", among: found.names.values, in: "values")
    case .look(let id, let part):
      guard let index = found.names.bodies[id] else {
        found.addUnknownBody(path, id)
        return nil
      }
      return form(of: part, bodies[index].appearance, "body \"\(id)\"", at: path, &found)
    case .layer(let id, let property):
      guard let index = found.names.layers[id] else {
        found.addUnknown(path, id, "layer", among: found.names.layers, in: "layers")
        return nil
      }
      switch property {
      case .position: return TargetForm(count: 2, range: .position)
      case .angle: return TargetForm(count: 1, range: .angle)
      case .look(let part):
        return form(of: part, layers[index].appearance, "layer \"\(id)\"", at: path, &found)
      }
    case .constraint(let id, let property):
      guard let index = found.names.constraints[id] else {
        found.addUnknown(path, id, "constraint", among: found.names.constraints, in: "constraints")
        return nil
      }
      let constraint = constraints[index]
      let known = constraint.kind.properties
      if known.contains(property) {
        return constraint.form(of: property)
      }
      found.add(
        path,
        "a \(constraint.kind.name) has no \(property.rawValue); "
          + "give one of \(known.map(\.rawValue).joined(separator: ", "))"
      )
    case .body(let id, let property):
      guard let index = found.names.bodies[id] else {
        found.addUnknownBody(path, id)
        return nil
      }
      let form = property.form
      if form.type == bodies[index].type { return form }
      if [.position, .angle].contains(property), found.names.held.contains(id) { return form }
      found.add(path, mismatch(property, bodies[index]))
    }
    return nil
  }

  private func form(
    of part: Appearance.Part,
    _ appearance: Appearance,
    _ what: String,
    at path: String,
    _ found: inout DiagnosticList
  ) -> TargetForm? {
    if let form = appearance.form(of: part) { return form }
    found.add(
      path,
      "the \(what) has no \(part.rawValue) to animate; give it one: \(part.rawValue): [1, 0, 0]"
    )
    return nil
  }

  private func mismatch(
    _ property: AnimationTarget.BodyProperty,
    _ body: BodyDescription
  ) -> String {
    let (name, what) = (property.rawValue, "body \"\(body.id)\" is \(body.type.rawValue)")
    return switch (property.form.type, body.type) {
    case (.dynamic?, _): "\(what), so no \(name) acts on it; make it dynamic"
    case (_, .dynamic):
      "\(what), so its \(name) follows from the forces; animate its force or torque, or make it kinematic"
    default: "\(what), so it never moves; make it kinematic"
    }
  }
}

extension ConstraintDescription {
  fileprivate func form(of property: AnimationTarget.ConstraintProperty) -> TargetForm? {
    let key = property.rawValue
    let content =
      ConstraintFields.record[key]?.content(kind.fields) ?? Self.fields[key]?.content(self)
    guard let field = FieldTable.constraint[key], let range = field.range(beside: kind.name) else {
      return nil
    }
    var form = TargetForm(count: 1, range: range, isSigned: field.hasFreeSign)
    if case .pair = field.type { form.count = 2 }
    if case .number(.infinity)? = content { form.isEndless = true }
    return form
  }
}
