import Chipmunk

extension ConstraintDescription.Kind {
  /// The properties that animations can change for this kind of constraint: its fields, except a hinge's place in the
  /// world.
  var properties: [AnimationTarget.ConstraintProperty] {
    let own = ConstraintFields.record.properties.filter { $0.field.owners?.contains(name) == true }
    return own.compactMap { AnimationTarget.ConstraintProperty(rawValue: $0.field.key) } + [
      .maxForce, .errorBias, .maxBias,
    ]
  }
}
