internal import CChipmunk

/// How a body takes part in the physics. Mirrors `cpBodyType`.
public enum BodyType: String, Hashable, Sendable, CaseIterable {
  /// Moved by forces, gravity and contacts.
  case dynamic
  /// Moved by its velocity alone, which only its owner sets; pushes others, is pushed by none.
  case kinematic
  /// Never moves by itself: a floor, a wall.
  case `static`
}

/// A rigid body: a mass that moves, and the shapes that it is made of. Wraps `cpBody`.
///
/// A body lives as long as somebody holds it; a ``Space`` holds the bodies that were added to it.
/// It owns its shapes. Everything that changes a body checks its numbers and throws a
/// ``PhysicsError`` before anything has changed.
///
/// During a step (in a callback) a change to a sleeping or static body waits for the step's end.
@safe
public final class Body {
  let raw: UnsafeMutablePointer<cpBody>

  /// The shapes that the body is made of, in the order in which they were added.
  public internal(set) var shapes: [Shape] = []

  /// The space that the body was added to, or nil.
  public internal(set) weak var space: Space?

  var links: [Link] = []

  /// A number of the caller's own, by which a body that comes out of an event can be recognised.
  public var tag = 0

  /// Makes a dynamic body. Wraps `cpBodyNew`.
  ///
  /// - Parameters:
  ///   - mass: the mass, in kg; see ``Quantity/mass``.
  ///   - moment: the moment of inertia about the centre of gravity, in kg·units², as
  ///     ``Geometry/moment(mass:)`` computes it; infinity is a body that never turns.
  /// - Throws: ``PhysicsError/Code/outOfRange``.
  public init(mass: Double, moment: Double) throws(PhysicsError) {
    try Quantity.mass.check(mass)
    try Quantity.moment.check(moment)
    unsafe raw = cpBodyNew(mass, moment)
    adopt()
  }

  private init(owning raw: UnsafeMutablePointer<cpBody>) {
    unsafe self.raw = raw
    adopt()
  }

  private func adopt() {
    unsafe raw.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  /// Makes a kinematic body. Wraps `cpBodyNewKinematic`.
  public static func kinematic() -> Body { unsafe Body(owning: cpBodyNewKinematic()) }

  /// Makes a static body. Wraps `cpBodyNewStatic`.
  public static func `static`() -> Body { unsafe Body(owning: cpBodyNewStatic()) }

  deinit {
    unsafe cpBodyFree(raw)
  }

  /// How the body takes part in the physics. Wraps `cpBodyGetType`.
  public var type: BodyType {
    switch unsafe cpBodyGetType(raw) {
    case CP_BODY_TYPE_DYNAMIC: .dynamic
    case CP_BODY_TYPE_KINEMATIC: .kinematic
    default: .static
    }
  }

  /// The mass, in kg; infinite unless the body is dynamic. Wraps `cpBodyGetMass`.
  public var mass: Double { unsafe cpBodyGetMass(raw) }

  /// The moment of inertia, in kg·units². Wraps `cpBodyGetMoment`.
  public var moment: Double { unsafe cpBodyGetMoment(raw) }

  /// Whether the body sleeps: it is left out of the computation until something wakes it.
  /// Wraps `cpBodyIsSleeping`.
  public var isSleeping: Bool { unsafe cpBodyIsSleeping(raw) != 0 }

  /// Sets the mass of a dynamic body, in kg, and wakes it. Wraps `cpBodySetMass`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, ``PhysicsError/Code/wrongBodyType``, or
  /// ``PhysicsError/Code/unsolvable`` where a constraint could not be solved any more.
  public func setMass(_ mass: Double) throws(PhysicsError) {
    try require(.dynamic, "a mass")
    try Quantity.mass.check(mass)
    try checkConstraints(with: Inertia(mass: mass, moment: moment))
    change { body in unsafe cpBodySetMass(body.raw, mass) }
  }

  /// Sets the moment of inertia of a dynamic body, in kg·units², and wakes it.
  /// Wraps `cpBodySetMoment`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, ``PhysicsError/Code/wrongBodyType``, or
  /// ``PhysicsError/Code/unsolvable`` where a constraint could not be solved any more.
  public func setMoment(_ moment: Double) throws(PhysicsError) {
    try require(.dynamic, "a moment")
    try Quantity.moment.check(moment)
    try checkConstraints(with: Inertia(mass: mass, moment: moment))
    change { body in unsafe cpBodySetMoment(body.raw, moment) }
  }
}

extension Body {
  /// Wakes the body and all that sleeps with it. Wraps `cpBodyActivate`. No use, and no harm, on a
  /// body that is awake.
  public func wake() {
    change { body in unsafe cpBodyActivate(body.raw) }
  }

  /// Throws unless the body is of a type that has a use for what is asked.
  func require(_ type: BodyType, _ what: String) throws(PhysicsError) {
    guard self.type != type else { return }
    throw PhysicsError(
      .wrongBodyType,
      "a \(self.type) body has no use for \(what)",
      "use a \(type) body"
    )
  }

  /// The space whose C lists the body is in: at times still the one that it is leaving.
  var attachedSpace: Space? {
    guard let space = unsafe raw.pointee.space else { return nil }
    return unsafe Space.owner(of: space)
  }

  /// Carries out a change that may wake the body or move its shapes in the index: now, or at the end
  /// of the step where the C library would abort.
  func change(_ change: @escaping (Body) -> Void) {
    guard let space = attachedSpace, space.isLocked, isSleeping || type == .static else {
      return change(self)
    }
    space.afterStep { change(self) }
  }

  static func owner(of raw: UnsafeMutablePointer<cpBody>) -> Body {
    unsafe Unmanaged<Body>.fromOpaque(raw.pointee.userData).takeUnretainedValue()
  }
}
