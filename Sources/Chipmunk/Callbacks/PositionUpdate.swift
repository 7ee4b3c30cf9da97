internal import CChipmunk

/// A closure that changes a body's position and angle in each step. See ``PositionUpdate``.
public typealias PositionFunction = (inout PositionUpdate) throws -> Void

/// A step's change of one body's position and angle, as its ``Body/positionFunction`` sees it. Stands for
/// the arguments of `cpBodyPositionFunc`.
///
/// ```swift
/// bead.positionFunction = { update in  // a bead on a straight wire
///   update.integrate()
///   update.position.y = 0
/// }
/// ```
///
/// What it leaves behind is checked before it reaches the body: a number out of range comes out of
/// ``Space/step()``, and the body moves as if there were no function, as it does after an error that the
/// function throws. It is not called for a body that sleeps, nor for a static one.
///
/// The function is held by the body: capture nothing that holds the body, but use ``body``.
public struct PositionUpdate {
  /// The body that moves.
  public let body: Body
  /// The step, in seconds.
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

  /// From the origin to the centre of gravity, in the world's directions.
  private var arm: Vector {
    let (local, turn) = unsafe (
      body.centerOfGravity, Vector(CChipmunkTurn(body.raw.pointee.space, angle))
    )
    return Vector(local.x * turn.x - local.y * turn.y, local.x * turn.y + local.y * turn.x)
  }

  /// Does what the library does without a function: moves and turns the body by its velocities, and out of
  /// overlaps. Stands for `cpBodyUpdatePosition`, and computes the same.
  public mutating func integrate() {
    let (velocity, bias) = unsafe (Vector(body.raw.pointee.v), Vector(body.raw.pointee.v_bias))
    center = center + (velocity + bias) * timeStep
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
        return unsafe CChipmunkUpdatePosition(raw, timeStep)
      }
      unsafe raw.pointee.v_bias = cpVect()
      unsafe raw.pointee.w_bias = 0
    }
  }

  /// Returns whether the function has given the body its place.
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
      try Quantity.position.check(update.center)
      try Quantity.angle.check(update.angle)
      return update
    }
    guard let result else { return false }
    unsafe raw.pointee.p = result.center.c
    unsafe raw.pointee.a = result.angle
    setTransform()
    return true
  }

  /// What the C library's own setters do, which would wake the body: the centre of gravity is at `p`.
  func setTransform() {
    unsafe CChipmunkSetTransform(raw, CChipmunkTurn(raw.pointee.space, raw.pointee.a))
  }
}
