internal import CChipmunk

// Resting bodies fall asleep, and cost next to nothing until something wakes them.
extension Space {
  /// The time after which a resting body falls asleep, in seconds; nil, the default, means never.
  /// Setting nil wakes all bodies. Wraps `cpSpaceGetSleepTimeThreshold`.
  public var sleepTimeThreshold: Double? {
    get {
      let threshold = unsafe cpSpaceGetSleepTimeThreshold(raw)
      return threshold.isFinite ? threshold : nil
    }
    set { assign(newValue, setSleepTimeThreshold) }
  }

  /// The speed below which a body counts as resting, in units/s. With 0, the default, the library
  /// derives it from gravity. Wraps `cpSpaceGetIdleSpeedThreshold`.
  public var idleSpeedThreshold: Double {
    get { unsafe cpSpaceGetIdleSpeedThreshold(raw) }
    set { assign(newValue, setIdleSpeedThreshold) }
  }

  /// Sets the time after which a resting body falls asleep, in seconds. With nil, all bodies wake
  /// and none falls asleep again. Wraps `cpSpaceSetSleepTimeThreshold`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setSleepTimeThreshold(_ seconds: Double?) throws(PhysicsError) {
    if let seconds { try ParameterRange.sleepTime.check(seconds) }
    whenUnlocked { space in
      // If a sleeping body were hit in a space without sleeping, the process would abort.
      if seconds == nil { space.wakeAll() }
      unsafe cpSpaceSetSleepTimeThreshold(space.raw, seconds ?? .infinity)
    }
  }

  /// Sets the speed below which a body counts as resting, in units/s. Wraps
  /// `cpSpaceSetIdleSpeedThreshold`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setIdleSpeedThreshold(_ speed: Double) throws(PhysicsError) {
    try ParameterRange.idleSpeed.check(speed)
    unsafe cpSpaceSetIdleSpeedThreshold(raw, speed)
  }

  /// Wakes every body and restarts the time after which each may fall asleep. Wraps
  /// `cpBodyActivate`.
  ///
  /// Complexity: O(*bodies* + *contacts*).
  public func wakeAll() {
    whenUnlocked { space in
      guard space.sleepTimeThreshold != nil else { return }
      for body in space.bodies { unsafe cpBodyActivate(body.raw) }
    }
  }

  /// Wakes the bodies that sleep at a static shape: the C library never looks for contacts between these.
  func wakeSleepers(at shape: UnsafeMutablePointer<cpShape>) {
    guard unsafe raw.pointee.sleepingComponents.pointee.num > 0 else { return }
    unsafe cpSpaceBBQuery(
      raw,
      shape.pointee.bb,
      ShapeFilter.all.c,
      { found, _ in
        guard let body = unsafe found?.pointee.body, unsafe cpBodyIsSleeping(body) != 0 else {
          return
        }
        unsafe cpBodyActivate(body)
      },
      nil
    )
  }
}
