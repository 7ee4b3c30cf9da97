internal import CChipmunk
internal import ChipmunkEngine

// Settings of the whole space.
extension Space {
  /// The acceleration of every dynamic body, in units/s². Wraps `cpSpaceGetGravity`.
  ///
  /// Setting it wakes every sleeping body, unless the change since the last wake-up is below
  /// ``gravityDeadBand``: bodies can sleep under a phone that lies still. `cpSpaceSetGravity` wakes
  /// only half of the sleeping groups.
  public var gravity: Vector {
    get { unsafe Vector(cpSpaceGetGravity(raw)) }
    set { assign(newValue, setGravity) }
  }

  /// The number of solver iterations in a step with ``Engine/chipmunk``; 10 by default. ``Engine/tiltbox`` has
  /// ``substeps`` instead. Wraps `cpSpaceGetIterations`.
  public var iterations: Int {
    get { unsafe Int(cpSpaceGetIterations(raw)) }
    set { assign(newValue, setIterations) }
  }

  /// The number of substeps in each step with ``Engine/tiltbox``, from 1 to 64; 0, the default, gives each group of
  /// touching or joined bodies as many as it needs: 4, or more for a tower or a heavy body on light joints.
  ///
  /// More substeps are slower, and make contacts and joints stiffer. ``Engine/chipmunk`` has none.
  public var substeps: Int {
    get { unsafe Int(ceSpaceSubsteps(raw)) }
    set { assign(newValue, setSubsteps) }
  }

  /// The fraction of its velocity that a body keeps over a second; 1 by default. Wraps
  /// `cpSpaceGetDamping`.
  public var damping: Double {
    get { unsafe cpSpaceGetDamping(raw) }
    set { assign(newValue, setDamping) }
  }

  /// The penetration that the solver tolerates, in units; 0.1 by default. It is an absolute length:
  /// lower it if bodies are small. Wraps `cpSpaceGetCollisionSlop`.
  public var collisionSlop: Double {
    get { unsafe cpSpaceGetCollisionSlop(raw) }
    set { assign(newValue, setCollisionSlop) }
  }

  /// The fraction of a penetration that remains after a second; 0.9⁶⁰ by default. Wraps
  /// `cpSpaceGetCollisionBias`.
  public var collisionBias: Double {
    get { unsafe cpSpaceGetCollisionBias(raw) }
    set { assign(newValue, setCollisionBias) }
  }

  /// The number of steps for which an ended contact keeps its impulses; 3 by default. Wraps
  /// `cpSpaceGetCollisionPersistence`.
  public var collisionPersistence: Int {
    get { unsafe Int(cpSpaceGetCollisionPersistence(raw)) }
    set { assign(newValue, setCollisionPersistence) }
  }

  /// Sets gravity, in units/s², and wakes every sleeping body, unless the change since the last wake-up is below
  /// ``gravityDeadBand``. The new value takes effect in any case.
  ///
  /// Replaces `cpSpaceSetGravity`, which wakes only half of the sleeping groups.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``. Complexity: O(1); O(*bodies*) if it wakes them.
  package func setGravity(_ gravity: Vector) throws(PhysicsError) {
    try ParameterRange.gravity.check(gravity)
    // Not `whenUnlocked`: this is called in every tick, and would allocate a closure each time.
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

  /// The relative change of gravity that wakes no body; 0.001 by default.
  public var gravityDeadBand: Double {
    get { deadBand }
    set { assign(newValue, setGravityDeadBand) }
  }

  package func setGravityDeadBand(_ share: Double) throws(PhysicsError) {
    try ParameterRange.gravityDeadBand.check(share)
    deadBand = share
  }

  /// Sets the number of solver iterations in a step. More iterations are slower and make stacks
  /// more stable. Wraps `cpSpaceSetIterations`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setIterations(_ iterations: Int) throws(PhysicsError) {
    try ParameterRange.iterations.check(Double(iterations))
    unsafe cpSpaceSetIterations(raw, Int32(iterations))
  }

  /// Sets the number of substeps in each step; 0 gives each island as many as it needs.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setSubsteps(_ substeps: Int) throws(PhysicsError) {
    try ParameterRange.substeps.check(Double(substeps))
    unsafe ceSpaceSetSubsteps(raw, Int32(substeps))
  }

  /// Sets the fraction of its velocity that a body keeps over a second; 1 means no damping. Wraps
  /// `cpSpaceSetDamping`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setDamping(_ damping: Double) throws(PhysicsError) {
    try ParameterRange.damping.check(damping)
    unsafe cpSpaceSetDamping(raw, damping)
  }

  /// Sets the penetration that the solver tolerates, in units. Wraps `cpSpaceSetCollisionSlop`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setCollisionSlop(_ slop: Double) throws(PhysicsError) {
    try ParameterRange.collisionSlop.check(slop)
    unsafe cpSpaceSetCollisionSlop(raw, slop)
  }

  /// Sets the fraction of a penetration that remains after a second. Wraps
  /// `cpSpaceSetCollisionBias`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setCollisionBias(_ bias: Double) throws(PhysicsError) {
    try ParameterRange.collisionBias.check(bias)
    unsafe cpSpaceSetCollisionBias(raw, bias)
  }

  /// Sets the number of steps for which an ended contact keeps its impulses. Wraps
  /// `cpSpaceSetCollisionPersistence`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func setCollisionPersistence(_ steps: Int) throws(PhysicsError) {
    try ParameterRange.collisionPersistence.check(Double(steps))
    whenUnlocked { space in
      unsafe cpSpaceSetCollisionPersistence(space.raw, cpTimestamp(steps))
    }
  }
}
