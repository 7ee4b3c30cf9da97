internal import CChipmunk
internal import ChipmunkEngine

/// How a body takes part in the physics. Mirrors `cpBodyType`.
public enum BodyType: String, Hashable, Sendable, CaseIterable {
  /// Moved by forces, gravity and contacts.
  case dynamic
  /// Moved only by the velocity that you set. It pushes other bodies, and no body pushes it.
  case kinematic
  /// Does not move: a floor, a wall.
  case `static`
}

/// A rigid body: a mass and the shapes that it consists of. Wraps `cpBody`.
///
/// A body lives as long as something retains it; a ``Space`` retains its bodies, and a body owns
/// its shapes. Each change is checked before it is applied, and wakes the body. Methods throw a
/// ``PhysicsError``; if an assigned value is invalid, the next ``Space/step()`` throws.
///
/// During a step, in a callback, changes to a sleeping or static body, and changes of a body's
/// type, centre of gravity or shapes, wait for the end of the step.
@safe
public final class Body {
  let raw: UnsafeMutablePointer<cpBody>

  /// The shapes of the body, in the order in which they were added.
  public internal(set) var shapes: [Shape] = []

  /// The space that the body was added to, or nil.
  public internal(set) var space: Space? {
    get { link?.space }
    set { link = newValue?.link }
  }

  private var link: SpaceLink?

  /// The body's number in its space, from 1 in the order in which bodies were added; never reused.
  /// It is 0 for a space's own ``Space/ground``, and for a body that has never been in a space.
  public internal(set) var id: UInt {
    get { unsafe number }
    set { unsafe number = newValue }
  }

  // Never accessed while other code runs: checking exclusivity would cost more than bulk access itself.
  @exclusivity(unchecked) private var number: UInt = 0

  var links: [Link] = []

  /// A function that replaces the library's update of the velocities in every step; nil by default.
  /// A function that is set within a step acts from the next step on at the latest. See ``VelocityUpdate``.
  public var velocityFunction: VelocityFunction? {
    get { functions.velocity }
    set {
      let old = functions
      functions.velocity = newValue
      withExtendedLifetime(old) { installVelocityFunction() }
    }
  }

  /// A function that replaces the library's update of the position in every step; nil by default.
  /// A function that is set within a step acts from the next step on at the latest. See ``PositionUpdate``.
  public var positionFunction: PositionFunction? {
    get { functions.position }
    set {
      let old = functions
      functions.position = newValue
      withExtendedLifetime(old) { installPositionFunction() }
    }
  }

  // The old functions are released after the new ones are in place: their deinitializers may read the body.
  private var functions = BodyUpdateCallbacks()

  /// Storage of ``speedLimit``.
  var speedBound: Double?
  /// Assignments rejected while the body was in no space.
  var rejectedAssignments: RejectedAssignments?

  /// Whether dynamic bodies stop this body too if it is fast; static and kinematic bodies always
  /// do.
  ///
  /// If a bullet would pass through another body within one step, it is placed where the two first
  /// touch, so that the step finds a contact. A small fast body that is not a bullet may pass
  /// through another dynamic body.
  public var isBullet: Bool {
    get { unsafe ceBodyIsBullet(raw) }
    set { unsafe ceBodySetBullet(raw, newValue) }
  }

  /// The mass and moment that a body with its own mass gets back when it becomes dynamic again.
  var ownMass: (mass: Double, moment: Double)?
  /// The number of type changes that wait for the end of a step, and the type of the last one.
  var typeChanges: Int32 = 0
  var comingType: BodyType?
  /// Whether the shapes have moved since the space's index was updated.
  var hasMoved = false

  /// Whether mass, moment and centre of gravity are those of the shapes: see ``dynamic()``.
  public let isMassFromShapes: Bool

  /// A user-defined number, which checkpoints keep.
  public var tag = 0

  /// User-defined data, such as your game's object. It must not retain the body. Checkpoints do not
  /// keep it.
  public var userData: Any?

  /// Makes a dynamic body. Wraps `cpBodyNew`.
  ///
  /// - Parameters:
  ///   - mass: the mass, in kg; see `ParameterRange.mass`.
  ///   - moment: the moment of inertia about the centre of gravity, in kg·units², as
  ///     ``Geometry/moment(mass:)`` computes it; infinity for a body that never rotates.
  /// - Throws: ``PhysicsError/Code/outOfRange``.
  public init(mass: Double, moment: Double) throws(PhysicsError) {
    try ParameterRange.mass.check(mass)
    try ParameterRange.moment.check(moment)
    unsafe raw = ceBodyNew(mass, moment)
    isMassFromShapes = false
    ownMass = (mass, moment)
    adopt()
  }

  private init(owning raw: UnsafeMutablePointer<cpBody>, isMassFromShapes: Bool = false) {
    unsafe self.raw = raw
    self.isMassFromShapes = isMassFromShapes
    adopt()
  }

  private func adopt() {
    unsafe raw.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  /// Makes a dynamic body whose mass, moment and centre of gravity are those of its shapes.
  ///
  /// ```swift
  /// let hammer = Body.dynamic()
  /// try hammer.addShape(.box(width: 4, height: 60), density: 0.1)
  /// try hammer.addShape(.box(width: 30, height: 12, center: Vector(0, 30)), density: 1)
  /// ```
  ///
  /// Before you add it to a space, give it a shape with a mass. Wraps `cpBodyNew`.
  public static func dynamic() -> Body {
    unsafe Body(owning: ceBodyNew(0, 0), isMassFromShapes: true)
  }

  /// Makes a kinematic body. Wraps `cpBodyNewKinematic`.
  public static func kinematic() -> Body {
    unsafe Body(owning: ceBodyNewOfType(CP_BODY_TYPE_KINEMATIC))
  }

  /// Makes a static body. Wraps `cpBodyNewStatic`.
  public static func `static`() -> Body {
    unsafe Body(owning: ceBodyNewOfType(CP_BODY_TYPE_STATIC))
  }

  deinit {
    for shape in shapes { shape.body = nil }
    unsafe cpBodyFree(raw)
  }

  /// How the body takes part in the physics. Wraps `cpBodyGetType`.
  public var type: BodyType { comingType ?? currentType }

  /// The type in the C library: ``type``, unless a change waits for the end of the step.
  var currentType: BodyType {
    switch unsafe cpBodyGetType(raw) {
    case CP_BODY_TYPE_DYNAMIC: .dynamic
    case CP_BODY_TYPE_KINEMATIC: .kinematic
    default: .static
    }
  }

  /// Whether the body sleeps: steps skip it until something wakes it. Wraps `cpBodyIsSleeping`.
  public var isSleeping: Bool { unsafe cpBodyIsSleeping(raw) != 0 }
}

extension Body {
  /// Wakes the body and the bodies that sleep with it. Does nothing if it is awake. Wraps
  /// `cpBodyActivate`.
  public func wake() {
    change { body in unsafe cpBodyActivate(body.raw) }
  }

  /// Throws unless the body is of a type to which a call applies.
  func require(_ type: BodyType, _ what: String) throws(PhysicsError) {
    guard self.type != type else { return }
    throw PhysicsError(
      .wrongBodyType,
      "a \(self.type) body has no use for \(what)",
      "use a \(type) body"
    )
  }

  /// The space whose C lists contain the body; this may be the one that it is leaving.
  var attachedSpace: Space? {
    guard let space = unsafe raw.pointee.space else { return nil }
    return unsafe Space.owner(of: space)
  }

  /// Performs a change that may wake the body or move its shapes in the index. If the C library would abort, or a
  /// change of type is pending, this happens at the end of the step; otherwise at once.
  func change(_ change: @escaping (Body) -> Void) {
    guard let space = attachedSpace else { return change(self) }
    let movesInTree = isSleeping || currentType == .static
    if comingType != nil || space.isLocked && (movesInTree || hasDiverged) {
      space.putOff { space in space.withTrees { change(self) } }
    } else if movesInTree {
      space.withTrees { change(self) }
    } else {
      change(self)
    }
  }

  /// Whether the body's numbers have left all bounds in the current step; the end of the step stops such a body.
  private var hasDiverged: Bool { unsafe !Space.isInBounds(raw, .infinity) }

  /// Performs a change that is not possible during a step: at once, or at the end of the step.
  func changeWhenUnlocked(_ change: @escaping (Body) -> Void) {
    guard let space = attachedSpace else { return change(self) }
    space.whenUnlocked { _ in change(self) }
  }

  static func owner(of raw: UnsafeMutablePointer<cpBody>) -> Body {
    unsafe Unmanaged<Body>.fromOpaque(raw.pointee.userData).takeUnretainedValue()
  }
}
