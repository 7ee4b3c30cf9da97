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
      findings.suppressPart(value.path)
      findings.markUnreliable("constraint.\(name)")
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
      _ = value.content()
      return nil
    }
    fields.reportStrays(beside: key) { owners in
      "goes with a \(owners.joined(separator: ", a ")), not with a \(key); drop it"
    }
    fields.reportMissing(beside: key)
    var numbers = ConstraintFields()
    fields.read(ConstraintFields.record, into: &numbers, beside: key)
    let isPlaced = key != "pivot" || isPlaced(fields, numbers)
    var limits = ConstraintDescription(id: name, .motor(rate: 0), "", "")
    fields.read(ConstraintDescription.fields, into: &limits)
    guard isPlaced, let a = ends[0], let b = ends[1],
      let kind = ConstraintDescription.Kind(key, numbers)
    else { return nil }
    (limits.kind, limits.a, limits.b) = (kind, a, b)
    return limits
  }

  /// Whether a pivot says where it is, in one of two ways.
  private func isPlaced(_ fields: Fields, _ numbers: ConstraintFields) -> Bool {
    let hasAnchor = fields.has("anchorA") || fields.has("anchorB")
    if let place = fields["at"] {
      if hasAnchor { place.report("cannot stand beside anchors; drop one of the two") }
      return numbers.at != nil
    }
    if !hasAnchor {
      fields.value.report(
        "a pivot needs its place; give at: [x, y] in the world, or anchorA and anchorB"
      )
    }
    return hasAnchor
  }
}
