internal import CChipmunk
internal import ChipmunkEngine

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
  /// velocities. Replaces `cpBodyUpdatePosition`, with the same results.
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
      try ParameterRange.position.check(update.center)
      try ParameterRange.angle.check(update.angle)
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
