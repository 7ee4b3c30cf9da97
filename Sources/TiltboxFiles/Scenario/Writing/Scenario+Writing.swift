internal import Chipmunk
public import Tiltbox
package import TiltboxJSON

extension Scenario {
  /// The scenario as a scenario file in JSON, on one line; reading it yields the same scenario, bit for bit.
  ///
  /// Complexity: O(*bodies* + *shapes* + *animations*).
  public var json: String { tree.line }

  var tree: JSON {
    var members: [(String, JSON)] = [
      ("tiltbox", .number(1)), ("name", .text(name)), ("world", .object(World.fields.json(world))),
    ]
    if let walls { members.append(("walls", .object(Walls.fields.json(walls)))) }
    members.append(("bodies", .array(bodies.map(\.json))))
    members.add("constraints", constraints.map(\.json))
    members.add("values", values.map { .object(ValueDescription.fields.json($0)) })
    members.add("layers", layers.map(\.json))
    members.add("touches", touches.map { .object(TouchDescription.fields.json($0)) })
    members.add("handovers", handovers.map { .object(HandoverDescription.fields.json($0)) })
    members.add("animations", animations.map(\.json))
    members.append(("tilt", .object(TiltFields.schema.json(tilt.fields))))
    members.append(("run", .object(Run.fields.json(run))))
    members.add("expect", expectations.map { JSON(.mapping($0.members)) })
    return .object(members)
  }
}

extension Schema {
  /// Returns the fields of a value as members of a scenario file; omits those that a file need not contain.
  func json(_ value: Root) -> [(String, JSON)] {
    members(of: value).compactMap { member in
      if case .number(.infinity) = member.content { return nil }
      return (member.key, JSON(member.content))
    }
  }
}

extension JSON {
  package init(_ content: FieldContent) {
    switch content {
    case .number(let number): self = .number(number)
    case .whole(let number): self = .whole(number)
    case .text(let text): self = .text(text)
    case .flag(let flag): self = .flag(flag)
    case .null: self = .null
    case .pair(let vector): self = JSON(vector)
    case .list(let contents): self = .array(contents.map { JSON($0) })
    case .mapping(let members): self = .object(members.map { ($0.key, JSON($0.content)) })
    }
  }
}

extension BodyDescription {
  /// The body as an object of a scenario file; omits fields that a file need not contain.
  var json: JSON {
    var members = Self.fields.json(self)
    if shapes.count == 1 {
      members += shapes[0].members
    } else {
      members.add("shapes", shapes.map { .object($0.members) })
    }
    return .object(members)
  }
}

extension ShapeDescription {
  var members: [(String, JSON)] { geometry.members + Surface.fields.json(surface) }
}

extension Geometry {
  /// The geometry as members of a scenario file.
  var members: [(String, JSON)] { FormFields.schema.json(FormFields(self)) }
}

extension ConstraintDescription {
  /// The constraint as an object of a scenario file; omits fields that a file need not contain.
  var json: JSON {
    var members = Self.fields.json(self)
    let ends = (kind.name, JSON.array([.text(a), .text(b)]))
    members.insert(contentsOf: [ends] + ConstraintFields.schema.json(kind.fields), at: 1)
    return .object(members)
  }
}

extension AnimationDescription {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = []
    if let target { members.append(("target", .text(target.description))) }
    members += ChangeFields.schema.json(change.fields)
    if case .group(let animations) = change {
      members.append(("group", .array(animations.map(\.json))))
    }
    switch timing.count {
    case 0: break
    case 1: members.append(("timing", timing[0].json))
    default: members.add("timing", timing.map(\.json))
    }
    return .object(members + Self.fields.json(self))
  }
}

extension LayerDescription {
  /// The layer as an object of a scenario file; omits fields that a file need not contain.
  var json: JSON {
    var members = Self.fields.json(self)
    if case .geometry(let geometry) = form { members += geometry.members }
    members += Appearance.fields.json(appearance)
    if let following {
      let follows: JSON = [
        "duration": .number(following.duration), "timing": following.timing.json,
      ]
      members.append(("follows", follows))
    }
    return .object(members)
  }
}

extension TimingFunctionDescription {
  fileprivate var json: JSON {
    switch self {
    case .text(let text): .text(text)
    case .bezier(let x1, let y1, let x2, let y2): .array([x1, y1, x2, y2].map(JSON.number))
    }
  }
}

extension [(String, JSON)] {
  /// Adds a list, unless it is empty.
  mutating func add(_ key: String, _ list: [JSON]) {
    if !list.isEmpty { append((key, .array(list))) }
  }
}

extension Scenario {
  /// The scenario as a scenario file in YAML, with each element of a list on one line; reading it yields the same
  /// scenario, bit for bit.
  ///
  /// Complexity: O(*bodies* + *shapes* + *animations*).
  public var yaml: String {
    (tree.members ?? []).map { key, value in
      guard case .array(let elements) = value, !elements.isEmpty else {
        return "\(key): \(value.flow)\n"
      }
      return "\(key):\n" + elements.map { "  - \($0.flow)\n" }.joined()
    }.joined()
  }
}

extension JSON {
  /// The value in YAML on one line, with quotes only where a text needs them.
  fileprivate var flow: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\($0): \($1.flow)" }.joined(separator: ", ") + "}"
    case .array(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
    case .text(let text): Self.isPlain(text) ? text : line
    default: line
    }
  }

  /// Whether a text without quotes is that text: no number, no other word of YAML, and without a sign of it.
  private static func isPlain(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_.\/-]*/) != nil
      && !Scalar(text: text, isPlain: true).isOther
  }
}
