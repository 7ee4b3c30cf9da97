internal import CChipmunk

// The numbers that hold for the whole space.
extension Space {
  /// The acceleration of every dynamic body, in units/s². Wraps `cpSpaceGetGravity`.
  ///
  /// Setting it wakes every sleeping body, unless it changes by less than ``gravityDeadBand`` since it last woke them:
  /// a phone that lies still lets its crates sleep. `cpSpaceSetGravity` wakes only half of the sleeping groups.
  public var gravity: Vector {
    get { unsafe Vector(cpSpaceGetGravity(raw)) }
    set { assign(newValue, setGravity) }
  }

  /// The solver's iterations in a step, 10 at first. Wraps `cpSpaceGetIterations`.
  public var iterations: Int {
    get { unsafe Int(cpSpaceGetIterations(raw)) }
    set { assign(newValue, setIterations) }
  }

  /// The share of its velocity that a body keeps over a second, 1 at first. Wraps `cpSpaceGetDamping`.
  public var damping: Double {
    get { unsafe cpSpaceGetDamping(raw) }
    set { assign(newValue, setDamping) }
  }

  /// The overlap that the solver leaves alone, in units, 0.1 at first: an absolute length, so lower it
  /// where bodies are small. Wraps `cpSpaceGetCollisionSlop`.
  public var collisionSlop: Double {
    get { unsafe cpSpaceGetCollisionSlop(raw) }
    set { assign(newValue, setCollisionSlop) }
  }

  /// The share of an overlap that is left after a second, 0.9⁶⁰ at first.
  /// Wraps `cpSpaceGetCollisionBias`.
  public var collisionBias: Double {
    get { unsafe cpSpaceGetCollisionBias(raw) }
    set { assign(newValue, setCollisionBias) }
  }

  /// The steps for which a contact that ended is remembered, 3 at first.
  /// Wraps `cpSpaceGetCollisionPersistence`.
  public var collisionPersistence: Int {
    get { unsafe Int(cpSpaceGetCollisionPersistence(raw)) }
    set { assign(newValue, setCollisionPersistence) }
  }

  /// Sets gravity, in units/s², and wakes every sleeping body, unless gravity has changed by less than
  /// ``gravityDeadBand`` since it last woke them: a phone that lies still lets its crates sleep.
  /// The new value holds in any case.
  ///
  /// Stands for `cpSpaceSetGravity`, which wakes only half of the sleeping groups.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``. Complexity: O(1); O(*bodies*) where it wakes them.
  package func setGravity(_ gravity: Vector) throws(PhysicsError) {
    try Quantity.gravity.check(gravity)
    // Not `whenUnlocked`: this is called at every tick, and its closure would be allocated each time.
    guard isLocked else { return turn(gravity) }
    putOff { space in space.turn(gravity) }
  }

  private func turn(_ gravity: Vector) {
    unsafe raw.pointee.gravity = gravity.c
    let change = (gravity - wakingGravity).length
    let scale = max(gravity.length, wakingGravity.length)
    guard change > deadBand * scale else { return }
    wakingGravity = gravity
    wakeAll()
  }

  /// The relative change of gravity below which sleeping bodies stay asleep, 0.001 at first.
  public var gravityDeadBand: Double {
    get { deadBand }
    set { assign(newValue, setGravityDeadBand) }
  }

  package func setGravityDeadBand(_ share: Double) throws(PhysicsError) {
    try Quantity.gravityDeadBand.check(share)
    deadBand = share
  }

  /// Sets the solver's iterations in a step: more are slower, and stacks stand stiller.
  /// Wraps `cpSpaceSetIterations`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setIterations(_ iterations: Int) throws(PhysicsError) {
    try Quantity.iterations.check(Double(iterations))
    unsafe cpSpaceSetIterations(raw, Int32(iterations))
  }

  /// Sets the share of its velocity that a body keeps over a second, 1 for all of it.
  /// Wraps `cpSpaceSetDamping`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setDamping(_ damping: Double) throws(PhysicsError) {
    try Quantity.damping.check(damping)
    unsafe cpSpaceSetDamping(raw, damping)
  }

  /// Sets the overlap that the solver leaves alone, in units. Wraps `cpSpaceSetCollisionSlop`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setCollisionSlop(_ slop: Double) throws(PhysicsError) {
    try Quantity.collisionSlop.check(slop)
    unsafe cpSpaceSetCollisionSlop(raw, slop)
  }

  /// Sets the share of an overlap that is left after a second. Wraps `cpSpaceSetCollisionBias`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setCollisionBias(_ bias: Double) throws(PhysicsError) {
    try Quantity.collisionBias.check(bias)
    unsafe cpSpaceSetCollisionBias(raw, bias)
  }

  /// Sets the steps for which a contact that ended is remembered.
  /// Wraps `cpSpaceSetCollisionPersistence`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setCollisionPersistence(_ steps: Int) throws(PhysicsError) {
    try Quantity.collisionPersistence.check(Double(steps))
    whenUnlocked { space in
      unsafe cpSpaceSetCollisionPersistence(space.raw, cpTimestamp(steps))
    }
  }
}
