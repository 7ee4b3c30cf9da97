// The closures of callers that run within a step.
extension Space {
  /// Runs a closure of the caller's. What it throws is kept, and comes out of ``step()`` when the step
  /// has ended; after an error no closure is called for the rest of the step but those that are told of
  /// beginnings and endings.
  ///
  /// Returns what the closure returns, or nil where it was not called or threw.
  @discardableResult
  func callBack<Result>(_ closure: () throws -> Result) -> Result? {
    guard callbackError == nil else { return nil }
    return keepError(closure)
  }

  /// Runs a closure, whatever was thrown before it, and keeps the first error of the step.
  @discardableResult
  func keepError<Result>(_ closure: () throws -> Result) -> Result? {
    do {
      return try closure()
    } catch {
      if callbackError == nil { callbackError = error }
      return nil
    }
  }

  /// Ends a step that the C library has taken: carries out what callbacks have asked for, and throws what one of
  /// them has thrown, else what has become of the bodies.
  func finishStep() throws(PhysicsError) {
    // First of all: the C library cannot change a body that has left all bounds.
    var divergence = checkBodies()
    if hasDeferredWork {
      releaseRetiredRoutes()
      runDeferred()
      let told = Set((limitedBodies + divergedBodies).map(ObjectIdentifier.init))
      let late = checkBodies(told)
      divergence = divergence ?? late
    }
    if let failure = callbackError {
      callbackError = nil
      throw PhysicsError(of: failure)
    }
    if hasDeferredWork { try throwRejectedAssignments() }
    if let divergence { throw divergence }
  }

  /// Names the springs that are the likely cause of a divergence.
  func explain(_ error: PhysicsError) -> PhysicsError {
    let springs = constraints.indices.compactMap { index -> String? in
      guard let spring = constraints[index] as? any Spring else { return nil }
      let limit = spring.greatestStableStiffness(timeStep: timeStep)
      guard spring.stiffness > limit else { return nil }
      return "constraint \(index) is a spring of stiffness \(spring.stiffness), above the \(limit) "
        + "that is stable at this time step for free bodies of such mass and damping"
    }
    guard !springs.isEmpty else { return error }
    return PhysicsError(
      code: error.code,
      subject: error.subject,
      value: error.value,
      unit: error.unit,
      remedy: error.remedy + "; " + springs.joined(separator: "; ")
    )
  }
}
