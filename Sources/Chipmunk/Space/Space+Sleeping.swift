internal import CChipmunk
internal import ChipmunkEngine

// Resting bodies fall asleep, and cost next to nothing until something wakes them.
extension Space {
  /// The time after which a resting body falls asleep, in seconds; nil, the default, means never.
  /// Setting nil wakes all bodies. Wraps `cpSpaceGetSleepTimeThreshold`.
  public var sleepTimeThreshold: Double? {
    get {
      let threshold = unsafe cpSpaceGetSleepTimeThreshold(raw)
      return threshold.isFinite ? threshold : nil
    }
    set {
      assign(newValue, .sleepTime) {
        whenUnlocked { space in
          // If a sleeping body were hit in a space without sleeping, the process would abort.
          if newValue == nil { space.wakeAll() }
          unsafe cpSpaceSetSleepTimeThreshold(space.raw, newValue ?? .infinity)
        }
      }
    }
  }

  /// The speed below which a body counts as resting, in units/s. With 0, the default, it is the speed that gravity
  /// adds in 1 ms; with the library's engine, in a step. Wraps `cpSpaceGetIdleSpeedThreshold`.
  public var idleSpeedThreshold: Double {
    get { unsafe cpSpaceGetIdleSpeedThreshold(raw) }
    set { assign(newValue, .idleSpeed) { unsafe cpSpaceSetIdleSpeedThreshold(raw, newValue) } }
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

/// The stack of the calling thread, which some recursive functions of the C library may exhaust.
enum CallStack {
  /// Kept for everything else.
  private static let reserve = 65_536

  /// Throws ``PhysicsError/Code/stackTooSmall`` unless a recursion of this depth fits.
  static func check(depth: Int, bytesPerLevel: Int, of subject: String) throws(PhysicsError) {
    let left = ceStackLeft()
    guard left >= 0, left < reserve + depth * bytesPerLevel else { return }
    throw PhysicsError(
      code: .stackTooSmall,
      subject: subject,
      value: Double(depth),
      unit: "",
      remedy: "this thread's stack holds at most \(max(0, Int(left) - reserve) / bytesPerLevel): "
        + "run on a thread with a larger stack, or take fewer"
    )
  }
}

extension CallStack {
  /// Does work that is recursive to a depth: on this thread, or on a new one if this one's stack may be too small.
  static func with(depth: Int, bytesPerLevel: Int, _ work: () -> Void) {
    let (left, bytes) = (ceStackLeft(), reserve + depth * bytesPerLevel)
    guard left >= 0, left < bytes else { return work() }
    withoutActuallyEscaping(work) { work in
      var work = work
      let runs = unsafe withUnsafeMutablePointer(to: &work) { pointer in
        unsafe ceCallOnStack(
          2 * bytes,
          { context in
            guard let context = unsafe context else { return }
            unsafe context.assumingMemoryBound(to: (() -> Void).self).pointee()
          },
          pointer
        )
      }
      if !runs { work() }
    }
  }
}

extension Space {
  /// Does work that may add shapes to the trees or remove them, as waking does. It cannot be rejected like a step, so
  /// it gets the stack that it needs.
  @inline(__always)
  func withTrees(_ work: () -> Void) {
    guard engine == .chipmunk, shapeCount > 256 else { return work() }
    CallStack.with(depth: shapeCount, bytesPerLevel: 128, work)
  }

  /// Throws ``PhysicsError/Code/stackTooSmall`` unless this thread can traverse the trees of shapes, if there are any,
  /// with some more in them. The C library does so by recursion, and shapes that are added in a row, or at one place,
  /// make a tree as deep as their number.
  func checkStack(adding shapes: Int = 0) throws(PhysicsError) {
    guard engine == .chipmunk else { return }
    let count = shapeCount + shapes
    // So few fit on any stack.
    guard count > 256 else { return }
    // Measured: 96 bytes.
    try CallStack.check(depth: count, bytesPerLevel: 128, of: "the number of shapes in the space")
  }

  /// Throws ``PhysicsError/Code/stackTooSmall`` unless another body with this many shapes can be added and stepped.
  package func checkRoom(forShapes shapes: Int) throws(PhysicsError) {
    try checkStack(adding: shapes)
    try checkStackOfSleep(adding: 1)
  }

  /// The same for a step. If bodies may sleep, the C library also goes from each body to all those that it touches or
  /// is joined to by recursion: at worst as deep as the number of bodies. The engine with the grid does not.
  func checkStackOfStep() throws(PhysicsError) {
    try checkStack()
    try checkStackOfSleep()
  }

  private func checkStackOfSleep(adding count: Int = 0) throws(PhysicsError) {
    guard engine == .chipmunk, unsafe raw.pointee.sleepTimeThreshold < .infinity else { return }
    // Measured: 32 bytes along a chain of joints.
    try CallStack.check(
      depth: bodies.count + count,
      bytesPerLevel: 96,
      of: "the number of bodies in a space where bodies may sleep"
    )
  }
}
