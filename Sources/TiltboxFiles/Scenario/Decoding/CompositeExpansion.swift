internal import Tiltbox

/// A rope or a blob in a body of the file.
struct Composite {
  let key: String
  let description: any CompositeDescription
  /// Whether some of it could not be read.
  let hasMistakes: Bool
}

extension Node {
  /// The field of a body's rope or blob; nil for another body.
  var compositeField: Field? { FieldTable.composites.first { self[$0.key] != nil } }
}

extension Value {
  /// The rope or the blob of a body.
  var composite: Composite? {
    guard let field = node.compositeField, let content = node[field.key] else { return nil }
    let reports = diagnostics.reportCount
    let value = Value(content, at: path, .key(field.key), as: field.type, diagnostics)
    let description: any CompositeDescription =
      field.key == "rope"
      ? value.element(RopeDescription.fields) : value.element(BlobDescription.fields)
    let hasMistakes = diagnostics.reportCount > reports
    return Composite(key: field.key, description: description, hasMistakes: hasMistakes)
  }

  /// Returns the parts of a body with a rope or a blob. If something is wrong, reports it, suppresses what follows from it,
  /// and returns nil.
  fileprivate func parts(
    of whole: BodyDescription,
    _ composite: Composite,
    among bodies: [String: BodyDescription]
  ) -> CompositeParts? {
    let (description, surface) = (composite.description, whole.shapes.first?.surface ?? Surface())
    let problems = description.problems(in: whole)
    problems.forEach(report)
    do throws(Diagnostic) {
      if !composite.hasMistakes, problems.isEmpty {
        return try description.parts(of: whole, surface, among: bodies)
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
  /// Puts the parts of ropes and blobs in the places of these among the bodies, and returns their joints.
  func expand(
    _ composites: [Composite?],
    of values: [Value],
    in scenario: inout Scenario
  ) -> [ConstraintDescription] {
    // A rope cannot end at another rope or a blob, only at one of its parts.
    var known = zip(scenario.bodies, composites).filter { $1 == nil }.map(\.0).byID
    var (bodies, joints): ([BodyDescription], [ConstraintDescription]) = ([], [])
    for (index, whole) in scenario.bodies.enumerated() {
      let origin: [PathComponent] = [.key("bodies"), .index(index)]
      let parts = composites[index].flatMap { values[index].parts(of: whole, $0, among: known) }
      let made = parts?.bodies ?? [whole]
      bodies += made
      diagnostics.origins["bodies", default: []] += made.map { _ in origin }
      guard let parts, let key = composites[index]?.key else { continue }
      known.merge(made.byID) { first, _ in first }
      joints += parts.constraints
      diagnostics.origins["constraints", default: []] += parts.constraints.map { _ in
        origin + [.key(key)]
      }
    }
    scenario.bodies = bodies
    return joints
  }
}
