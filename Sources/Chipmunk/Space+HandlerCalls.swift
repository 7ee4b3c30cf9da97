internal import CChipmunk

/// The closures of all handlers, in the order of calling: lists that are gone through thousands of times in
/// a step, and so made for it.
struct HandlerRoutes {
  /// A handler, and what its closures were.
  final class Route {
    let target: CollisionHandler.Target
    let handler: CollisionHandler
    let begin: ((inout Contact) throws -> Bool)?
    let preSolve: ((inout Contact) throws -> Bool)?
    let postSolve: ((inout Contact) throws -> Void)?
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
  /// Another one with each change, so that a round of calls learns of a change from within it.
  let version: Int

  init(_ handlers: [CollisionHandler], version: Int = 0) {
    self.version = version
    let routes = handlers.map(Route.init)
    begin = routes.filter { $0.begin != nil }
    preSolve = routes.filter { $0.preSolve != nil }
    postSolve = routes.filter { $0.postSolve != nil }
    separate = routes.filter { $0.separate != nil }
  }
}

extension Space {
  /// To be called when handlers or their closures have changed.
  func routeCalls() {
    routes = HandlerRoutes(handlers, version: routes.version + 1)
    listenForSolving()
  }

  func callBegin(_ arbiter: UnsafeMutablePointer<cpArbiter>) -> Bool {
    var isAllowed = true
    unsafe forEachMatch(of: arbiter, in: routes.begin) { route, isFlipped in
      guard let begin = route.begin else { return }
      var contact = unsafe Contact(arbiter, isFlipped: isFlipped)
      if callBack({ try begin(&contact) }) == false { isAllowed = false }
    }
    return isAllowed
  }

  func preSolve(_ arbiter: UnsafeMutablePointer<cpArbiter>) -> Bool {
    var isAllowed = true
    unsafe forEachMatch(of: arbiter, in: routes.preSolve) { route, isFlipped in
      guard let preSolve = route.preSolve else { return }
      var contact = unsafe Contact(arbiter, isFlipped: isFlipped)
      if callBack({ try preSolve(&contact) }) == false { isAllowed = false }
    }
    return isAllowed
  }

  func postSolve(_ arbiter: UnsafeMutablePointer<cpArbiter>) {
    unsafe forEachMatch(of: arbiter, in: routes.postSolve) { route, isFlipped in
      guard let postSolve = route.postSolve else { return }
      var contact = unsafe Contact(arbiter, isFlipped: isFlipped, isSolved: true)
      callBack { try postSolve(&contact) }
    }
  }

  /// The C library calls back for endings in the order of hashed addresses, so these wait until they
  /// are sorted.
  func callSeparate(for events: ArraySlice<ContactEvent>) {
    guard !routes.separate.isEmpty else { return }
    for event in events where event.kind == .separate { callSeparate(event) }
  }

  func callSeparate(_ event: ContactEvent) {
    forEachMatch(of: event.types, in: routes.separate) { route, isFlipped in
      guard let separate = route.separate else { return }
      callBack { try separate(isFlipped ? event.flipped : event) }
    }
  }

  @inline(__always)
  private func forEachMatch(
    of arbiter: UnsafeMutablePointer<cpArbiter>,
    in list: [HandlerRoutes.Route],
    _ call: (HandlerRoutes.Route, _ isFlipped: Bool) -> Void
  ) {
    guard let a = unsafe arbiter.pointee.a, let b = unsafe arbiter.pointee.b else { return }
    let types = unsafe (CollisionType(a.pointee.type), CollisionType(b.pointee.type))
    let isSwapped = unsafe a.pointee.hashid > b.pointee.hashid
    let ordered = isSwapped ? (types.1, types.0) : types
    forEachMatch(of: ordered, in: list) { call($0, $1 != isSwapped) }
  }

  @inline(__always)
  private func forEachMatch(
    of types: (CollisionType, CollisionType),
    in list: [HandlerRoutes.Route],
    _ call: (HandlerRoutes.Route, _ isFlipped: Bool) -> Void
  ) {
    let version = routes.version
    for route in list {
      let match = route.target.matches(types.0, types.1)
      // A call may have removed the next handler.
      if match.asIs, version == routes.version || route.handler.space === self {
        call(route, false)
      }
      if match.flipped, version == routes.version || route.handler.space === self {
        call(route, true)
      }
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
      types: (types.b, types.a),
      ids: (ids.b, ids.a)
    )
  }
}
