internal import CChipmunk

// Speeds that stay within bounds.
extension Space {
  /// Sets the speed above which no body leaves a step, in units/s, or nil for none: a body that is slow
  /// enough to be seen by a wall cannot pass through it. ``limitedBodies`` says on whom it acted.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  public func setSpeedLimit(_ speed: Double?) throws(PhysicsError) {
    if let speed { try Quantity.speedLimit.check(speed) }
    speedLimit = speed
  }

  /// Goes once over the bodies that the step has moved, and stops those whose numbers left all bounds.
  ///
  /// The next step moves a body by its velocities before anything else, and the C library's setters
  /// look at all of its numbers: while these are finite and bounded, neither can abort.
  func checkBodies() throws(PhysicsError) {
    limitedBodies.removeAll(keepingCapacity: true)
    divergedBodies.removeAll(keepingCapacity: true)
    let limit = speedLimit ?? .infinity
    let limitSquared = limit * limit
    var diverged: PhysicsError?
    unsafe forEach(in: raw.pointee.dynamicBodies) { (body: UnsafeMutablePointer<cpBody>) in
      var (limit, limitSquared) = (limit, limitSquared)
      if mayLimitBodies, let own = unsafe Body.owner(of: body).speedLimit, own < limit {
        (limit, limitSquared) = (own, own * own)
      }
      let v = unsafe body.pointee.v
      let speedSquared = v.x * v.x + v.y * v.y
      if speedSquared > limitSquared, speedSquared.isFinite {
        let scale = limit / speedSquared.squareRoot()
        unsafe body.pointee.v = cpVect(x: v.x * scale, y: v.y * scale)
        unsafe limitedBodies.append(Body.owner(of: body))
      }
      guard let number = unsafe Self.firstOutOfBounds(body) else { return }
      if diverged == nil { diverged = unsafe divergence(of: body, number) }
      unsafe divergedBodies.append(Body.owner(of: body))
      unsafe Self.stop(body)
    }
    guard let diverged else { return }
    startAnew()
    throw diverged
  }

  private typealias Excess = (name: String, value: Double, unit: String)

  /// The first of a body's numbers that has grown so large that its square would soon overflow.
  @inline(__always)
  private static func firstOutOfBounds(
    _ body: UnsafeMutablePointer<cpBody>
  ) -> Excess? {
    let (p, v, bias) = unsafe (body.pointee.p, body.pointee.v, body.pointee.v_bias)
    let speed = abs(v.x) + abs(v.y) + abs(bias.x) + abs(bias.y)
    let turning = unsafe abs(body.pointee.w) + abs(body.pointee.w_bias)
    let place = abs(p.x) + abs(p.y)
    let angle = unsafe abs(body.pointee.a)
    // Written so that a number which is none fails it.
    if speed + turning + place + angle < 1e15 { return nil }
    return [
      ("speed", speed, "units/s"), ("angular velocity", turning, "rad/s"), ("angle", angle, "rad"),
    ].first { !($0.value < 1e14) } ?? ("position", place, "units")
  }

  private func divergence(
    of raw: UnsafeMutablePointer<cpBody>,
    _ number: Excess
  ) -> PhysicsError {
    let index = bodies.firstIndex { unsafe $0.raw == raw } ?? -1
    return PhysicsError(
      code: .diverged,
      subject: "the \(number.name) of body \(index) at tick \(tick)",
      value: number.value,
      unit: number.unit,
      remedy: "lower the forces, stiffnesses, elasticities or masses' ratio, or shorten the step; "
        + "the body was stopped: remove it, or set it anew"
    )
  }

  private static func stop(_ body: UnsafeMutablePointer<cpBody>) {
    unsafe body.pointee.v = cpVect()
    unsafe body.pointee.w = 0
    unsafe body.pointee.v_bias = cpVect()
    unsafe body.pointee.w_bias = 0
  }

  /// An infinite impulse has turned a static body's velocity into NaN, and is remembered for the next
  /// step by its contact.
  private func startAnew() {
    unsafe forEach(in: raw.pointee.staticBodies) { unsafe Self.stop($0) }
    unsafe forEach(in: raw.pointee.arbiters) { (arbiter: UnsafeMutablePointer<cpArbiter>) in
      guard let contacts = unsafe arbiter.pointee.contacts else { return }
      for index in 0..<Int(unsafe arbiter.pointee.count) {
        unsafe contacts[index].jnAcc = 0
        unsafe contacts[index].jtAcc = 0
      }
    }
  }
}

extension Body {
  /// Sets the speed above which this body leaves no step, in units/s, or nil for none but the space's own:
  /// the lower of both holds. ``Space/limitedBodies`` says on whom it acted.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  public func setSpeedLimit(_ speed: Double?) throws(PhysicsError) {
    if let speed { try Quantity.speedLimit.check(speed) }
    speedLimit = speed
    attachedSpace?.mayLimitBodies = true
  }
}

/// Calls a closure with each element of one of the C library's arrays.
@inline(__always)
func forEach<Element>(
  in array: UnsafeMutablePointer<cpArray>?,
  _ body: (UnsafeMutablePointer<Element>) -> Void
) {
  guard let array = unsafe array else { return }
  for index in 0..<Int(unsafe array.pointee.num) {
    guard let element = unsafe array.pointee.arr[index] else { continue }
    unsafe body(element.assumingMemoryBound(to: Element.self))
  }
}
