/// Closures that are called for the contacts of some shapes: an object that a space holds, and that can
/// be removed from it. Stands for `cpCollisionHandler`.
///
/// ```swift
/// let bullets = space.addHandler(for: .pair(bullet, crate))
/// bullets.begin = { contact in contact.a.tag > 0 }
/// bullets.postSolve = { contact in
///   if contact.energy > 1e6 { try contact.space.remove(contact.bodyB) }
/// }
/// ```
///
/// All are called from within ``Space/step()`` and from nowhere else, with one exception: see
/// ``separate``. They may change anything, and what the step cannot bear waits for its end; a step within
/// them is refused. The first error that one throws comes out of the step, and nothing more is called in it
/// but each ``begin`` and ``separate``, so that no handler misses the other half of what it has counted.
///
/// For one contact the handlers for its pair of types are called first, then those for one type, then
/// those for all, each in the order of adding. Each is asked, whatever another one has answered.
/// The contacts of a step come in the order in which the C library finds them, which is the same in every
/// run; endings are sorted by the shapes' ids.
///
/// The closures are held by the handler, and the handler by its space: a closure that captures the space, or something
/// that holds it, keeps all of it for ever. Use ``Contact/space`` and ``ContactEvent/space`` instead, or capture weakly.
public final class CollisionHandler {
  /// Which contacts a handler is called for.
  public enum Target: Hashable, Sendable {
    /// Contacts of shapes of these two types; the contact's `a` is of the first.
    case pair(CollisionType, CollisionType)
    /// Contacts of shapes of this type with any others; the contact's `a` is of it. When both shapes
    /// are, it is called twice, once for each.
    case type(CollisionType)
    /// All contacts; the contact's `a` is the shape with the lower id.
    case all
  }

  /// Which contacts it is called for.
  public let target: Target

  /// The space that it was added to, or nil.
  public internal(set) var space: Space? {
    get { link?.space }
    set { link = newValue?.link }
  }

  private var link: SpaceLink?

  // An old closure is let go of when the new one is in place: what it holds may look at the handler as it goes.

  /// Called when two shapes begin to touch. The answer false lets them pass through each other until they
  /// separate, when ``separate`` is called all the same. Stands for `cpCollisionBeginFunc`.
  public var begin: ((borrowing Contact) throws -> Bool)? {
    didSet { withExtendedLifetime(oldValue) { space?.routeCalls() } }
  }

  /// Called in each step in which two shapes touch, before the contact is solved. It may change friction,
  /// restitution and surface velocity; the answer false ignores the contact in this step.
  /// Stands for `cpCollisionPreSolveFunc`.
  public var preSolve: ((borrowing Contact) throws -> Bool)? {
    didSet { withExtendedLifetime(oldValue) { space?.routeCalls() } }
  }

  /// Called in each step in which two shapes touch, after the contact was solved: impulse and energy are
  /// known. Not for sensors, contacts that are ignored, or those of bodies of which none is dynamic,
  /// nor in the step in which its bodies fall asleep.
  /// Stands for `cpCollisionPostSolveFunc`.
  public var postSolve: ((borrowing Contact) throws -> Void)? {
    didSet { withExtendedLifetime(oldValue) { space?.routeCalls() } }
  }

  /// Called at the end of the step in which two shapes have ceased to touch; at the start of the next one
  /// when they were removed, made sensors or given another type in between, or their body another one.
  /// Every beginning has one ending before it can begin again. A handler that was added while shapes touched
  /// hears of the ending alone.
  /// Stands for `cpCollisionSeparateFunc`.
  ///
  /// When the space itself goes, the contacts that there are end too: it is called while the space is
  /// being released, with shapes that are in no space any more; what it throws then is lost.
  public var separate: ((ContactEvent) throws -> Void)? {
    didSet { withExtendedLifetime(oldValue) { space?.routeCalls() } }
  }

  init(for target: Target) {
    self.target = target
  }
}

extension CollisionHandler.Target {
  /// The more special, the earlier.
  var rank: Int {
    switch self {
    case .pair: 0
    case .type: 1
    case .all: 2
    }
  }

  /// Whether a contact of shapes of two types is meant, and whether the other way round.
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
