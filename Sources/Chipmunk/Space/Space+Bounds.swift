internal import CChipmunk
internal import ChipmunkEngine

// Speed limits.
extension Space {
  /// The speed limit of all bodies, in units/s; nil for none. ``limitedBodies`` lists the bodies that it slowed down.
  public var speedLimit: Double? {
    get { speedBound }
    set { assign(newValue, .speedLimit) { speedBound = newValue } }
  }

  /// Checks the bodies that the step has moved, slows those that are too fast, and stops those whose numbers have left
  /// all bounds.
  ///
  /// The next step first moves each body by its velocities, and the C library's setters check all of a body's numbers:
  /// while these are finite and bounded, neither can abort.
  ///
  /// - Parameter told: the bodies that the lists contain already.
  /// - Returns: the error to throw.
  func checkBodies(_ told: Set<ObjectIdentifier> = []) -> PhysicsError? {
    let limit = speedBound ?? .infinity
    let areInBounds = unsafe ceSpaceCheckBounds(raw, Self.squared(limit), timeStep)
    if areInBounds && !mayLimitBodies { return nil }
    var diverged: PhysicsError?
    unsafe forEach(in: raw.pointee.dynamicBodies) { (body: UnsafeMutablePointer<cpBody>) in
      let own = mayLimitBodies ? unsafe Body.owner(of: body).speedBound : nil
      if unsafe slow(body, to: min(limit, own ?? .infinity)) {
        unsafe tell(of: body, in: &limitedBodies, unless: told)
      }
      if unsafe Self.isInBounds(body, .infinity) { return }
      if diverged == nil { diverged = unsafe explain(divergence(of: body)) }
      unsafe tell(of: body, in: &divergedBodies, unless: told)
      unsafe Self.stop(body)
    }
    if diverged != nil { startAnew() }
    return diverged
  }

  /// Adds a body to one of the lists, unless they contain it already.
  private func tell(
    of raw: UnsafeMutablePointer<cpBody>,
    in list: inout [Body],
    unless told: Set<ObjectIdentifier>
  ) {
    let body = unsafe Body.owner(of: raw)
    guard !told.contains(ObjectIdentifier(body)) else { return }
    list.append(body)
    hasStepEvents = true
  }

  /// The squared limit, with room for a speed at the limit that was rounded up.
  private static func squared(_ limit: Double) -> Double { limit * limit * (1 + 1e-14) }

  /// Whether a body is no faster than the limit, and the squares of its numbers are far from overflow.
  @inline(__always)
  static func isInBounds(_ body: UnsafeMutablePointer<cpBody>, _ limitSquared: Double) -> Bool {
    let (p, v) = unsafe (Vector(body.pointee.p), Vector(body.pointee.v))
    let bias = unsafe Vector(body.pointee.v_bias)
    let (angle, w, wBias) = unsafe (body.pointee.a, body.pointee.w, body.pointee.w_bias)
    let squares = v.dot(v) + bias.dot(bias) + p.dot(p) + angle * angle + w * w + wBias * wBias
    // Written so that NaN fails the test.
    return v.dot(v) <= limitSquared && squares < 1e30
  }

  /// Slows a body down, and returns whether it was too fast.
  private func slow(_ body: UnsafeMutablePointer<cpBody>, to limit: Double) -> Bool {
    let v = unsafe Vector(body.pointee.v)
    guard v.dot(v) > Self.squared(limit), v.length.isFinite else { return false }
    unsafe body.pointee.v = (v * (limit / v.length)).c
    return true
  }

  private func divergence(of raw: UnsafeMutablePointer<cpBody>) -> PhysicsError {
    let body = unsafe Body.owner(of: raw)
    let speed = unsafe Vector(raw.pointee.v).length + Vector(raw.pointee.v_bias).length
    let turning = unsafe abs(raw.pointee.w) + abs(raw.pointee.w_bias)
    let angle = unsafe abs(raw.pointee.a)
    let place = unsafe Vector(raw.pointee.p).length
    let (name, value, unit) =
      [
        ("speed", speed, "units/s"), ("angular velocity", turning, "rad/s"),
        ("angle", angle, "rad"),
      ]
      .first { !($0.1 < 1e14) } ?? ("position", place, "units")
    return PhysicsError(
      code: .diverged,
      subject: "the \(name) of \(body.nameInErrors) at tick \(tick)",
      value: value,
      unit: unit,
      remedy: "lower the forces, stiffnesses, elasticities or masses' ratio, or shorten the step"
    )
  }

  private static func stop(_ body: UnsafeMutablePointer<cpBody>) {
    unsafe body.pointee.v = cpVect()
    unsafe body.pointee.w = 0
    unsafe body.pointee.v_bias = cpVect()
    unsafe body.pointee.w_bias = 0
  }

  /// Clears the stored impulses and the static bodies' velocities. An infinite impulse has turned a static body's
  /// velocity into NaN, and its contact or constraint would keep it for the next step.
  private func startAnew() {
    for constraint in constraints { constraint.storedImpulse = .zero }
    unsafe forEach(in: raw.pointee.staticBodies) { unsafe Self.stop($0) }
    unsafe forEach(in: raw.pointee.arbiters) { (arbiter: UnsafeMutablePointer<cpArbiter>) in
      unsafe ceArbiterSetMemory(raw, arbiter, ceContactMemory())
      guard let contacts = unsafe arbiter.pointee.contacts else { return }
      for index in 0..<Int(unsafe arbiter.pointee.count) {
        unsafe contacts[index].jnAcc = 0
        unsafe contacts[index].jtAcc = 0
      }
    }
  }
}

extension Body {
  /// The speed limit of this body, in units/s; nil if only the space's limit applies. The lower of
  /// the two holds. ``Space/limitedBodies`` lists the bodies that were slowed down.
  public var speedLimit: Double? {
    get { speedBound }
    set {
      assign(newValue, .speedLimit) {
        speedBound = newValue
        if newValue != nil { attachedSpace?.mayLimitBodies = true }
      }
    }
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
