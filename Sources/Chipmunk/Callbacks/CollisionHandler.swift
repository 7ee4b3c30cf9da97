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
  /// Replaces `cpCollisionPreSolveFunc`.
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

  init(for target: Target) {
    self.target = target
  }
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
