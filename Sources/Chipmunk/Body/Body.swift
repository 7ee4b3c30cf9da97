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

  // Never accessed while other code runs: checking exclusivity would cost more than bulk access itself.
  /// The body's number in its space, from 1 in the order in which bodies were added; never reused.
  /// It is 0 for a space's own ``Space/ground``, and for a body that has never been in a space.
  @safe @exclusivity(unchecked) public internal(set) var id: UInt = 0

  var links: [Link] = []

  /// A function that replaces the library's update of the velocities in every step; nil by default.
  /// A function that is set within a step acts from the next step on at the latest. It does not wake a sleeping body,
  /// for which it is not called: see ``wake()``. See ``VelocityUpdate``.
  public var velocityFunction: VelocityFunction? {
    get { functions?.velocity }
    set {
      let old = functions
      functions = BodyUpdateCallbacks(velocity: newValue, position: positionFunction)
      withExtendedLifetime(old) { installVelocityFunction() }
    }
  }

  /// A function that replaces the library's update of the position in every step; nil by default.
  /// A function that is set within a step acts from the next step on at the latest. Like ``velocityFunction``, it does
  /// not wake a sleeping body. See ``PositionUpdate``.
  public var positionFunction: PositionFunction? {
    get { functions?.position }
    set {
      let old = functions
      functions = BodyUpdateCallbacks(velocity: velocityFunction, position: newValue)
      withExtendedLifetime(old) { installPositionFunction() }
    }
  }

  // The old functions are released after the new ones are in place: their deinitializers may read the body.
  private var functions: BodyUpdateCallbacks?

  /// Storage of ``speedLimit``.
  var speedBound: Double?
  /// Assignments rejected while the body was in no space.
  package var ownRejectedAssignments: RejectedAssignments?

  /// Whether dynamic bodies stop this body too if it is fast; static and kinematic bodies always
  /// do.
  ///
  /// If a bullet would pass through another body within one step, it is placed where the two first
  /// touch, so that the step finds a contact. A small fast body that is not a bullet may pass
  /// through another dynamic body. With ``Engine/chipmunk``, it may pass through any body.
  public var isBullet: Bool {
    get { response.isBullet }
    set { response.isBullet = newValue }
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
  ///   - mass: the mass, in kg, from 1e-100 to 1e12.
  ///   - moment: the moment of inertia about the centre of gravity, in kg·units², as
  ///     ``Geometry/moment(mass:)`` computes it; infinity for a body that never rotates.
  /// - Throws: ``PhysicsError/Code/outOfRange``.
  public init(mass: Double, moment: Double) throws(PhysicsError) {
    try ParameterRange.mass.check(mass)
    try ParameterRange.moment.check(moment)
    unsafe raw = ceBodyNew(CP_BODY_TYPE_DYNAMIC, mass, moment)
    isMassFromShapes = false
    ownMass = (mass, moment)
    adopt()
  }

  private init(owning raw: UnsafeMutablePointer<cpBody>, isMassFromShapes: Bool = false) {
    unsafe self.raw = raw
    self.isMassFromShapes = isMassFromShapes
    adopt()
  }

  private func adopt() { unsafe raw.pointee.userData = Unmanaged.passUnretained(self).toOpaque() }

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
    unsafe Body(owning: ceBodyNew(CP_BODY_TYPE_DYNAMIC, 0, 0), isMassFromShapes: true)
  }

  /// Makes a kinematic body. Wraps `cpBodyNewKinematic`.
  public static func kinematic() -> Body {
    unsafe Body(owning: ceBodyNew(CP_BODY_TYPE_KINEMATIC, 0, 0))
  }

  /// Makes a static body. Wraps `cpBodyNewStatic`.
  public static func `static`() -> Body {
    unsafe Body(owning: ceBodyNew(CP_BODY_TYPE_STATIC, 0, 0))
  }

  deinit {
    for shape in shapes { shape.body = nil }
    unsafe ceBodyFree(raw)
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
  /// Wakes the body and the bodies that sleep with it. If it is awake, the time after which it may
  /// fall asleep starts anew. Wraps `cpBodyActivate`.
  public func wake() { change { body in unsafe cpBodyActivate(body.raw) } }

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

/// The position and motion of a body at one tick.
public struct BodyState: Hashable, Sendable, Codable {
  /// The position of the body's origin, in units.
  public var position: Vector
  /// The angle, in radians, counterclockwise, not reduced to a turn.
  public var angle: Double
  /// The velocity of the centre of gravity, in units/s.
  public var velocity: Vector
  /// The angular velocity, in rad/s.
  public var angularVelocity: Double

  /// Makes a state; every number is 0 by default.
  @inlinable
  public init(
    position: Vector = .zero,
    angle: Double = 0,
    velocity: Vector = .zero,
    angularVelocity: Double = 0
  ) {
    self.position = position
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
  }
}

// Changes of a body's type: for example a crate that is picked up, or a wall that breaks loose.
extension Body {
  /// Changes the type of the body, and wakes it and all bodies that it touches. During a step it
  /// takes effect at the end of the step. Wraps `cpBodySetType`.
  ///
  /// The body keeps its position. It loses its forces and, unless it becomes dynamic, its
  /// velocities. Its contacts end; those that continue begin again in the next step.
  ///
  /// - Parameters:
  ///   - type: the new type.
  ///   - mass: for a dynamic body its mass, in kg; if nil, that of the last time it was dynamic.
  ///   - moment: its moment of inertia, in kg·units²; if nil, that of the last time.
  /// - Throws: ``PhysicsError/Code/ground`` for a space's ground;
  ///   ``PhysicsError/Code/wrongBodyType`` for a mass if the type is not dynamic;
  ///   ``PhysicsError/Code/wrongMassSource`` for a mass if the body has that of its shapes;
  ///   ``PhysicsError/Code/noMass`` if it never had one; ``PhysicsError/Code/outOfRange``;
  ///   ``PhysicsError/Code/unsolvable`` if a constraint could not be solved with it.
  public func setType(
    _ type: BodyType,
    mass: Double? = nil,
    moment: Double? = nil
  ) throws(PhysicsError) {
    guard space?.ground !== self, attachedSpace?.ground !== self else {
      throw PhysicsError(
        .ground,
        "the ground body of a space stays static",
        "make a static body of your own"
      )
    }
    if type == .dynamic {
      let coming = try massProperties(mass, moment)
      try checkConstraints(with: coming)
      if !isMassFromShapes { ownMass = (coming.mass, coming.moment) }
    } else {
      guard mass == nil, moment == nil else {
        throw PhysicsError(
          .wrongBodyType,
          "a \(type) body has no use for a mass",
          "leave mass and moment out"
        )
      }
      try checkConstraints(with: .immovable)
    }
    comingType = type
    typeChanges += 1
    changeWhenUnlocked { $0.become(type) }
  }

  /// The mass properties of the body once it is dynamic.
  private func massProperties(
    _ mass: Double?,
    _ moment: Double?
  ) throws(PhysicsError) -> MassProperties {
    if isMassFromShapes {
      guard mass == nil, moment == nil else { throw .massIsFromShapes }
      let sum = massOfShapes()
      guard sum.mass > 0 || space == nil else { throw .noMass }
      return sum
    }
    guard let mass = mass ?? ownMass?.mass, let moment = moment ?? ownMass?.moment else {
      throw .noMass
    }
    try ParameterRange.mass.check(mass)
    try ParameterRange.moment.check(moment)
    return properties(mass: mass, moment: moment)
  }

  private func become(_ type: BodyType) {
    typeChanges -= 1
    if typeChanges == 0 { comingType = nil }
    if currentType != type {
      endContacts()
      let center = centerOfGravity
      // Each shape moves to the other index at its current place.
      for shape in shapes where unsafe shape.raw.pointee.space != nil {
        unsafe ceShapeUpdate(shape.raw)
      }
      space?.generation += 1
      unsafe cpBodySetType(raw, type.c)
      if space?.engine == .tiltbox { setTransform() }
      // Forces of an earlier dynamic phase would act again.
      unsafe raw.pointee.f = cpVect()
      unsafe raw.pointee.t = 0
      unsafe raw.pointee.v_bias = cpVect()
      unsafe raw.pointee.w_bias = 0
      set(center: center)
      noteMotion()
      wakeSleepers()
    }
    guard type == .dynamic else { return }
    if isMassFromShapes {
      set(massOfShapes())
    } else if let ownMass {
      set(properties(mass: ownMass.mass, moment: ownMass.moment))
    }
  }

  /// Ends all contacts of the body, and wakes the bodies on both sides of each.
  private func endContacts() {
    guard let space = attachedSpace else { return }
    unsafe cpBodyActivate(raw)
    wakeSleepers()
    for shape in shapes { space.endContacts(of: shape) }
  }
}

extension BodyType {
  var c: cpBodyType {
    switch self {
    case .dynamic: CP_BODY_TYPE_DYNAMIC
    case .kinematic: CP_BODY_TYPE_KINEMATIC
    case .static: CP_BODY_TYPE_STATIC
    }
  }
}

// A body's shapes.
extension Body {
  /// Adds a shape to the body and to the body's space, if it is in one; during a step, at the end
  /// of the step. Wraps `cpCircleShapeNew`, `cpSegmentShapeNew`, `cpBoxShapeNew` or
  /// `cpPolyShapeNewRaw`, and `cpSpaceAddShape`.
  ///
  /// The shape has no mass, so the body's mass and moment do not change. For a shape with a mass,
  /// see ``addShape(_:mass:friction:elasticity:)``.
  ///
  /// - Parameters:
  ///   - geometry: the form, in the body's own coordinates.
  ///   - friction: the friction coefficient.
  ///   - elasticity: the elasticity.
  /// - Returns: the new shape.
  /// - Throws: ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/stackTooSmall`` as ``Space/add(_:)-(Body)``.
  @discardableResult
  public func addShape(
    _ geometry: Geometry,
    friction: Double = 0,
    elasticity: Double = 0
  ) throws(PhysicsError) -> Shape {
    let shape = try makeShape(geometry, friction: friction, elasticity: elasticity)
    shapes.append(shape)
    join(shape)
    return shape
  }

  /// Adds a shape of the body to the body's space.
  func join(_ shape: Shape) {
    space?.shapeCount += 1
    space?.whenUnlocked { $0.attach(shape, of: self) }
  }

  func makeShape(
    _ geometry: Geometry,
    friction: Double,
    elasticity: Double
  ) throws(PhysicsError) -> Shape {
    try ParameterRange.friction.check(friction)
    try ParameterRange.elasticity.check(elasticity)
    try space?.checkStack(adding: 1)
    let shape = try Shape(geometry, of: self)
    unsafe shape.raw.pointee.e = elasticity
    unsafe shape.raw.pointee.u = friction
    return shape
  }

  /// Removes a shape from the body and its space, and detaches it. Wraps `cpSpaceRemoveShape`.
  ///
  /// Throws ``PhysicsError/Code/detached`` for a shape of another body;
  /// ``PhysicsError/Code/noMass`` for the last shape with a mass of a dynamic body in a space.
  /// Complexity: O(*contacts*) in a space.
  public func removeShape(_ shape: Shape) throws(PhysicsError) {
    guard let index = shapes.firstIndex(where: { $0 === shape }) else {
      throw PhysicsError(
        .detached,
        "the shape is not a part of this body",
        "remove it from its own body"
      )
    }
    if shape.ownMass > 0 { try check(massOfShapes(without: shape)) }
    shapes.remove(at: index)
    space?.shapeCount -= 1
    shape.body = nil
    if shape.ownMass > 0 { takeMassOfShapes() }
    // A running step may still compute with the shape: the closure keeps both alive until it has ended.
    attachedSpace?.whenUnlocked { $0.detach(shape, of: self) }
  }
}

extension Body {
  /// Makes a dynamic body of one shape, with the shape's moment of inertia about the body's origin.
  ///
  /// The origin is the centre of gravity, also of a shape beside it; ``dynamic()`` makes a body with the shape's own.
  ///
  /// ```swift
  /// let ball = try Body(mass: 2, shape: .circle(radius: 10), friction: 0.5)
  /// ```
  ///
  /// - Parameters:
  ///   - mass: the mass, in kg.
  ///   - shape: the form, in the body's own coordinates.
  ///   - friction: the friction coefficient.
  ///   - elasticity: the elasticity.
  /// - Throws: ``PhysicsError/Code/outOfRange``.
  public convenience init(
    mass: Double,
    shape: Geometry,
    friction: Double = 0,
    elasticity: Double = 0
  ) throws(PhysicsError) {
    try self.init(mass: mass, moment: shape.moment(mass: mass))
    try addShape(shape, friction: friction, elasticity: elasticity)
  }
}
