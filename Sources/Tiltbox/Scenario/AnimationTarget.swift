import Chipmunk

/// The target of an animation.
///
/// Its text is `tilt`, `gravity`, `body.ID.position`, `constraint.ID.rate` or `value.ID`. With a dot and `x`, `y` or
/// another component's name, it is one number of that target: `body.ID.position.x`.
public indirect enum AnimationTarget: Hashable, Sendable {
  /// The tilt of the device, in g, on top of that of the scenario or the device.
  case tilt
  /// The space's gravity, in units/s², on top of that of the tilt.
  case gravity
  /// A property of the body with an id.
  case body(String, BodyProperty)
  /// A property of the constraint with an id.
  case constraint(String, ConstraintProperty)
  /// The value with an id.
  case value(String)
  /// The appearance of the body with an id.
  case look(body: String, Appearance.Part)
  /// A property of the layer with an id.
  case layer(String, LayerProperty)
  /// One number of a target that has several, counted from 0.
  case component(AnimationTarget, Int)

  /// The properties of a body that can be animated.
  public enum BodyProperty: String, Hashable, Sendable, CaseIterable {
    /// The position of a kinematic body, in units.
    case position
    /// The angle of a kinematic body, in radians.
    case angle
    /// The velocity of a kinematic body, in units/s.
    case velocity
    /// The angular velocity of a kinematic body, in rad/s.
    case angularVelocity
    /// The force on a dynamic body, at its centre of gravity, in kg·units/s².
    case force
    /// The torque on a dynamic body, in kg·units²/s².
    case torque
  }

  /// The properties of a layer that can be animated.
  public enum LayerProperty: Hashable, Sendable, CaseIterable, RawRepresentable {
    /// The position of its origin, in units.
    case position
    /// Its rotation, in radians.
    case angle
    /// Its appearance.
    case look(Appearance.Part)

    /// Position and angle, then all of an appearance.
    public static let allCases: [LayerProperty] =
      [.position, .angle] + Appearance.Part.allCases.map { .look($0) }

    /// The name, as in a scenario file.
    public var rawValue: String {
      switch self {
      case .position: "position"
      case .angle: "angle"
      case .look(let part): part.rawValue
      }
    }

    /// Finds a property by its name.
    public init?(rawValue: String) {
      guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = known
    }
  }

  /// The properties of a constraint that can be animated; each kind has some of them.
  public enum ConstraintProperty: String, Hashable, Sendable, CaseIterable {
    /// The anchor on the first body, or on the second one, in units.
    case anchorA, anchorB
    /// The ends of a groove, in units.
    case grooveA, grooveB
    /// A rod's length, in units.
    case distance
    /// The ends of a range, in units or radians.
    case min, max
    /// The length, or angle, at which a spring is at rest, in units or radians.
    case restLength, restAngle
    /// A spring's force, or torque, per length or angle.
    case stiffness
    /// A spring's force, or torque, per speed.
    case damping
    /// The angle at which a ratchet or a gear is at rest, in radians.
    case phase
    /// The angle from one click of a ratchet to the next, in radians.
    case click
    /// A gear's ratio.
    case ratio
    /// A motor's rate, in rad/s.
    case rate
    /// The greatest force or torque.
    case maxForce
    /// The fraction of an error that remains after a second.
    case errorBias
    /// The greatest speed of error correction.
    case maxBias
  }
}

extension AnimationTarget: CustomStringConvertible {
  /// The target as a scenario file writes it.
  public var description: String {
    switch self {
    case .tilt: "tilt"
    case .gravity: "gravity"
    case .body(let id, let property): "body.\(id).\(property.rawValue)"
    case .constraint(let id, let property): "constraint.\(id).\(property.rawValue)"
    case .value(let id): "value.\(id)"
    case .look(let id, let part): "body.\(id).\(part.rawValue)"
    case .layer(let id, let property): "layer.\(id).\(property.rawValue)"
    case .component(let whole, let index): "\(whole).\(whole.componentName(index))"
    }
  }

  /// Reads a target as a scenario file writes it. An id may have dots in it.
  ///
  /// Throws ``AnimationTargetError`` for a text that is not one.
  public init(_ text: String) throws(AnimationTargetError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let index = Component.index(parts[parts.count - 1]),
      let whole = try? AnimationTarget(parts.dropLast().joined(separator: ".")), whole == whole.base
    {
      self = .component(whole, index)
      return
    }
    let id = parts.dropFirst().dropLast().joined(separator: ".")
    switch (parts[0], parts.count) {
    case ("tilt", 1): self = .tilt
    case ("gravity", 1): self = .gravity
    case ("body", 3...) where Appearance.Part(rawValue: parts[parts.count - 1]) != nil:
      self = .look(body: id, try Self.property(parts, of: "a body"))
    case ("layer", 3...): self = .layer(id, try Self.property(parts, of: "a layer"))
    case ("body", 3...): self = .body(id, try Self.property(parts, of: "a body"))
    case ("constraint", 3...): self = .constraint(id, try Self.property(parts, of: "a constraint"))
    case ("value", 2...): self = .value(parts.dropFirst().joined(separator: "."))
    default:
      let kinds = ["tilt", "gravity", "body", "layer", "constraint", "value"]
      let lists = [
        "bodies": "body", "layers": "layer", "constraints": "constraint", "values": "value",
      ]
      if ["tilt", "gravity"].contains(parts[0]) {
        let remedy = "give \(parts[0]), \(parts[0]).x or \(parts[0]).y"
        throw AnimationTargetError("\"\(text)\" is no target; \(remedy)")
      }
      let near = (lists[parts[0]] ?? Suggestion.nearest(to: parts[0], among: kinds)).flatMap {
        $0 == parts[0] ? nil : ([$0] + parts.dropFirst()).joined(separator: ".")
      }
      let problem = "\"\(text)\" is no target"
      if let near { throw AnimationTargetError("\(problem); did you mean \(near)?") }
      throw AnimationTargetError(problem, meant: Self.completed(parts))
    }
  }

  /// The targets that may be meant by one that lacks its first word: `crate.position`, `lamp.opacity`.
  private static func completed(_ parts: [String]) -> [AnimationTarget] {
    guard parts.count >= 2 else { return [] }
    return ["body", "layer", "constraint"].compactMap {
      try? AnimationTarget(([$0] + parts).joined(separator: "."))
    }
  }

  private static func property<Property: RawRepresentable<String> & CaseIterable>(
    _ parts: [String],
    of what: String
  ) throws(AnimationTargetError) -> Property {
    let name = parts[parts.count - 1]
    if let property = Property(rawValue: name) { return property }
    var known = Property.allCases.map(\.rawValue)
    if parts[0] == "body" { known += Appearance.Part.allCases.map(\.rawValue) }
    let others = [
      "x": "position.x", "y": "position.y", "vx": "velocity.x", "vy": "velocity.y",
      "rotation": "angle", "alpha": "opacity", "color": "fill",
    ]
    let near = others[name].flatMap { known.contains(String($0.prefix { $0 != "." })) ? $0 : nil }
    let advice =
      (near ?? Suggestion.nearest(to: name, among: known)).map { "did you mean \($0)?" }
      ?? "known here: \(known.joined(separator: ", "))"
    throw AnimationTargetError("\"\(name)\" is no property of \(what); \(advice)")
  }
}

/// A text that names no target.
public struct AnimationTargetError: Error, Hashable, Sendable, CustomStringConvertible {
  private let problem: String
  /// The targets that may be meant; nil if the problem has its remedy.
  private let meant: [AnimationTarget]?

  init(_ problem: String, meant: [AnimationTarget]? = nil) {
    (self.problem, self.meant) = (problem, meant)
  }

  /// The problem and its remedy.
  public var description: String { description { _ in true } }

  /// The problem and its remedy, which suggests only targets that the scenario has.
  package func description(in scenario: Scenario) -> String { description(scenario.hasOwner) }

  private func description(_ exists: (AnimationTarget) -> Bool) -> String {
    guard let meant else { return problem }
    let names = meant.filter(exists).map(\.description)
    let advice =
      names.isEmpty
      ? "give tilt, gravity, body.ID.position (or another property), layer.ID.fill (or another), constraint.ID.rate (or another), or value.ID"
      : "did you mean \(names.joined(separator: " or "))?"
    return "\(problem); \(advice)"
  }
}

extension Scenario {
  /// Whether there is a body, a layer or a constraint with the target's id.
  fileprivate func hasOwner(_ target: AnimationTarget) -> Bool {
    switch target.base {
    case .body(let id, _), .look(let id, _): bodies.contains { $0.id == id }
    case .layer(let id, _): layers.contains { $0.id == id }
    case .constraint(let id, _): constraints.contains { $0.id == id }
    default: true
    }
  }
}

/// The names of the components of a value.
package enum Component {
  fileprivate static let names = [["x", "red"], ["y", "green"], ["z", "blue"], ["w", "alpha"]]

  /// The index of a component by its name, or by its number from 0; nil for another word.
  package static func index(_ word: String) -> Int? {
    if let index = names.firstIndex(where: { $0.contains(word) }) { return index }
    guard word.utf8.allSatisfy({ (48...57).contains($0) }), word.utf8.count <= 3 else { return nil }
    return Int(word)
  }
}

extension AnimationTarget {
  /// The target whose component this is, or the target itself.
  package var base: AnimationTarget {
    if case .component(let whole, _) = self { whole } else { self }
  }

  /// The name of a component: red, green, blue or alpha of a colour, else x, y, z or w; from 4 on, its index.
  func componentName(_ index: Int) -> String {
    guard index < Component.names.count else { return "\(index)" }
    return Component.names[index][isColor ? 1 : 0]
  }

  /// Whether the target is a whole colour.
  var isColor: Bool {
    switch self {
    case .look(_, .fill), .look(_, .stroke), .layer(_, .look(.fill)), .layer(_, .look(.stroke)):
      true
    default: false
    }
  }
}

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
    // Written in a file, a target of a value called `a.x` is a number of the value `a`.
    if case .value = target.base, let read = try? AnimationTarget("\(target)"), read != read.base,
      case let id = String("\(target)".dropFirst("value.".count)), found.names.values[id] != nil
    {
      found.add(path, "\"\(id)\" means a number of a value here; give that value another id")
      return nil
    }
    switch target {
    case .component(let whole, let index):
      guard var form = form(of: whole, at: path, &found) else { return nil }
      guard form.count > 1, index < form.count else {
        let known = form.count > 1 ? "; it has \(form.count), from 0" : ""
        let name = if case .value = whole { "\(index)" } else { whole.componentName(index) }
        found.add(path, "\(whole) has no component \(name)\(known)")
        return nil
      }
      form.count = 1
      return form
    case .tilt: return TargetForm(count: 2, range: Self.tilt)
    case .gravity: return TargetForm(count: 2, range: .gravity)
    case .value(let id):
      guard let index = found.value(id, at: path) else { return nil }
      return TargetForm(count: values[index].numbers.count, range: ValueDescription.number)
    case .look(let id, let part):
      guard let index = found.body(id, at: path) else { return nil }
      return form(of: part, bodies[index].appearance, "body \"\(id)\"", at: path, &found)
    case .layer(let id, let property):
      guard let index = found.layer(id, at: path) else { return nil }
      switch property {
      case .position: return TargetForm(count: 2, range: .position)
      case .angle: return TargetForm(count: 1, range: .angle)
      case .look(let part):
        return form(of: part, layers[index].appearance, "layer \"\(id)\"", at: path, &found)
      }
    case .constraint(let id, let property):
      guard let index = found.constraint(id, at: path) else { return nil }
      let constraint = constraints[index]
      let known = constraint.kind.properties
      if known.contains(property) { return constraint.form(of: property) }
      found.add(
        path,
        "a \(constraint.kind.name) has no \(property.rawValue); "
          + "give one of \(known.map(\.rawValue).joined(separator: ", "))"
      )
    case .body(let id, let property):
      guard let index = found.body(id, at: path) else { return nil }
      let form = property.form
      if form.type == bodies[index].type { return form }
      let isPose = [.position, .angle].contains(property)
      if isPose, found.names.held.contains(id) { return form }
      let handover = isPose ? MissingName(id, in: "handovers") : nil
      found.add(path, mismatch(property, bodies[index]), missing: handover)
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
      ConstraintFields.schema[key]?.content(kind.fields) ?? Self.fields[key]?.content(self)
    guard let field = FieldTable.constraint[key], let range = field.range(beside: kind.name) else {
      return nil
    }
    var form = TargetForm(count: 1, range: range, isSigned: field.hasFreeSign)
    if case .pair = field.type { form.count = 2 }
    if case .number(.infinity)? = content { form.isEndless = true }
    return form
  }
}
