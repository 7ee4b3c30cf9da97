internal import Tiltbox

extension Node {
  /// The field of a body's rope or blob; nil for another body.
  var compositeField: Field? {
    FieldTable.compositeKeys.firstIndex { self[$0] != nil }.map { FieldTable.composites[$0] }
  }
}

extension Value {
  /// The rope or the blob of a body; nil for another body. If some of it cannot be read, it is reported, what follows from
  /// that is suppressed, and the body has none.
  var composite: (any CompositeDescription)? {
    guard let field = node.compositeField, let content = node[field.key] else { return nil }
    let reports = diagnostics.reportCount
    let value = Value(content, at: path, .key(field.key), as: field.type, diagnostics)
    let composite: any CompositeDescription =
      field.key == "rope"
      ? value.element(RopeDescription.fields) : value.element(BlobDescription.fields)
    if diagnostics.reportCount == reports { return composite }
    diagnostics.suppressPart(path)
    return nil
  }

  /// Reports an error in a mapping at the field that its path names.
  func report(_ error: Diagnostic) {
    let field = PathComponent.components(of: error.path).flatMap { node[$0] } ?? node
    diagnostics.report(error.message, at: "\(path).\(error.path)", field.place)
  }
}

extension ScenarioDecoder {
  /// Puts the parts of ropes and blobs in the places of these among the bodies, and adds their joints.
  func expand(
    _ composites: [(any CompositeDescription)?],
    of values: [Value],
    in scenario: inout Scenario
  ) {
    // A rope cannot end at another rope or a blob, only at one of its parts.
    var known = zip(scenario.bodies, values).filter { $1.node.compositeField == nil }.map(\.0).byID
    var bodies: [BodyDescription] = []
    for (index, (whole, composite)) in zip(scenario.bodies, composites).enumerated() {
      let origin: [PathComponent] = [.key("bodies"), .index(index)]
      var made = [whole]
      do throws(Diagnostic) {
        if let composite {
          let parts = try composite.parts(of: whole, among: known)
          made = parts.bodies
          known.merge(made.byID) { first, _ in first }
          scenario.constraints += parts.constraints
          diagnostics.origins["constraints", default: []] += parts.constraints.map { _ in
            origin + [.key(composite.key)]
          }
        }
      } catch {
        values[index].report(error)
        diagnostics.suppressPart(values[index].path)
      }
      bodies += made
      diagnostics.origins["bodies", default: []] += made.map { _ in origin }
    }
    scenario.bodies = bodies
  }
}
