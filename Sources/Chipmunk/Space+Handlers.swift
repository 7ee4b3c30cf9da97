internal import CChipmunk

// Who hears of contacts.
extension Space {
  /// Adds a handler without closures. Its closures may be set and changed at any time, within callbacks
  /// too, and hold from the next call on.
  ///
  /// - Parameter target: the contacts that it is called for.
  /// - Returns: the handler, to be given closures, and to be removed some day.
  /// - Complexity: O(*handlers*); so is each beginning of a contact, and each step of one for handlers
  ///   with `preSolve` or `postSolve`.
  public func addHandler(for target: CollisionHandler.Target) -> CollisionHandler {
    let handler = CollisionHandler(for: target)
    handler.space = self
    let place = handlers.firstIndex { $0.target.rank > target.rank } ?? handlers.endIndex
    handlers.insert(handler, at: place)
    return handler
  }

  /// Removes a handler: it is not called again, for no ending either.
  ///
  /// Throws ``PhysicsError/Code/notInSpace``. Complexity: O(*handlers*).
  public func remove(_ handler: CollisionHandler) throws(PhysicsError) {
    guard let index = handlers.firstIndex(where: { $0 === handler }) else {
      throw PhysicsError(.notInSpace, "the handler is not of this space", "add one first")
    }
    handlers.remove(at: index)
    handler.space = nil
    handler.isActive = false
    listenForSolving()
  }
}

extension Space {
  func callBegin(_ arbiter: UnsafeMutablePointer<cpArbiter>) -> Bool {
    var isAllowed = true
    unsafe forEachMatch(arbiter) { handler, isFlipped in
      guard let begin = handler.begin else { return }
      var contact = unsafe Contact(arbiter, isFlipped: isFlipped)
      if callBack({ try begin(&contact) }) == false { isAllowed = false }
    }
    return isAllowed
  }

  func preSolve(_ arbiter: UnsafeMutablePointer<cpArbiter>) -> Bool {
    var isAllowed = true
    unsafe forEachMatch(arbiter) { handler, isFlipped in
      guard let preSolve = handler.preSolve else { return }
      var contact = unsafe Contact(arbiter, isFlipped: isFlipped)
      if callBack({ try preSolve(&contact) }) == false { isAllowed = false }
    }
    return isAllowed
  }

  func postSolve(_ arbiter: UnsafeMutablePointer<cpArbiter>) {
    unsafe forEachMatch(arbiter) { handler, isFlipped in
      guard let postSolve = handler.postSolve else { return }
      var contact = unsafe Contact(arbiter, isFlipped: isFlipped, isSolved: true)
      callBack { try postSolve(&contact) }
    }
  }

  /// The C library calls back for endings in the order of hashed addresses, so these wait until they
  /// are sorted.
  func callSeparate(for events: ArraySlice<ContactEvent>) {
    guard handlers.contains(where: { $0.separate != nil }) else { return }
    for event in events where event.kind == .separate { callSeparate(event) }
  }

  func callSeparate(_ event: ContactEvent) {
    for handler in handlers where handler.isActive {
      guard let separate = handler.separate else { continue }
      let match = handler.target.matches(event.types.a, event.types.b)
      if match.asIs { callBack { try separate(event) } }
      if match.flipped { callBack { try separate(event.flipped) } }
    }
  }

  @inline(__always)
  private func forEachMatch(
    _ arbiter: UnsafeMutablePointer<cpArbiter>,
    _ call: (CollisionHandler, _ isFlipped: Bool) -> Void
  ) {
    guard let a = unsafe arbiter.pointee.a, let b = unsafe arbiter.pointee.b else { return }
    let isSwapped = unsafe a.pointee.hashid > b.pointee.hashid
    let types = unsafe (CollisionType(a.pointee.type), CollisionType(b.pointee.type))
    let (first, second) = isSwapped ? (types.1, types.0) : types
    for handler in handlers where handler.isActive {
      let match = handler.target.matches(first, second)
      if match.asIs { call(handler, isSwapped) }
      if match.flipped { call(handler, !isSwapped) }
    }
  }
}

extension ContactEvent {
  /// The same seen from the other shape.
  fileprivate var flipped: ContactEvent {
    ContactEvent(
      kind: kind,
      a: b,
      b: a,
      point: point,
      normal: -normal,
      impulse: -impulse,
      types: (types.b, types.a)
    )
  }
}
