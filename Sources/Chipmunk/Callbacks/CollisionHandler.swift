internal import CChipmunk
internal import ChipmunkEngine

/// Closures called for the contacts of certain shapes. A space retains the handler until you remove
/// it. Replaces `cpCollisionHandler`.
///
/// ```swift
/// let bullets = space.addHandler(for: .pair(bullet, crate))
/// bullets.begin = { contact in contact.a.tag > 0 }
/// bullets.postSolve = { contact in
///   if contact.energy > 1e6 { try contact.space.remove(contact.bodyB) }
/// }
/// ```
///
/// Only ``Space/step()`` calls them, with one exception: see ``separate``. They may change
/// anything; changes that are impossible within a step wait for its end, and a nested step throws.
/// The step throws the first error that a closure throws. After it, the step calls no other
/// closures but ``begin`` and ``separate``, so that no handler counts a beginning without its end.
///
/// For one contact, handlers for its pair of types come first, then handlers for one type, then
/// those for all; each group in the order in which they were added. All of them are called,
/// whatever the others return. The contacts of a step come in the order in which the C library
/// finds them, which is the same in every run; endings are sorted by the ids of the shapes.
///
/// The space retains the handler, and the handler its closures. A closure that captures the space,
/// directly or indirectly, is a retain cycle: use ``Contact/space`` and ``ContactEvent/space``
/// instead, or capture weakly.
public final class CollisionHandler {
  /// The contacts that a handler is called for.
  public enum Target: Hashable, Sendable {
    /// Contacts between shapes of these two types; `a` is the shape of the first.
    case pair(CollisionType, CollisionType)
    /// Contacts of shapes of this type with any others; `a` is the shape of this type. If both
    /// shapes are, the handler is called twice, once for each.
    case type(CollisionType)
    /// All contacts; the contact's `a` is the shape with the lower id.
    case all
  }

  /// The contacts that it is called for.
  public let target: Target

  /// The space that it was added to, or nil.
  public internal(set) var space: Space? {
    get { link?.space }
    set { link = newValue?.link }
  }

  private var link: SpaceLink?

  // The old closure is released after the new one is in place: its deinitializers may read the handler.

  /// Called when two shapes begin to touch. If it returns false, they pass through each other until
  /// they separate; ``separate`` is called in that case too. Replaces `cpCollisionBeginFunc`.
  public var begin: ((borrowing Contact) throws -> Bool)? {
    didSet { withExtendedLifetime(oldValue) { space?.routeCalls() } }
  }

  /// Called in each step in which two shapes touch, before the contact is solved. It may change
  /// friction, restitution and surface velocity. If it returns false, the step ignores the contact.
  /// It is not called for a contact that slept in the step in which its bodies wake: that step solves
  /// it with the values of the last call. Replaces `cpCollisionPreSolveFunc`.
  public var preSolve: ((borrowing Contact) throws -> Bool)? {
    didSet { withExtendedLifetime(oldValue) { space?.routeCalls() } }
  }

  /// Called in each step in which two shapes touch, after the contact was solved, when impulse and
  /// energy are known. It is not called for sensors, ignored contacts, contacts without a dynamic
  /// body, or in the step in which the bodies fall asleep. Replaces `cpCollisionPostSolveFunc`.
  public var postSolve: ((borrowing Contact) throws -> Void)? {
    didSet { withExtendedLifetime(oldValue) { space?.routeCalls() } }
  }

  /// Called at the end of the step in which two shapes cease to touch; or at the start of the next
  /// step if a shape was removed, made a sensor or given another type in between, or its body
  /// changed its type. Each beginning has exactly one end. A handler that was added while shapes
  /// touched gets only the end. Replaces `cpCollisionSeparateFunc`.
  ///
  /// When the space is released, its contacts end too. The closure is then called with shapes that
  /// are in no space, and errors that it throws are lost.
  public var separate: ((ContactEvent) throws -> Void)? {
    didSet { withExtendedLifetime(oldValue) { space?.routeCalls() } }
  }

  init(for target: Target) { self.target = target }
}

extension CollisionHandler.Target {
  /// The order of calls: more specific handlers come first.
  var rank: Int {
    switch self {
    case .pair: 0
    case .type: 1
    case .all: 2
    }
  }

  /// Whether the handler applies to a contact of shapes of two types, and whether it applies in the reverse order.
  @inline(__always)
  func matches(_ a: CollisionType, _ b: CollisionType) -> (asIs: Bool, flipped: Bool) {
    switch self {
    case .pair(let first, let second):
      let asIs = a == first && b == second
      return (asIs, !asIs && a == second && b == first)
    case .type(let type): return (a == type, b == type)
    case .all: return (true, false)
    }
  }
}

// Collision handlers.
extension Space {
  /// Adds a handler without closures. You may set and change its closures at any time, also inside
  /// callbacks; they apply from the next call on.
  ///
  /// - Parameter target: the contacts that it is called for.
  /// - Returns: the handler. Set its closures, and remove it when you no longer need it.
  /// - Complexity: O(log *handlers*); within a callback O(*handlers*). Each beginning of a contact also takes
  ///   O(*handlers*), and so does each step of a contact if handlers have `preSolve` or `postSolve`.
  public func addHandler(for target: CollisionHandler.Target) -> CollisionHandler {
    let handler = CollisionHandler(for: target)
    handler.space = self
    let place = handlers.partitioningIndex { $0.target.rank > target.rank }
    handlers.insert(handler, at: place)
    return handler
  }

  /// Removes a handler. It is not called again, not even for the end of a contact.
  ///
  /// Throws ``PhysicsError/Code/notInSpace``. Complexity: O(*handlers*).
  public func remove(_ handler: CollisionHandler) throws(PhysicsError) {
    guard let index = handlers.firstIndex(where: { $0 === handler }) else {
      throw PhysicsError(
        .notInSpace,
        "the handler is not in this space",
        "remove it once, from its own space"
      )
    }
    handlers.remove(at: index)
    handler.space = nil
  }
}

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

// Calls to user closures during a step.
extension Space {
  /// Calls a user closure. If it throws, ``step()`` throws that error at its end; until then, only closures for the
  /// beginnings and endings of contacts are called.
  ///
  /// Returns what the closure returns, or nil if it was not called or threw.
  @discardableResult
  func callBack<Result>(_ closure: () throws -> Result) -> Result? {
    guard callbackError == nil else { return nil }
    return keepError(closure)
  }

  /// Calls a closure regardless of earlier errors, and keeps the first error of the step.
  @discardableResult
  func keepError<Result>(_ closure: () throws -> Result) -> Result? {
    do {
      return try closure()
    } catch {
      if callbackError == nil { callbackError = error }
      return nil
    }
  }

  /// Completes a step of the C library: performs deferred changes, then throws the error of a callback, or else that of
  /// diverged bodies.
  func finishStep() throws(PhysicsError) {
    // This comes first: the C library cannot change a body that has left all bounds.
    var divergence = checkBodies()
    if hasDeferredWork {
      releaseRetiredRoutes()
      runDeferred()
      let told = Set((limitedBodies + divergedBodies).map(ObjectIdentifier.init))
      let late = checkBodies(told)
      divergence = divergence ?? late
    }
    if mayBreak { breakConstraints() }
    if let failure = callbackError {
      callbackError = nil
      throw PhysicsError(of: failure)
    }
    if hasDeferredWork { try RejectedAssignments.throwAll(&ownRejectedAssignments) }
    if let divergence { throw divergence }
  }

  /// Adds the springs that probably caused a divergence to its error. The default engine damps such springs.
  func explain(_ error: PhysicsError) -> PhysicsError {
    guard engine == .chipmunk else { return error }
    let springs = constraints.indices.compactMap { index -> String? in
      guard let spring = constraints[index] as? any Spring else { return nil }
      let limit = spring.greatestStableStiffness(timeStep: timeStep)
      guard spring.stiffness > limit else { return nil }
      return "constraint \(index) is a spring of stiffness \(spring.stiffness.shortest), above "
        + "the \(limit.shortest) that is stable at this time step for free bodies of such mass and damping"
    }
    guard !springs.isEmpty else { return error }
    var explained = error
    explained.remedy += "; " + springs.joined(separator: "; ")
    return explained
  }
}

// A contact that has begun ends exactly once. The C library does not report the end if a shape changes but stays in its
// space, or if the space itself is freed.
extension Space {
  /// Ends all contacts of a shape, and wakes the bodies that it touched. Contacts that continue begin again in the next
  /// step. Wraps `cpSpaceFilterArbiters`.
  ///
  /// Complexity: O(*contacts of the space*).
  func endContacts(of shape: Shape) {
    guard let body = unsafe shape.raw.pointee.body, unsafe shape.raw.pointee.space == raw else {
      return
    }
    // The C function does not see the contacts of sleeping bodies.
    unsafe cpBodyActivate(body)
    shape.wakeSleepers()
    let known = pendingEvents.count
    unsafe ceShapeEndContacts(shape.raw)
    // Contacts of sensors are on no list through which one body would wake the other.
    for event in pendingEvents[known...] {
      unsafe cpBodyActivate(event.a.raw.pointee.body)
      unsafe cpBodyActivate(event.b.raw.pointee.body)
    }
  }

  /// The endings of the contacts that end with the space, sorted, if a handler needs them. All bodies must be awake.
  func lastEndings() -> [ContactEvent] {
    if areRoutesStale { updateRoutes() }
    guard !routes.separate.isEmpty else { return [] }
    for arbiter in cachedArbiters()
    where unsafe arbiter.raw.pointee.state != CP_ARBITER_STATE_CACHED {
      unsafe pendingEvents.append(ContactEvent(.separate, arbiter.raw))
    }
    let order = eventOrder
    return pendingEvents.filter { $0.kind == .separate }.sorted { $0.key(order) < $1.key(order) }
  }
}
