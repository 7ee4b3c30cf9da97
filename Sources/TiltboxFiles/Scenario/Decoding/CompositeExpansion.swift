internal import Tiltbox

extension Node {
  /// The field of a body's rope or blob; nil for another body.
  var compositeField: Field? { FieldTable.composites.first { self[$0.key] != nil } }
}

extension Value {
  /// The rope or the blob of a body. If some of it cannot be read, it is reported, and suppressed as a whole.
  var composite: (any CompositeDescription)? {
    guard let field = node.compositeField, let content = node[field.key] else { return nil }
    let reports = diagnostics.reportCount
    let value = Value(content, at: path, .key(field.key), as: field.type, diagnostics)
    let composite: any CompositeDescription =
      field.key == "rope"
      ? value.element(RopeDescription.fields) : value.element(BlobDescription.fields)
    if diagnostics.reportCount > reports { diagnostics.suppressPart(value.path) }
    return composite
  }

  /// Returns the parts of a body with a rope or a blob. If something is wrong, reports it, suppresses what follows from it,
  /// and returns nil.
  fileprivate func parts(
    of whole: BodyDescription,
    _ composite: any CompositeDescription,
    among bodies: [String: BodyDescription]
  ) -> CompositeParts? {
    do throws(Diagnostic) {
      if !diagnostics.suppresses("\(path).\(composite.key)") {
        return try composite.parts(of: whole, among: bodies)
      }
    } catch {
      report(error)
    }
    diagnostics.suppressPart(path)
    diagnostics.markUnreliable("body.\(whole.id)")
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
    var known = zip(scenario.bodies, composites).filter { $1 == nil }.map(\.0).byID
    var bodies: [BodyDescription] = []
    for (index, (whole, composite)) in zip(scenario.bodies, composites).enumerated() {
      let origin: [PathComponent] = [.key("bodies"), .index(index)]
      let parts = composite.flatMap { values[index].parts(of: whole, $0, among: known) }
      let made = parts?.bodies ?? [whole]
      bodies += made
      diagnostics.origins["bodies", default: []] += made.map { _ in origin }
      guard let parts, let composite else { continue }
      known.merge(made.byID) { first, _ in first }
      let (joints, key) = (parts.constraints, PathComponent.key(composite.key))
      scenario.constraints += joints
      diagnostics.origins["constraints", default: []] += joints.map { _ in origin + [key] }
    }
    scenario.bodies = bodies
  }
}
