internal import CChipmunk
internal import ChipmunkEngine

// Position and motion.
extension Body {
  /// Position, angle and velocities at once.
  public var state: BodyState { unsafe BodyState(raw) }

  /// The position of the body's origin, in units. Moving a body also wakes bodies that rest on it,
  /// if it is static, or that sleep at its new place. Wraps `cpBodyGetPosition`, and
  /// `cpSpaceReindexShapesForBody` for a static body.
  public var position: Vector {
    get { unsafe Vector(cpBodyGetPosition(raw)) }
    set {
      assign(newValue, .position) {
        move { body in unsafe ceBodyWritePose(body.raw, newValue.c, body.raw.pointee.a) }
      }
    }
  }

  /// The angle in radians, counterclockwise. Wraps `cpBodyGetAngle`.
  public var angle: Double {
    get { unsafe cpBodyGetAngle(raw) }
    set {
      assign(newValue, .angle) {
        move { body in
          unsafe body.raw.pointee.a = newValue
          body.setTransform()
        }
      }
    }
  }

  /// The velocity of the centre of gravity, in units/s. Wraps `cpBodyGetVelocity`.
  public var velocity: Vector {
    get { unsafe Vector(cpBodyGetVelocity(raw)) }
    set {
      assign {
        try requireMovable("a velocity")
        try ParameterRange.velocity.check(newValue)
        changeMotion { body in unsafe cpBodySetVelocity(body.raw, newValue.c) }
      }
    }
  }

  /// The angular velocity, in rad/s. Wraps `cpBodyGetAngularVelocity`.
  public var angularVelocity: Double {
    get { unsafe cpBodyGetAngularVelocity(raw) }
    set {
      assign {
        try requireMovable("an angular velocity")
        try ParameterRange.angularVelocity.check(newValue)
        changeMotion { body in unsafe cpBodySetAngularVelocity(body.raw, newValue) }
      }
    }
  }

  /// The force that acts until the end of the next step, in kg·units/s². Wraps `cpBodyGetForce`.
  public var force: Vector {
    get { unsafe Vector(cpBodyGetForce(raw)) }
    set {
      assign {
        try require(.dynamic, "a force")
        try ParameterRange.force.check(newValue)
        change { body in unsafe cpBodySetForce(body.raw, newValue.c) }
      }
    }
  }

  /// The torque that acts until the end of the next step, in kg·units²/s². Wraps `cpBodyGetTorque`.
  public var torque: Double {
    get { unsafe cpBodyGetTorque(raw) }
    set {
      assign {
        try require(.dynamic, "a torque")
        try ParameterRange.torque.check(newValue)
        change { body in unsafe cpBodySetTorque(body.raw, newValue) }
      }
    }
  }

  /// The energy of motion, ½·m·v² + ½·I·ω², in kg·units²/s²; 0 unless the body is dynamic.
  ///
  /// `cpBodyKineticEnergy` returns twice as much.
  public var kineticEnergy: Double { type == .dynamic ? unsafe ceBodyKineticEnergy(raw) / 2 : 0 }

  /// Adds a force, in kg·units/s², at a point of the world, for the next step, and wakes the body.
  /// Wraps `cpBodyApplyForceAtWorldPoint`.
  ///
  /// An invalid force does nothing, and the next ``Space/step()`` throws: one that is out of range,
  /// or makes the sum of the forces so, or acts on a body that is not dynamic.
  public func applyForce(_ force: Vector, at point: Vector) {
    assign { try attemptForce(force, at: point) }
  }

  package func attemptForce(_ force: Vector, at point: Vector) throws(PhysicsError) {
    try require(.dynamic, "a force")
    try ParameterRange.force.check(force)
    try ParameterRange.point.check(point)
    try ParameterRange.force.check(self.force + force)
    try ParameterRange.torque.check(torque + arm(to: point).cross(force))
    change { body in
      unsafe cpBodyActivate(body.raw)
      unsafe body.raw.pointee.f = (Vector(body.raw.pointee.f) + force).c
      unsafe body.raw.pointee.t += body.arm(to: point).cross(force)
    }
  }

  /// Adds an impulse, in kg·units/s, at a point of the world, and wakes the body.
  /// Wraps `cpBodyApplyImpulseAtWorldPoint`.
  ///
  /// An invalid impulse does nothing, and the next ``Space/step()`` throws: one that is out of
  /// range, or makes the velocity so, or acts on a body that is not dynamic.
  public func applyImpulse(_ impulse: Vector, at point: Vector) {
    assign { try attemptImpulse(impulse, at: point) }
  }

  package func attemptImpulse(_ impulse: Vector, at point: Vector) throws(PhysicsError) {
    try checkImpulse(impulse, at: point)
    changeMotion { body in
      unsafe cpBodyActivate(body.raw)
      unsafe body.raw.pointee.v = (Vector(body.raw.pointee.v) + impulse * body.raw.pointee.m_inv).c
      unsafe body.raw.pointee.w += body.raw.pointee.i_inv * body.arm(to: point).cross(impulse)
    }
  }

  /// Throws the error that an impulse would cause; changes nothing.
  package func checkImpulse(_ impulse: Vector, at point: Vector) throws(PhysicsError) {
    try require(.dynamic, "an impulse")
    try ParameterRange.impulse.check(impulse)
    try ParameterRange.point.check(point)
    try ParameterRange.velocity.check(velocity + impulse * (1 / mass))
    try ParameterRange.angularVelocity.check(
      angularVelocity + arm(to: point).cross(impulse) * (1 / moment)
    )
  }

  /// The centre of gravity in world coordinates, in units.
  public var centerOfGravityInWorld: Vector { worldPoint(ofLocal: unsafe Vector(raw.pointee.cog)) }

  /// Converts a point from body to world coordinates, in units. Wraps `cpBodyLocalToWorld`.
  public func worldPoint(ofLocal point: Vector) -> Vector {
    let t = unsafe raw.pointee.transform
    return Vector(t.a * point.x + t.c * point.y + t.tx, t.b * point.x + t.d * point.y + t.ty)
  }

  /// Converts a point from world to body coordinates, in units. Wraps `cpBodyWorldToLocal`.
  public func localPoint(ofWorld point: Vector) -> Vector {
    let t = unsafe raw.pointee.transform
    return Vector(
      t.d * point.x - t.c * point.y + (t.c * t.ty - t.tx * t.d),
      t.a * point.y - t.b * point.x + (t.tx * t.b - t.a * t.ty)
    )
  }

  /// Returns the velocity, in units/s, of the point of the body at a point of the world. Replaces
  /// `cpBodyGetVelocityAtWorldPoint`.
  public func velocity(atWorld point: Vector) -> Vector {
    velocity + arm(to: point).perpendicular * angularVelocity
  }

  /// Returns the velocity in the world, in units/s, of a point in body coordinates. Replaces
  /// `cpBodyGetVelocityAtLocalPoint`.
  public func velocity(atLocal point: Vector) -> Vector {
    velocity(atWorld: worldPoint(ofLocal: point))
  }

  /// Rotates a vector from body to world directions, for example a force that turns with the body.
  /// Wraps `cpTransformVect` on the body's transform.
  public func worldVector(ofLocal vector: Vector) -> Vector {
    unsafe Vector(cpTransformVect(raw.pointee.transform, vector.c))
  }

  /// Rotates a vector from world to body directions.
  public func localVector(ofWorld vector: Vector) -> Vector {
    unsafe Vector(cpTransformVect(cpTransformRigidInverse(raw.pointee.transform), vector.c))
  }

  private func arm(to point: Vector) -> Vector { point - centerOfGravityInWorld }

  private func requireMovable(_ what: String) throws(PhysicsError) {
    if type == .static { try require(.kinematic, what) }
  }

  private func move(_ move: @escaping (Body) -> Void) {
    change { body in
      body.wakeSleepers()
      unsafe cpBodyActivate(body.raw)
      move(body)
      body.shapesHaveMoved()
    }
  }

  /// Updates the index for a static body, since no step does.
  func shapesHaveMoved() {
    guard let space = attachedSpace else { return }
    guard currentType == .static else { return space.noteMoved(self) }
    // A shape that was added in the same callback comes later.
    for shape in shapes where unsafe shape.raw.pointee.space != nil {
      unsafe ceShapeReindex(shape.raw)
    }
    wakeSleepers()
  }

  /// Wakes the bodies that touch a static body or its sensors, and those joined to it, which the C library forgets.
  func wakeSleepers() {
    guard currentType == .static, let space = attachedSpace else { return }
    unsafe cpBodyActivateStatic(raw, nil)
    for body in jointedBodies { unsafe cpBodyActivate(body.raw) }
    for shape in shapes { unsafe space.wakeSleepers(at: shape.raw) }
  }
}

extension BodyState {
  /// Reads a body's fields. If no centre of gravity is set, `cpBodyGetPosition` has the same bits.
  @inline(__always)
  init(_ raw: UnsafeMutablePointer<cpBody>) {
    let transform = unsafe raw.pointee.transform
    unsafe self.init(
      position: Vector(transform.tx, transform.ty),
      angle: raw.pointee.a,
      velocity: Vector(raw.pointee.v),
      angularVelocity: raw.pointee.w
    )
  }
}

// How a body follows gravity, and how it loses velocity. The C library has no such properties.
extension Body {
  /// How many times the space's gravity acts on the body; 1 at first. 0 lets it float, -1 lets it rise.
  ///
  /// It has an effect in spaces with ``Engine/tiltbox``, on dynamic bodies.
  public var gravityScale: Double {
    get { response.gravityScale }
    set { assign(newValue, .gravityScale) { changeResponse(\.gravityScale, to: newValue) } }
  }

  /// The fraction of its velocity that the body keeps over a second, besides ``Space/damping``; 1 at first.
  ///
  /// The drag is linear: v′ = a − kv with k = −ln(damping), so under gravity the speed tends to g/k. A body that nothing
  /// touches follows the exact solution of this equation. It has an effect in spaces with ``Engine/tiltbox``, on
  /// dynamic bodies.
  public var damping: Double {
    get { response.damping }
    set { assign(newValue, .damping) { changeResponse(\.damping, to: newValue) } }
  }

  /// The fraction of its angular velocity that the body keeps over a second, besides ``Space/damping``; 1 at first.
  ///
  /// It has an effect in spaces with ``Engine/tiltbox``, on dynamic bodies.
  public var angularDamping: Double {
    get { response.angularDamping }
    set { assign(newValue, .angularDamping) { changeResponse(\.angularDamping, to: newValue) } }
  }

  var response: ceBodyResponse {
    get { unsafe ceBodyGetResponse(raw) }
    set { unsafe ceBodySetResponse(raw, newValue) }
  }

  private func changeResponse(_ part: WritableKeyPath<ceBodyResponse, Double>, to value: Double) {
    change { body in
      body.response[keyPath: part] = value
      unsafe cpBodyActivate(body.raw)
    }
  }
}

// Putting bodies to sleep: for example a pile that should stand until something touches it.
extension Body {
  /// Puts the body to sleep now, together with all bodies that it touches or is joined to; with
  /// `other`, also that body and all that it touches. They wake together. During a step it takes
  /// effect at the end of the step.
  ///
  /// A body that falls asleep in mid-air stays there and resumes its velocity when it wakes. A body
  /// that touches a kinematic body, or is joined to one, does not fall asleep. Replaces
  /// `cpBodySleep` and `cpBodySleepWithGroup`, which abort soon after if the body touches an awake
  /// one.
  ///
  /// - Parameter other: a body to sleep with, as a group: touching it wakes this one too.
  /// - Throws: ``PhysicsError/Code/notInSpace``, also if the other body is in another space;
  ///   ``PhysicsError/Code/wrongBodyType`` unless both are dynamic;
  ///   ``PhysicsError/Code/sleepingDisabled`` in a space without a sleep time threshold.
  /// - Complexity: O(*bodies and contacts of the group*).
  public func sleep(with other: Body? = nil) throws(PhysicsError) {
    for body in [self, other ?? self] {
      try body.require(.dynamic, "sleep")
      guard let space = body.space, space === self.space else {
        throw PhysicsError(
          .notInSpace,
          "a body that is to sleep is in no space, or in another one",
          "add it first"
        )
      }
      guard space.sleepTimeThreshold != nil else {
        throw PhysicsError(
          .sleepingDisabled,
          "no body may sleep in this space",
          "set its sleep time threshold first"
        )
      }
    }
    // Its own space, since a body that a callback has added joins it only then.
    space?.whenUnlocked { _ in self.fallAsleep(with: other) }
  }

  /// The bodies that sleep and wake with this one, including itself; empty while it is awake.
  /// Complexity: O(*bodies of the group*).
  public var sleepingGroup: [Body] {
    var group: [Body] = []
    var next = unsafe raw.pointee.sleeping.root
    while let body = unsafe next {
      unsafe group.append(.owner(of: body))
      unsafe next = body.pointee.sleeping.next
    }
    return group
  }

  private func fallAsleep(with other: Body?) {
    let bodies = [self, other ?? self]
    guard let space = attachedSpace, space.sleepTimeThreshold != nil,
      bodies.allSatisfy({ $0.attachedSpace === space && $0.currentType == .dynamic })
    else { return }
    let group = unsafe raw.pointee.sleeping.root
    guard unsafe group == nil || group != bodies[1].raw.pointee.sleeping.root else { return }
    // Two groups can merge only by being built again.
    let members = bodies + bodies.flatMap(\.sleepingGroup)
    noteMotion()
    for body in bodies { unsafe cpBodyActivate(body.raw) }
    guard let island = Self.island(of: members) else { return }
    unsafe ceBodySleep(raw, nil)
    for body in island where body !== self { unsafe ceBodySleep(body.raw, raw) }
  }

  /// All dynamic bodies that the given ones touch or are joined to, directly or through others, including the given
  /// ones; nil if a kinematic body is among them.
  private static func island(of bodies: [Body]) -> [Body]? {
    var island: [Body] = []
    var known: Set<ObjectIdentifier> = []
    for body in bodies where known.insert(ObjectIdentifier(body)).inserted { island.append(body) }
    var place = 0
    while place < island.count {
      for body in island[place].neighbours where body.currentType != .static {
        guard body.currentType == .dynamic else { return nil }
        if known.insert(ObjectIdentifier(body)).inserted { island.append(body) }
      }
      place += 1
    }
    return island
  }

  /// The bodies at the other ends of this one's contacts and constraints.
  private var neighbours: [Body] {
    jointedBodies
      + arbiters.map { arbiter in
        let isA = unsafe arbiter.raw.pointee.body_a == raw
        return unsafe .owner(of: isA ? arbiter.raw.pointee.body_b : arbiter.raw.pointee.body_a)
      }
  }

  /// The bodies at the other ends of this one's constraints in its space.
  var jointedBodies: [Body] {
    var bodies: [Body] = []
    var constraint = unsafe raw.pointee.constraintList
    while let joint = unsafe constraint {
      let isA = unsafe joint.pointee.a == raw
      unsafe bodies.append(.owner(of: isA ? joint.pointee.b : joint.pointee.a))
      unsafe constraint = isA ? joint.pointee.next_a : joint.pointee.next_b
    }
    return bodies
  }
}
