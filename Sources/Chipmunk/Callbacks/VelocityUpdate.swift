internal import CChipmunk

/// A closure that changes a body's velocities in each step. See ``VelocityUpdate``.
public typealias VelocityFunction = (inout VelocityUpdate) throws -> Void

/// A step's change of one body's velocities, as its ``Body/velocityFunction`` sees it. Stands for the
/// arguments of `cpBodyVelocityFunc`.
///
/// ```swift
/// planet.velocityFunction = { update in  // gravity towards the sun, for this body alone
///   let away = update.body.position
///   update.gravity = away * (-strength / pow(away.length, 3))
///   update.integrate()
/// }
/// ```
///
/// What it leaves behind is checked before it reaches the body: a number out of range comes out of
/// ``Space/step()``, and the body moves as if there were no function, as it does after an error that the
/// function throws. The forces that act on the body are used up in any case. It is not called for a body
/// that sleeps, nor for a static one; a kinematic one has no gravity, and takes what is set.
///
/// The function is held by the body: capture nothing that holds the body, but use ``body``.
public struct VelocityUpdate {
  /// The body that moves.
  public let body: Body
  /// The step, in seconds.
  public let timeStep: Double
  /// The acceleration that ``integrate()`` applies, in units/s²: the space's, unless it was set.
  public var gravity: Vector
  /// The share of the velocities that ``integrate()`` leaves after this step: by the space's damping,
  /// unless it was set.
  public var damping: Double
  /// The velocity of the centre of gravity, in units/s.
  public var velocity: Vector
  /// The angular velocity, in rad/s.
  public var angularVelocity: Double

  /// Does what the library does without a function: damping, then gravity and forces. Stands for
  /// `cpBodyUpdateVelocity`, and computes the same.
  public mutating func integrate() {
    guard body.currentType == .dynamic else { return }
    let (force, torque) = unsafe (Vector(body.raw.pointee.f), body.raw.pointee.t)
    let acceleration = unsafe gravity + force * body.raw.pointee.m_inv
    velocity = velocity * damping + acceleration * timeStep
    angularVelocity = unsafe angularVelocity * damping + torque * body.raw.pointee.i_inv * timeStep
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
      guard unsafe Body.owner(of: raw).updateVelocity(Vector(gravity), damping, timeStep) else {
        return unsafe cpBodyUpdateVelocity(raw, gravity, damping, timeStep)
      }
      unsafe raw.pointee.f = cpVect()
      unsafe raw.pointee.t = 0
    }
  }

  /// Returns whether the function has given the body its velocities.
  private func updateVelocity(_ gravity: Vector, _ damping: Double, _ timeStep: Double) -> Bool {
    guard let velocityFunction, let space = attachedSpace else { return false }
    let result = space.callBack {
      var update = VelocityUpdate(
        body: self,
        timeStep: timeStep,
        gravity: gravity,
        damping: damping,
        velocity: velocity,
        angularVelocity: angularVelocity
      )
      try velocityFunction(&update)
      try Quantity.velocity.check(update.velocity)
      try Quantity.angularVelocity.check(update.angularVelocity)
      return update
    }
    guard let result else { return false }
    unsafe raw.pointee.v = result.velocity.c
    unsafe raw.pointee.w = result.angularVelocity
    return true
  }
}
