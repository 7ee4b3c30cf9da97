internal import Chipmunk
internal import Tiltbox

/// Makes constraints from the tree.
struct ConstraintDecoder {
  let findings: Findings

  /// The constraints, as many as there are values: one that cannot be read stands in its place, and nothing
  /// more is said of it.
  func constraints(_ values: [Value]) -> [ConstraintDescription] {
    let names = Self.names(of: values.map(\.node))
    return zip(values, names).map { value, name in
      if let constraint = constraint(value, name: name) { return constraint }
      findings.excusePart(value.path)
      findings.doubt("constraint.\(name)")
      return ConstraintDescription(id: name, .motor(rate: 0), "", "")
    }
  }

  /// The ids that are given, and for the rest the kind and the smallest number that no other has.
  static func names(of nodes: [Node]) -> [String] {
    let given = nodes.map { $0["id"]?.scalar?.text }
    var taken = Set(given.compactMap(\.self))
    return zip(nodes, given).map { node, id in
      if let id { return id }
      let kind = FieldTable.constraintKinds.first { node[$0] != nil } ?? "constraint"
      var number = 1
      while !taken.insert("\(kind)-\(number)").inserted { number += 1 }
      return "\(kind)-\(number)"
    }
  }

  private func constraint(_ value: Value, name: String) -> ConstraintDescription? {
    guard let fields = value.fields(),
      let key = FieldTable.constraintKinds.first(where: fields.has),
      let ends = fields[key]?.list()?.map({ $0.text() })
    else {
      value.checkTypes()
      return nil
    }
    reportStrays(in: fields, of: key)
    let kind = kind(key, fields)
    let id = fields["id"]?.text() ?? name
    let force = fields["maxForce"]?.number() ?? .infinity
    let (errorBias, maxBias) = (
      fields["errorBias"]?.number(), fields["maxBias"]?.number() ?? .infinity
    )
    let collides = fields["collideBodies"]?.flag() ?? true
    guard let kind, let a = ends[0], let b = ends[1] else { return nil }
    return ConstraintDescription(
      id: id,
      kind,
      a,
      b,
      maxForce: force,
      errorBias: errorBias,
      maxBias: maxBias,
      collidesBodies: collides
    )
  }

  private func kind(_ key: String, _ fields: Fields) -> ConstraintDescription.Kind? {
    let anchorA = fields["anchorA"]?.pair()
    let anchorB = fields["anchorB"]?.pair()
    let (a, b) = (anchorA ?? .zero, anchorB ?? .zero)
    switch key {
    case "pin": return .pin(anchorA: a, anchorB: b, distance: fields["distance"]?.number())
    case "slide":
      let (min, max) = (fields["min"]?.number() ?? 0, fields["max"]?.number() ?? .infinity)
      return .slide(anchorA: a, anchorB: b, min: min, max: max)
    case "pivot": return pivot(fields, anchorA, anchorB)
    case "groove":
      guard let from = fields.neededPoint("grooveA"), let to = fields.neededPoint("grooveB") else {
        return nil
      }
      return .groove(grooveA: from, grooveB: to, anchorB: b)
    case "spring", "rotarySpring":
      let length = key == "spring" ? fields.needed("restLength") : 0
      guard let stiffness = fields.needed("stiffness"), let damping = fields.needed("damping"),
        let length
      else { return nil }
      return key == "spring"
        ? .spring(
          anchorA: a,
          anchorB: b,
          restLength: length,
          stiffness: stiffness,
          damping: damping
        )
        : .rotarySpring(
          restAngle: fields["restAngle"]?.number() ?? 0,
          stiffness: stiffness,
          damping: damping
        )
    case "rotaryLimit":
      guard let min = fields.needed("min"), let max = fields.needed("max") else { return nil }
      return .rotaryLimit(min: min, max: max)
    case "ratchet":
      let phase = fields["phase"]?.number() ?? 0
      return fields.needed("click").map { .ratchet(phase: phase, click: $0) }
    case "gear":
      let phase = fields["phase"]?.number() ?? 0
      return fields.needed("ratio").map { .gear(phase: phase, ratio: $0) }
    default: return fields.needed("rate").map { .motor(rate: $0) }
    }
  }

  private func pivot(
    _ fields: Fields,
    _ anchorA: Vector?,
    _ anchorB: Vector?
  ) -> ConstraintDescription.Kind? {
    let hasAnchor = fields.has("anchorA") || fields.has("anchorB")
    if let place = fields["at"] {
      if hasAnchor { place.report("cannot stand beside anchors; drop one of the two") }
      return place.pair().map { .hinge(at: $0) }
    }
    if !hasAnchor {
      fields.value.report(
        "a pivot needs its place; give at: [x, y] in the world, or anchorA and anchorB"
      )
      return nil
    }
    return .pivot(anchorA: anchorA ?? .zero, anchorB: anchorB ?? .zero)
  }

  /// Which fields belong to which kinds, apart from those that belong to all.
  private static let own: [String: [String]] = [
    "at": ["pivot"], "anchorA": ["pin", "slide", "pivot", "spring"],
    "anchorB": ["pin", "slide", "pivot", "groove", "spring"],
    "grooveA": ["groove"], "grooveB": ["groove"], "distance": ["pin"],
    "min": ["slide", "rotaryLimit"], "max": ["slide", "rotaryLimit"],
    "restLength": ["spring"], "restAngle": ["rotarySpring"],
    "stiffness": ["spring", "rotarySpring"], "damping": ["spring", "rotarySpring"],
    "phase": ["ratchet", "gear"], "click": ["ratchet"], "ratio": ["gear"], "rate": ["motor"],
  ]

  private func reportStrays(in fields: Fields, of kind: String) {
    for field in fields.table.fields where fields.has(field.key) {
      guard let owners = Self.own[field.key], !owners.contains(kind) else { continue }
      fields[field.key]?.report(
        "goes with a \(owners.joined(separator: ", a ")), not with a \(kind); drop it"
      )
    }
  }
}

extension Fields {
  /// The number of a field that has to be there.
  func needed(_ key: String) -> Double? { require(key)?.number() }

  /// The point of a field that has to be there.
  func neededPoint(_ key: String) -> Vector? { require(key)?.pair() }

  private func require(_ key: String) -> Value? {
    if let value = self[key] { return value }
    if !has(key), !value.findings.excuses(path(key)), let field = table[key] {
      value.findings.report(
        "missing; give \(key): \(field.type.words)",
        at: path(key),
        value.node.place
      )
    }
    return nil
  }
}
