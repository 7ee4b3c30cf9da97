import Chipmunk

extension ConstraintDescription.Kind {
  /// What animations can change of a constraint of this kind.
  var properties: [AnimationTarget.ConstraintProperty] {
    let own: [AnimationTarget.ConstraintProperty] =
      switch self {
      case .pin: [.anchorA, .anchorB, .distance]
      case .slide: [.anchorA, .anchorB, .min, .max]
      case .pivot, .hinge: [.anchorA, .anchorB]
      case .groove: [.grooveA, .grooveB, .anchorB]
      case .spring: [.anchorA, .anchorB, .restLength, .stiffness, .damping]
      case .rotarySpring: [.restAngle, .stiffness, .damping]
      case .rotaryLimit: [.min, .max]
      case .ratchet: [.phase, .click]
      case .gear: [.phase, .ratio]
      case .motor: [.rate]
      }
    return own + [.maxForce, .errorBias, .maxBias]
  }

  /// The range of a property. A ratchet's click and a gear's ratio may have a sign besides.
  func range(of property: AnimationTarget.ConstraintProperty) -> Quantity {
    switch property {
    case .anchorA, .anchorB, .grooveA, .grooveB: .position
    case .maxForce: .maxForce
    case .errorBias: .errorBias
    case .maxBias: .maxBias
    case .distance: .pinDistance
    default: numbers.first { $0.name == property.rawValue }?.range ?? .angle
    }
  }
}

extension AnimationTarget.ConstraintProperty {
  /// How many numbers the property has.
  var count: Int {
    switch self {
    case .anchorA, .anchorB, .grooveA, .grooveB: 2
    default: 1
    }
  }
}
