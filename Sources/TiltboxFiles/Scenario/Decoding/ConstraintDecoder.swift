internal import Chipmunk
internal import Tiltbox

/// Decodes constraints from the tree.
struct ConstraintDecoder {
  let diagnostics: Diagnostics

  /// Decodes the constraints, one for each value.
  func constraints(_ values: [Value]) -> [ConstraintDescription] {
    zip(values, Self.names(of: values.map(\.node))).map(constraint)
  }

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
  private func constraint(_ value: Value, name: String) -> ConstraintDescription {
    var constraint = ConstraintDescription(id: name, .motor(rate: 0), "", "")
    let reports = diagnostics.reportCount
    guard let fields = value.fields() else {
      diagnostics.suppressPart(value.path)
      diagnostics.markUnreliable("constraint.\(name)")
      return constraint
    }
    fields.read(ConstraintDescription.fields, into: &constraint)
    guard let key = FieldTable.constraintKinds.first(where: fields.has) else {
      var numbers = ConstraintFields()
      fields.read(ConstraintFields.record, into: &numbers)
      fields.reportRanges(ConstraintFields.record, of: numbers)
      diagnostics.suppress(value.path)
      diagnostics.suppressPart(fields.path(constraint.kind.name))
      diagnostics.markUnreliable("constraint.\(name)")
      return constraint
    }
    let ends = fields[key]?.list()?.map { $0.text() }
    if ends == nil { diagnostics.suppressPart(fields.path(key)) }
    (constraint.a, constraint.b) = ((ends?[0] ?? nil) ?? "", (ends?[1] ?? nil) ?? "")
    var numbers = fields.constraintFields(of: key)
    if key == "pivot" { place(&numbers, fields) }
    for property in ConstraintFields.record.properties
    where property.field.neededBy.contains(key) && property.content(numbers) == nil {
      if !property.set(&numbers, .number(1)) { _ = property.set(&numbers, .pair(.zero)) }
    }
    if let kind = ConstraintDescription.Kind(key, numbers) { constraint.kind = kind }
    if diagnostics.reportCount != reports { diagnostics.suppress(value.path) }
    return constraint
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
    read(ConstraintFields.record, into: &numbers, beside: kind)
    return numbers
  }
}
