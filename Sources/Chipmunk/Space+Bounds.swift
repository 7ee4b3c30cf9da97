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

  /// Bodies beyond these numbers are lost: soon their squares would overflow, and the library abort.
  private static let farthest = 1e15
  private static let fastest = 1e15

  /// Goes once over the bodies that the step has moved.
  ///
  /// The next step moves a body by its velocities before anything else; while these and the positions
  /// are finite and bounded, that step cannot abort.
  func checkBodies() throws(PhysicsError) {
    limitedBodies.removeAll(keepingCapacity: true)
    diverged = nil
    let limit = speedLimit ?? Self.fastest
    let limitSquared = limit * limit
    let list = unsafe raw.pointee.dynamicBodies
    let count = unsafe list?.pointee.num ?? 0
    for index in 0..<Int(count) {
      guard let body = unsafe list?.pointee.arr[index]?.assumingMemoryBound(to: cpBody.self) else {
        continue
      }
      let v = unsafe body.pointee.v
      let speedSquared = v.x * v.x + v.y * v.y
      if speedSquared > limitSquared, speedSquared.isFinite, speedLimit != nil {
        let scale = limit / speedSquared.squareRoot()
        unsafe body.pointee.v = cpVect(x: v.x * scale, y: v.y * scale)
        unsafe limitedBodies.append(Body.owner(of: body))
      }
      unsafe checkBounds(of: body)
    }
    if let diverged { throw diverged }
  }

  @inline(__always)
  private func checkBounds(of body: UnsafeMutablePointer<cpBody>) {
    let (p, v) = unsafe (body.pointee.p, body.pointee.v)
    let bias = unsafe body.pointee.v_bias
    let turning = unsafe abs(body.pointee.w) + abs(body.pointee.w_bias)
    let moving = abs(v.x) + abs(v.y) + abs(bias.x) + abs(bias.y)
    let place = unsafe abs(p.x) + abs(p.y) + abs(body.pointee.a)
    // Written so that a NaN fails it.
    guard moving + turning < Self.fastest, place < Self.farthest else {
      diverged = PhysicsError(
        code: .diverged,
        subject: unsafe "the speed of body \(index(of: body)) at tick \(tick)",
        value: moving,
        unit: "units/s",
        remedy: "lower the forces, stiffnesses or masses' ratio, or shorten the step; "
          + "then remove the body, or set its position, angle and velocities anew"
      )
      return
    }
  }

  private func index(of raw: UnsafeMutablePointer<cpBody>) -> Int {
    bodies.firstIndex { unsafe $0.raw == raw } ?? -1
  }
}
