internal import CChipmunk

/// The closures of all handlers in calling order, as lists that are fast to traverse thousands of times in a step.
final class HandlerRoutes {
  /// A handler and copies of its closures; missing ones do nothing.
  final class Route {
    let target: CollisionHandler.Target
    let handler: CollisionHandler
    let begin: ((borrowing Contact) throws -> Bool)?
    let preSolve: ((borrowing Contact) throws -> Bool)?
    let postSolve: ((borrowing Contact) throws -> Void)?
    let separate: ((ContactEvent) throws -> Void)?

    init(_ handler: CollisionHandler) {
      self.handler = handler
      target = handler.target
      begin = handler.begin
      preSolve = handler.preSolve
      postSolve = handler.postSolve
      separate = handler.separate
    }
  }

  let begin: [Route]
  let preSolve: [Route]
  let postSolve: [Route]
  let separate: [Route]

  init(_ handlers: [CollisionHandler]) {
    let routes = handlers.map(Route.init)
    begin = routes.filter { $0.begin != nil }
    preSolve = routes.filter { $0.preSolve != nil }
    postSolve = routes.filter { $0.postSolve != nil }
    separate = routes.filter { $0.separate != nil }
  }
}

extension Space {
  /// Call this after handlers or their closures have changed.
  func routeCalls() {
    let old = routes
    if isLocked {
      // The calls in progress use the old lists without retaining them.
      retiredRoutes.append(routes)
      hasDeferredWork = true
      updateRoutes()
    } else if !areRoutesStale {
      // The next step builds the lists: thousands of handlers may be added before it.
      areRoutesStale = true
      routes = HandlerRoutes([])
    }
    // Objects held only by the old closures are released here, after the new list is in place.
    withExtendedLifetime(old) {}
  }

  /// Call this before any handler is called.
  func updateRoutes() {
    areRoutesStale = false
    routes = HandlerRoutes(handlers)
    listenForSolving()
  }

  /// Call this while no handler is being called.
  func releaseRetiredRoutes() {
    guard !retiredRoutes.isEmpty else { return }
    let retired = retiredRoutes
    retiredRoutes = []
    // Objects held only by these closures are released here, after the list is consistent.
    withExtendedLifetime(retired) {}
  }

  /// Calls every handler, even after an error: a handler that missed the beginning or end of a contact would count
  /// wrong from then on.
  func callBegin(_ arbiter: UnsafeMutablePointer<cpArbiter>) -> Bool {
    var isAllowed = true
    unsafe forEachMatch(of: arbiter, in: { $0.begin }) { route, isFlipped in
      let contact = unsafe Contact(arbiter, isFlipped: isFlipped)
      if keepError({ try route.begin?(contact) }) == false { isAllowed = false }
    }
    return isAllowed
  }

  func preSolve(_ arbiter: UnsafeMutablePointer<cpArbiter>) -> Bool {
    var isAllowed = true
    unsafe forEachMatch(of: arbiter, in: { $0.preSolve }) { route, isFlipped in
      let contact = unsafe Contact(arbiter, isFlipped: isFlipped)
      if callBack({ try route.preSolve?(contact) }) == false { isAllowed = false }
    }
    return isAllowed
  }

  func postSolve(_ arbiter: UnsafeMutablePointer<cpArbiter>) {
    unsafe forEachMatch(of: arbiter, in: { $0.postSolve }) { route, isFlipped in
      let contact = unsafe Contact(arbiter, isFlipped: isFlipped, isSolved: true)
      callBack { try route.postSolve?(contact) }
    }
  }

  /// Calls handlers for sorted events: the C library reports endings in the order of hashed addresses.
  func callSeparate(for events: ArraySlice<ContactEvent>) {
    guard !routes.separate.isEmpty else { return }
    for event in events where event.kind == .separate { callSeparate(event) }
  }

  func callSeparate(_ event: ContactEvent) {
    forEachMatch(of: event.types, in: { $0.separate }) { route, isFlipped in
      keepError { try route.separate?(isFlipped ? event.flipped : event) }
    }
  }

  @inline(__always)
  private func forEachMatch(
    of arbiter: UnsafeMutablePointer<cpArbiter>,
    in list: (HandlerRoutes) -> [HandlerRoutes.Route],
    _ call: (HandlerRoutes.Route, _ isFlipped: Bool) -> Void
  ) {
    guard let a = unsafe arbiter.pointee.a, let b = unsafe arbiter.pointee.b else { return }
    let types = unsafe (
      CollisionType(rawValue: UInt(a.pointee.type)), CollisionType(rawValue: UInt(b.pointee.type))
    )
    let isSwapped = unsafe a.pointee.hashid > b.pointee.hashid
    let ordered = isSwapped ? (types.1, types.0) : types
    forEachMatch(of: ordered, in: list) { call($0, $1 != isSwapped) }
  }

  /// Does not retain the lists or a route: that would cost more for each contact than all the rest. See
  /// ``routeCalls()``.
  @inline(__always)
  private func forEachMatch(
    of types: (CollisionType, CollisionType),
    in list: (HandlerRoutes) -> [HandlerRoutes.Route],
    _ call: (HandlerRoutes.Route, _ isFlipped: Bool) -> Void
  ) {
    unsafe Unmanaged.passUnretained(routes)._withUnsafeGuaranteedRef { routes in
      for index in 0..<list(routes).count {
        unsafe Unmanaged.passUnretained(list(routes)[index])._withUnsafeGuaranteedRef { route in
          let match = route.target.matches(types.0, types.1)
          if match.asIs { self.call(route, of: routes, isFlipped: false, call) }
          if match.flipped { self.call(route, of: routes, isFlipped: true, call) }
        }
      }
    }
  }
}

extension Space {
  /// Checks for changes first: an earlier call may have removed the next handler, or changed its closures.
  @inline(__always)
  private func call(
    _ route: HandlerRoutes.Route,
    of routes: HandlerRoutes,
    isFlipped: Bool,
    _ call: (HandlerRoutes.Route, _ isFlipped: Bool) -> Void
  ) {
    if routes === self.routes {
      call(route, isFlipped)
    } else if route.handler.space === self {
      call(HandlerRoutes.Route(route.handler), isFlipped)
    }
  }
}

extension ContactEvent {
  /// The event as seen from the other shape.
  fileprivate var flipped: ContactEvent {
    ContactEvent(
      kind: kind,
      a: b,
      b: a,
      point: point,
      hasPoint: hasPoint,
      normal: -normal,
      impulse: -impulse,
      types: (types.b, types.a),
      ids: (ids.b, ids.a)
    )
  }
}
