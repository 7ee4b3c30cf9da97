import Chipmunk

extension Scenario {
  /// Reports the problems of the constraints: first of each by itself, then, if there are none, those of the solver.
  func reportConstraints(to found: inout DiagnosticList) {
    guard !constraints.isEmpty else { return }
    if let index = found.names.bodies[ConstraintDescription.ground] {
      found.add(
        "bodies[\(index)].id",
        "\"\(ConstraintDescription.ground)\" is what constraints call the world itself; give another id"
      )
    }
    let space = try? Space()
    var trial = TrialBodies(of: self)
    found.checkNames(constraints.map(\.id), of: "constraints")
    for (index, constraint) in constraints.enumerated() {
      let path = "constraints[\(index)]"
      let count = found.diagnostics.count
      constraint.report(at: path, to: &found)
      let ends = [constraint.a, constraint.b].enumerated().map { end, id in
        if !trial.knows(id) {
          let field = "\(path).\(constraint.kind.name)[\(end)]"
          if ConstraintDescription.groundElsewhere.contains(id.lowercased()) {
            let words = "no body is called \"\(id)\"; did you mean ground?"
            found.add(field, words, missing: MissingName(id, in: "bodies"))
          } else {
            found.addUnknownBody(field, id, orElse: [ConstraintDescription.ground])
          }
        }
        return space.flatMap { trial.body(id, in: $0) }
      }
      guard found.diagnostics.count == count, let space, let a = ends[0], let b = ends[1] else {
        continue
      }
      _ = found.attempt(path) { () throws(PhysicsError) in
        try WorldBuilder.add(constraint, a, b, to: space)
      }
    }
  }
}

extension ConstraintDescription {
  /// What other programs call the ground.
  fileprivate static let groundElsewhere: Set = ["world", "space", "static", "floor", "walls"]

  fileprivate func report(at path: String, to found: inout DiagnosticList) {
    if id.isEmpty { found.add("\(path).id", "the id is empty; give a name") }
    found.check(kind.fields, ConstraintFields.record, at: path, beside: kind.name)
    found.check(self, Self.fields, at: path)
  }
}

/// The bodies of a scenario, made without shapes when a trial of a constraint needs them.
private struct TrialBodies {
  private let descriptions: [String: BodyDescription]
  /// The bodies made so far; nil for one that could not be made.
  private var made: [String: Body?] = [:]

  init(of scenario: Scenario) { descriptions = scenario.bodiesByID }

  func knows(_ id: String) -> Bool {
    id == ConstraintDescription.ground || descriptions[id] != nil
  }

  /// The body; nil if it could not be made, which is reported elsewhere.
  mutating func body(_ id: String, in space: Space) -> Body? {
    if id == ConstraintDescription.ground { return space.ground }
    if let body = made[id] { return body }
    guard let description = descriptions[id] else { return nil }
    let isValid = description.diagnostics(at: "").isEmpty
    let body = isValid ? try? WorldBuilder.add(description, to: space, tag: 0) : nil
    made.updateValue(body, forKey: id)
    return body
  }
}
