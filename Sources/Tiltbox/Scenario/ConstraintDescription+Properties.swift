import Chipmunk

extension ConstraintDescription.Kind {
  /// What animations can change of a constraint of this kind: its fields, but for a pivot's place in the world.
  var properties: [AnimationTarget.ConstraintProperty] {
    let own = ConstraintFields.record.properties.filter { $0.field.owners?.contains(name) == true }
    return own.compactMap { AnimationTarget.ConstraintProperty(rawValue: $0.field.key) } + [
      .maxForce, .errorBias, .maxBias,
    ]
  }
}
