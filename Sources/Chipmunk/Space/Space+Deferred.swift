// Work that is not possible during a step waits, in order, for its end.
extension Space {
  /// Runs work when the space is unlocked: at once between steps; inside a callback at the end of
  /// the step, in the order of the calls, together with the changes that callbacks made.
  ///
  /// ```swift
  /// try space.afterStep { space in try space.add(spark()) }
  /// ```
  ///
  /// All pending work runs, even if some of it throws. Inside the work, changes take effect at
  /// once, and ``step()`` still throws. Replaces `cpSpaceAddPostStepCallback`.
  ///
  /// - Parameter work: what to do with the space.
  /// - Throws: what the work throws, if it runs at once; otherwise ``step()`` throws it.
  public func afterStep(_ work: @escaping (Space) throws -> Void) throws {
    if isLocked { putOff(work) } else { try work(self) }
  }

  func whenUnlocked(_ work: @escaping (Space) -> Void) {
    if isLocked {
      putOff { space in space.withTrees { work(space) } }
    } else {
      withTrees { work(self) }
    }
  }

  /// Defers work to the end of the step.
  func putOff(_ work: @escaping (Space) throws -> Void) {
    deferred.append(work)
    hasDeferredWork = true
  }

  func runDeferred() {
    // A body moved by a callback may have fallen asleep since, at its old place.
    for body in movedBodies where body.isSleeping { body.wake() }
    while !deferred.isEmpty {
      let work = deferred
      deferred = []
      for item in work { keepError { try item(self) } }
    }
  }
}
