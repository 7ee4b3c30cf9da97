// Calls to user closures during a step.
extension Space {
  /// Calls a user closure. If it throws, ``step()`` throws that error at its end; until then, only closures for the
  /// beginnings and endings of contacts are called.
  ///
  /// Returns what the closure returns, or nil if it was not called or threw.
  @discardableResult
  func callBack<Result>(_ closure: () throws -> Result) -> Result? {
    guard callbackError == nil else { return nil }
    return keepError(closure)
  }

  /// Calls a closure regardless of earlier errors, and keeps the first error of the step.
  @discardableResult
  func keepError<Result>(_ closure: () throws -> Result) -> Result? {
    do {
      return try closure()
    } catch {
      if callbackError == nil { callbackError = error }
      return nil
    }
  }

  /// Completes a step of the C library: performs deferred changes, then throws the error of a callback, or else that of
  /// diverged bodies.
  func finishStep() throws(PhysicsError) {
    // This comes first: the C library cannot change a body that has left all bounds.
    var divergence = checkBodies()
    if hasDeferredWork {
      releaseRetiredRoutes()
      runDeferred()
      let told = Set((limitedBodies + divergedBodies).map(ObjectIdentifier.init))
      let late = checkBodies(told)
      divergence = divergence ?? late
    }
    if mayBreak { breakConstraints() }
    if let failure = callbackError {
      callbackError = nil
      throw PhysicsError(of: failure)
    }
    if hasDeferredWork { try throwRejectedAssignments() }
    if let divergence { throw divergence }
  }

  /// Adds the springs that probably caused a divergence to its error.
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
