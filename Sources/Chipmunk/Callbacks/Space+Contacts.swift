internal import CChipmunk
internal import ChipmunkEngine

/// The beginning or end of a contact between two shapes.
public struct ContactEvent {
  /// Whether a contact begins or ends. `begin` sorts first.
  public enum Kind: Int, Sendable {
    /// The shapes touch in this step and did not in the previous one.
    case begin
    /// The shapes touched in the previous step and do not in this one.
    case separate
  }

  /// Whether the contact begins or ends.
  public let kind: Kind
  /// The shape with the lower ``Shape/id``.
  public let a: Shape
  /// The shape with the higher ``Shape/id``.
  public let b: Shape
  /// Where they touch, in units: the mean of the contact's points. For an ending, where they last did.
  /// Zero for an ending without a point.
  public let point: Vector
  /// Whether the contact has a ``point``. The end of a contact that was not solved has none: one with a sensor, one
  /// that a handler ignored, or one between bodies without mass.
  public let hasPoint: Bool
  /// The unit normal there, from a to b.
  public let normal: Vector
  /// The impulse of the contact on b in this step, in kg·units/s; zero for a sensor, and if it overflows because a body
  /// diverges. For an ending, that of the last step in which they touched.
  public internal(set) var impulse: Vector

  /// The space of the bodies; nil if both have left it.
  public var space: Space? { a.body?.space ?? b.body?.space }

  /// The collision types at the time of the event, which select the handlers.
  let types: (a: CollisionType, b: CollisionType)
  /// The ids at the time of the event, by which events are sorted.
  let ids: (a: UInt, b: UInt)
}

// Contacts are reported by the default handler, which is installed before any contact exists.
// `cpSpaceAddDefaultCollisionHandler` would return that handler too, but make every contact of every step look up
// handlers for its types.
extension Space {
  func listenForContacts() {
    unsafe raw.pointee.defaultHandler.beginFunc = { arbiter, space, _ in
      guard let arbiter = unsafe arbiter, let space = unsafe space else { return 1 }
      return unsafe Space.withOwner(of: space) { unsafe $0.begin(arbiter) } ? 1 : 0
    }
    unsafe raw.pointee.defaultHandler.separateFunc = { arbiter, space, _ in
      guard let arbiter = unsafe arbiter, let space = unsafe space else { return }
      unsafe Space.withOwner(of: space) { unsafe $0.end(arbiter) }
    }
    listenForSolving()
  }

  /// Installs functions for continuing contacts only if a handler needs them: the handler of a new space lets
  /// everything collide.
  func listenForSolving() {
    if !routes.preSolve.isEmpty {
      unsafe raw.pointee.defaultHandler.preSolveFunc = { arbiter, space, _ in
        guard let arbiter = unsafe arbiter, let space = unsafe space else { return 1 }
        return unsafe Space.withOwner(of: space) { unsafe $0.preSolve(arbiter) } ? 1 : 0
      }
    } else {
      unsafe raw.pointee.defaultHandler.preSolveFunc = silentHandler.preSolveFunc
    }
    if !routes.postSolve.isEmpty {
      unsafe raw.pointee.defaultHandler.postSolveFunc = { arbiter, space, _ in
        guard let arbiter = unsafe arbiter, let space = unsafe space else { return }
        unsafe Space.withOwner(of: space) { unsafe $0.postSolve(arbiter) }
      }
    } else {
      unsafe raw.pointee.defaultHandler.postSolveFunc = silentHandler.postSolveFunc
    }
  }

  private func begin(_ arbiter: UnsafeMutablePointer<cpArbiter>) -> Bool {
    unsafe pendingArbiters.append((pendingEvents.count, Arbiter(arbiter)))
    unsafe pendingEvents.append(ContactEvent(.begin, arbiter))
    return unsafe callBegin(arbiter)
  }

  private func end(_ arbiter: UnsafeMutablePointer<cpArbiter>) {
    if isLocked, engine == .tiltbox {
      unsafe pendingEndings.append((pendingEvents.count, Arbiter(arbiter)))
    }
    unsafe pendingEvents.append(ContactEvent(.separate, arbiter))
  }

  func finishContacts() {
    guard !pendingEvents.isEmpty else { return }
    for (event, arbiter) in pendingArbiters {
      unsafe pendingEvents[event].impulse = pendingEvents[event].impulse(of: arbiter.raw)
    }
    pendingArbiters.removeAll(keepingCapacity: true)
    for (event, arbiter) in pendingEndings.reversed()
    where unsafe ceContactHasResumed(arbiter.raw) {
      pendingEvents.remove(at: event)
    }
    pendingEndings.removeAll(keepingCapacity: true)
    if !pendingEvents.isEmpty { finishEvents() }
  }

  /// Publishes the events in sorted order: the C library reports them in the order of hashed addresses, which differs
  /// in every run.
  func finishEvents() {
    hasStepEvents = true
    Self.sort(&pendingEvents, by: &sortedKeys, eventOrder)
    let first = contactEvents.count
    if first == 0 {
      swap(&contactEvents, &pendingEvents)
    } else {
      contactEvents += pendingEvents
      pendingEvents.removeAll(keepingCapacity: true)
    }
    callSeparate(for: contactEvents[first...])
  }

  /// Sorts plain keys, then moves each event to its place, without retaining events on the way.
  private static func sort(
    _ events: inout [ContactEvent],
    by order: inout [(key: ContactEvent.Key, index: Int)],
    _ kind: ContactEvent.Order
  ) {
    guard events.count > 1 else { return }
    for index in events.indices { order.append((events[index].key(kind), index)) }
    order.sort { $0.key < $1.key }
    unsafe events.withUnsafeMutableBufferPointer { buffer in
      guard let events = buffer.baseAddress else { return }
      for start in order.indices where order[start].index != start {
        let event = unsafe (events + start).move()
        var hole = start
        while order[hole].index != start {
          let next = order[hole].index
          unsafe (events + hole).moveInitialize(from: events + next, count: 1)
          (order[hole].index, hole) = (hole, next)
        }
        unsafe (events + hole).initialize(to: event)
        order[hole].index = hole
      }
    }
    order.removeAll(keepingCapacity: true)
  }
}

extension ContactEvent {
  init(_ kind: Kind, _ arbiter: UnsafeMutablePointer<cpArbiter>) {
    let a = unsafe Shape.owner(of: arbiter.pointee.a)
    let b = unsafe Shape.owner(of: arbiter.pointee.b)
    let (idA, idB) = unsafe (arbiter.pointee.a.pointee.hashid, arbiter.pointee.b.pointee.hashid)
    let inOrder = idA <= idB
    let normal = unsafe Vector(arbiter.pointee.n)
    let (typeA, typeB) = (a.collisionType, b.collisionType)
    ids = (UInt(min(idA, idB)), UInt(max(idA, idB)))
    types = inOrder ? (typeA, typeB) : (typeB, typeA)
    self.kind = kind
    self.a = inOrder ? a : b
    self.b = inOrder ? b : a
    self.normal = inOrder ? normal : -normal
    let point = unsafe Self.point(of: arbiter)
    (self.point, hasPoint) = (point ?? .zero, point != nil)
    self.impulse = .zero
    if kind == .separate { self.impulse = unsafe impulse(of: arbiter) }
  }

  /// The mean of the points on both bodies' surfaces, at the time at which they meet within the step; nil if there are
  /// none, or if they are out of all bounds.
  private static func point(of arbiter: UnsafeMutablePointer<cpArbiter>) -> Vector? {
    let count = unsafe Int(arbiter.pointee.count)
    guard count > 0, let contacts = unsafe arbiter.pointee.contacts else { return nil }
    let a = unsafe Vector(arbiter.pointee.body_a.pointee.p)
    let b = unsafe Vector(arbiter.pointee.body_b.pointee.p)
    let normal = unsafe Vector(arbiter.pointee.n)
    var sum = Vector.zero
    for index in 0..<count {
      let (armA, armB) = unsafe (Vector(contacts[index].r1), Vector(contacts[index].r2))
      let (onA, onB) = (a + armA, b + armB)
      let (ofA, ofB) = unsafe (
        velocity(of: arbiter.pointee.body_a, at: armA),
        velocity(of: arbiter.pointee.body_b, at: armB)
      )
      let (gap, closing) = ((onB - onA).dot(normal), (ofA - ofB).dot(normal))
      let time = gap > 0 && gap < closing ? gap / closing : 0
      sum = sum + onA + onB + (ofA + ofB) * time
    }
    let mean = sum * (0.5 / Double(count))
    return mean.isFinite ? mean : nil
  }

  private static func velocity(of body: UnsafeMutablePointer<cpBody>, at arm: Vector) -> Vector {
    unsafe Vector(body.pointee.v) + arm.perpendicular * body.pointee.w
  }

  /// The sum that `cpArbiterTotalImpulse` computes, which rejects contacts that have ended.
  fileprivate func impulse(of arbiter: UnsafeMutablePointer<cpArbiter>) -> Vector {
    let count = unsafe Int(arbiter.pointee.count)
    guard count > 0, let contacts = unsafe arbiter.pointee.contacts else { return .zero }
    let normal = unsafe Vector(arbiter.pointee.n)
    var sum = Vector.zero
    for index in 0..<count {
      let (jn, jt) = unsafe (contacts[index].jnAcc, contacts[index].jtAcc)
      sum = sum + Vector(normal.x * jn - normal.y * jt, normal.x * jt + normal.y * jn)
    }
    // The impulse on a body that diverges may overflow.
    guard sum.length.isFinite else { return .zero }
    return unsafe Shape.owner(of: arbiter.pointee.b) === b ? sum : -sum
  }

  /// The order of the events of a step.
  package enum Order {
    /// By kind, then by the shapes' ids.
    case ids
    /// By kind, then by the shapes' tags, then by their ids.
    case tags
  }

  typealias Key = (kind: Int, low: Int, high: Int, a: UInt, b: UInt)

  /// The sort key.
  func key(_ order: Order) -> Key {
    guard order == .tags else { return (kind.rawValue, 0, 0, ids.a, ids.b) }
    let (a, b) = (a.tag, b.tag)
    return (kind.rawValue, min(a, b), max(a, b), ids.a, ids.b)
  }
}

/// A contact that the last step solved.
public struct ContactState: Hashable, Sendable {
  /// The id of the first shape, the lower of both.
  public let a: UInt
  /// The id of the other shape.
  public let b: UInt
  /// The id of a's body, 0 for the ground: see ``Space/body(id:)``.
  public let bodyA: UInt
  /// The id of b's body, 0 for the ground.
  public let bodyB: UInt
  /// The unit normal from a to b.
  public let normal: Vector
  /// Where they touch: one point or two.
  public let points: ContactPoints
  /// The impulse on b in the step, in kg·units/s, including friction.
  public let impulse: Vector

  /// Makes an empty contact, to fill an array with.
  public init() {
    (a, b, bodyA, bodyB) = (0, 0, 0, 0)
    (normal, points, impulse) = (.zero, ContactPoints(), .zero)
  }
}

// Bulk access to contacts.
extension Space {
  /// The number of contacts that ``readContacts(into:)`` writes.
  public var contactCount: Int { unsafe Int(raw.pointee.arbiters.pointee.num) }

  /// Writes the contacts that the last step solved over the first elements of an array, in the
  /// order of solving. It omits contacts of sensors, ignored ones and those between sleeping
  /// bodies. Replaces `cpBodyEachArbiter`.
  ///
  /// Allocates nothing if the array has at least as many elements as there are contacts. A shorter
  /// array grows; further elements stay as they are.
  ///
  /// Returns the number of contacts. Complexity: O(*contacts*).
  @discardableResult
  public func readContacts(into contacts: inout [ContactState]) -> Int {
    let count = contactCount
    contacts.grow(to: count, by: ContactState())
    var span = contacts.mutableSpan
    var index = 0
    unsafe forEach(in: raw.pointee.arbiters) { (arbiter: UnsafeMutablePointer<cpArbiter>) in
      span[index] = unsafe ContactState(arbiter)
      index += 1
    }
    return count
  }
}

extension ContactState {
  fileprivate init(_ arbiter: UnsafeMutablePointer<cpArbiter>) {
    let (idA, idB) = unsafe (arbiter.pointee.a.pointee.hashid, arbiter.pointee.b.pointee.hashid)
    let isFlipped = idA > idB
    let sign = isFlipped ? -1.0 : 1
    a = UInt(min(idA, idB))
    b = UInt(max(idA, idB))
    let bodies = unsafe (arbiter.pointee.body_a.id, arbiter.pointee.body_b.id)
    (bodyA, bodyB) = isFlipped ? (bodies.1, bodies.0) : bodies
    normal = unsafe Vector(arbiter.pointee.n) * sign
    points = unsafe ContactPoints(of: arbiter, isFlipped: isFlipped)
    impulse = unsafe Vector(cpArbiterTotalImpulse(arbiter)) * -sign
  }
}

extension UnsafeMutablePointer<cpBody> {
  fileprivate var id: UInt {
    unsafe Unmanaged<Body>.fromOpaque(pointee.userData)._withUnsafeGuaranteedRef { $0.id }
  }
}

// Access for tests.
extension Space {
  /// Whether the grid finds each pair of bounding boxes that meet exactly once, compared with an exhaustive search.
  /// Always true with ``Engine/chipmunk``.
  ///
  /// Complexity: O(*shapes*²).
  package var findsAllPairs: Bool {
    unsafe engine == .chipmunk || isStepping || ceSpaceFindsAllPairs(raw)
  }

  /// Whether the grid's lists have each pair in the cache of contacts once. Always true with
  /// ``Engine/chipmunk``.
  ///
  /// Complexity: O(*contacts*²).
  package var listsAllContacts: Bool {
    unsafe engine == .chipmunk || isStepping || ceSpaceListsEachArbiter(raw)
  }

  /// The number of pairs of shapes that touch, or did so a few steps ago.
  package var cachedPairCount: Int { unsafe Int(cpHashSetCount(raw.pointee.cachedArbiters)) }
}
