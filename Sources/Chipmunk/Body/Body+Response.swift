internal import ChipmunkEngine

// How a body follows gravity, and how it loses velocity. The C library has no such properties: they have an effect in
// spaces with ``Engine/tiltbox``, on dynamic bodies.
extension Body {
  /// How many times the space's gravity acts on the body; 1 at first. 0 lets it float, -1 lets it rise.
  public var gravityScale: Double {
    get { response.gravityScale }
    set { assign(newValue, setGravityScale) }
  }

  /// The fraction of its velocity that the body keeps over a second, besides ``Space/damping``; 1 at first.
  ///
  /// The drag is linear: v′ = a − kv with k = −ln(damping), so under gravity the speed tends to g/k. A body that nothing
  /// touches follows the exact solution of this equation.
  public var damping: Double {
    get { response.damping }
    set { assign(newValue, setDamping) }
  }

  /// The fraction of its angular velocity that the body keeps over a second, besides ``Space/damping``; 1 at first.
  public var angularDamping: Double {
    get { response.angularDamping }
    set { assign(newValue, setAngularDamping) }
  }

  /// Sets the multiple of gravity and wakes the body. Throws ``PhysicsError/Code/outOfRange``.
  package func setGravityScale(_ scale: Double) throws(PhysicsError) {
    try ParameterRange.gravityScale.check(scale)
    changeResponse { $0.gravityScale = scale }
  }

  /// Sets the fraction of velocity kept over a second and wakes the body. Throws ``PhysicsError/Code/outOfRange``.
  package func setDamping(_ share: Double) throws(PhysicsError) {
    try ParameterRange.damping.check(share)
    changeResponse { $0.damping = share }
  }

  /// Sets the fraction of angular velocity kept over a second and wakes the body. Throws
  /// ``PhysicsError/Code/outOfRange``.
  package func setAngularDamping(_ share: Double) throws(PhysicsError) {
    try ParameterRange.damping.check(share)
    changeResponse { $0.angularDamping = share }
  }

  private var response: ceBodyResponse { unsafe ceBodyGetResponse(raw) }

  private func changeResponse(_ change: (inout ceBodyResponse) -> Void) {
    var response = response
    change(&response)
    self.change { [response] body in unsafe ceBodySetResponse(body.raw, response) }
  }
}
