internal import CChipmunk
internal import ChipmunkEngine

/// The functions of a body. Most bodies have none, and then use no memory for them.
final class BodyUpdateCallbacks {
  let velocity: VelocityFunction?
  let position: PositionFunction?

  /// Makes nothing of no functions.
  init?(velocity: VelocityFunction?, position: PositionFunction?) {
    if velocity == nil, position == nil { return nil }
    (self.velocity, self.position) = (velocity, position)
  }
}

/// A closure that changes a body's velocities in each step or substep. See ``VelocityUpdate``.
public typealias VelocityFunction = (inout VelocityUpdate) throws -> Void

/// The update of one body's velocities, passed to its ``Body/velocityFunction``. Replaces the arguments of
/// `cpBodyVelocityFunc`.
///
/// ```swift
/// planet.velocityFunction = { update in  // gravity towards the sun, for this body alone
///   let away = update.body.position
///   update.gravity = away * (-strength / pow(away.length, 3))
///   update.integrate()
/// }
/// ```
///
/// The result is checked before it reaches the body. If a number is out of range, or the function
/// throws, ``Space/step()`` throws, and the body moves as it would without the function. The forces
/// on the body are reset in any case. ``Engine/tiltbox`` calls the function at the beginning of each
/// substep, and with the step's length for a kinematic body, of which ``integrate()`` changes nothing;
/// ``Engine/chipmunk`` calls it once in a step. It is not called for sleeping or static bodies.
///
/// A body whose function gives another velocity than ``integrate()`` moves by that velocity times
/// the ``timeStep``.
///
/// The body retains the function: do not capture anything that retains the body; use ``body``.
public struct VelocityUpdate {
  /// The body that moves.
  public let body: Body
  /// The time by which ``integrate()`` advances the velocities, in seconds: a substep with
  /// ``Engine/tiltbox``, the step with ``Engine/chipmunk``.
  public let timeStep: Double
  /// The acceleration that ``integrate()`` applies, in units/s²; the space's gravity, times the
  /// body's ``Body/gravityScale`` with ``Engine/tiltbox``, by default.
  public var gravity: Vector
  /// The fraction of the velocities that ``integrate()`` keeps in this step, besides the body's own
  /// damping; derived from the space's damping by default.
  public var damping: Double
  /// The velocity of the centre of gravity, in units/s.
  public var velocity: Vector
  /// The angular velocity, in rad/s.
  public var angularVelocity: Double

  /// Updates the velocities as the engine does without a function: damping, then gravity and
  /// forces. Replaces `cpBodyUpdateVelocity`. The results are the same, with ``Engine/tiltbox`` up to rounding.
  public mutating func integrate() {
    guard body.currentType == .dynamic else { return }
    let from = ceBodyVelocities(v: velocity.c, w: angularVelocity)
    let to = unsafe ceBodyIntegrateVelocities(body.raw, from, gravity.c, damping, timeStep)
    (velocity, angularVelocity) = (Vector(to.v), to.w)
  }
}

extension Body {
  func installVelocityFunction() {
    guard velocityFunction != nil else {
      unsafe raw.pointee.velocity_func = cpBodyUpdateVelocity
      return
    }
    unsafe raw.pointee.velocity_func = { raw, gravity, damping, timeStep in
      guard let raw = unsafe raw else { return }
      unsafe Body.owner(of: raw).updateVelocity(Vector(gravity), damping, timeStep)
    }
  }

  /// Updates the velocities by the body's function, or as without one if its result is invalid.
  private func updateVelocity(_ gravity: Vector, _ damping: Double, _ timeStep: Double) {
    guard let velocityFunction, let space = attachedSpace else { return }
    var update = VelocityUpdate(
      body: self,
      timeStep: timeStep,
      gravity: space.engine == .tiltbox ? gravity * gravityScale : gravity,
      damping: damping,
      velocity: velocity,
      angularVelocity: angularVelocity
    )
    let result = space.callBack {
      var result = update
      try velocityFunction(&result)
      try checkResult(of: "velocityFunction") { () throws(PhysicsError) in
        try ParameterRange.velocity.check(result.velocity)
        try ParameterRange.angularVelocity.check(result.angularVelocity)
      }
      return result
    }
    if let result { update = result } else { update.integrate() }
    unsafe raw.pointee.v = update.velocity.c
    unsafe raw.pointee.w = update.angularVelocity
    unsafe raw.pointee.f = cpVect()
    unsafe raw.pointee.t = 0
  }
}

/// A closure that changes a body's position and angle in each step or substep. See ``PositionUpdate``.
public typealias PositionFunction = (inout PositionUpdate) throws -> Void

/// The update of one body's position and angle, passed to its ``Body/positionFunction``.
/// Replaces the arguments of `cpBodyPositionFunc`.
///
/// ```swift
/// bead.positionFunction = { update in  // a bead on a straight wire
///   update.integrate()
///   update.position.y = 0
/// }
/// ```
///
/// The result is checked before it reaches the body. If a number is out of range, or the function
/// throws, ``Space/step()`` throws, and the body moves as it would without the function.
///
/// ``Engine/tiltbox`` calls the function in each substep, after the velocities are solved;
/// ``Engine/chipmunk`` once, at the beginning of the step. The function is not called for sleeping or
/// static bodies.
///
/// The body retains the function: do not capture anything that retains the body; use ``body``.
public struct PositionUpdate {
  /// The body that moves.
  public let body: Body
  /// The time by which ``integrate()`` moves the body, in seconds: a substep with
  /// ``Engine/tiltbox``, the step with ``Engine/chipmunk``.
  public let timeStep: Double
  /// The angle, in radians; the body turns about its centre of gravity.
  public var angle: Double
  /// The position of the centre of gravity, in units.
  public var center: Vector

  /// The position of the body's origin, in units, at this ``angle``.
  public var position: Vector {
    get { center - arm }
    set { center = newValue + arm }
  }

  /// The vector from the origin to the centre of gravity, in world directions.
  private var arm: Vector {
    let (local, turn) = unsafe (
      body.centerOfGravity, Vector(ceRotation(body.raw.pointee.space, angle))
    )
    return Vector(local.x * turn.x - local.y * turn.y, local.x * turn.y + local.y * turn.x)
  }

  /// Updates the position as the engine does without a function: moves and turns the body by its
  /// velocities. Replaces `cpBodyUpdatePosition`. The results are the same, with ``Engine/tiltbox`` up to rounding.
  public mutating func integrate() {
    center = unsafe center + Vector(ceBodyDisplacement(body.raw, timeStep))
    angle += unsafe (body.raw.pointee.w + body.raw.pointee.w_bias) * timeStep
  }
}

extension Body {
  func installPositionFunction() {
    guard positionFunction != nil else {
      unsafe raw.pointee.position_func = cpBodyUpdatePosition
      return
    }
    unsafe raw.pointee.position_func = { raw, timeStep in
      guard let raw = unsafe raw else { return }
      guard unsafe Body.owner(of: raw).updatePosition(timeStep) else {
        return unsafe ceBodyUpdatePosition(raw, timeStep)
      }
      unsafe raw.pointee.v_bias = cpVect()
      unsafe raw.pointee.w_bias = 0
    }
  }

  /// Names the function and the body in the error of a check.
  private func checkResult(
    of function: String,
    _ check: () throws(PhysicsError) -> Void
  ) throws(PhysicsError) {
    do throws(PhysicsError) { try check() } catch {
      var named = error
      named.subject += " of the \(function) of \(nameInErrors)"
      throw named
    }
  }

  /// Returns whether a function has updated the body's position.
  private func updatePosition(_ timeStep: Double) -> Bool {
    guard let positionFunction, let space = attachedSpace else { return false }
    let result = space.callBack {
      var update = unsafe PositionUpdate(
        body: self,
        timeStep: timeStep,
        angle: raw.pointee.a,
        center: Vector(raw.pointee.p)
      )
      try positionFunction(&update)
      try checkResult(of: "positionFunction") { () throws(PhysicsError) in
        try ParameterRange.position.check(update.center)
        try ParameterRange.angle.check(update.angle)
      }
      return update
    }
    guard let result else { return false }
    unsafe raw.pointee.p = result.center.c
    unsafe raw.pointee.a = result.angle
    setTransform()
    return true
  }

  /// Sets the transform without waking the body, as the C library's setters would. The centre of gravity is at `p`.
  func setTransform() {
    unsafe ceBodySetTransform(raw, ceRotation(raw.pointee.space, raw.pointee.a))
  }
}
