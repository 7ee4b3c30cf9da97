/// A closure of a body or constraint at the time of the checkpoint, which must be set again on a restored space before
/// its first step.
struct AwaitedFunction {
  let name: String
  let isSettled: () -> Bool

  init(_ function: Function, of body: Body, _ index: Int) {
    name = "\(function.rawValue)Function of body \(index)"
    isSettled = { [weak body] in
      guard let body, body.space != nil else { return true }
      return function == .velocity ? body.velocityFunction != nil : body.positionFunction != nil
    }
  }

  init(_ function: Function, of constraint: Constraint, _ index: Int) {
    name = "\(function.rawValue) of constraint \(index)"
    isSettled = { [weak constraint] in
      guard let constraint, constraint.space != nil else { return true }
      return switch function {
      case .preSolve: constraint.preSolve != nil
      case .postSolve: constraint.postSolve != nil
      case .force: (constraint as? DampedSpring)?.force != nil
      case .torque: (constraint as? DampedRotarySpring)?.torque != nil
      case .velocity, .position: true
      }
    }
  }
}

extension Space {
  /// Throws ``PhysicsError/Code/closureMissing`` until all closures have been set again.
  func checkAwaitedFunctions() throws(PhysicsError) {
    awaitedFunctions.removeAll { $0.isSettled() }
    guard let missing = awaitedFunctions.first else { return }
    throw PhysicsError(
      .closureMissing,
      "the \(missing.name) is not there, as it was when the checkpoint was taken",
      "set it before the first step: a checkpoint cannot hold closures"
    )
  }
}
