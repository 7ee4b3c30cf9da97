internal import CChipmunk
internal import ChipmunkEngine

/// A world of bodies that move in fixed steps of simulated time. Wraps `cpSpace`.
///
/// ```swift
/// let space = try Space()
/// space.gravity = Vector(0, -1000)
/// let crate = try Body(mass: 100, moment: Geometry.box(width: 32, height: 32).moment(mass: 100))
/// try crate.addShape(.box(width: 32, height: 32), friction: 0.5, elasticity: 0.8)
/// try space.add(crate)
/// try space.step()
/// ```
///
/// Properties of spaces, bodies, shapes and constraints are assigned without `try`. If a value is
/// out of range, the property keeps its old value, and the next ``step()`` throws an error that
/// names the property, the value and the remedy. For a body or a constraint outside a space, adding
/// it throws that error.
///
/// The space retains what you add and releases it when you remove it. Spaces, bodies and shapes may
/// be released in any order. A space belongs to one thread at a time. It is not `Sendable`: build
/// it, then transfer it once. Different spaces may run on different threads at the same time.
///
/// ```swift
/// actor World {
///   private let space: Space
///   init(_ space: sending Space) { self.space = space }
///   func run(for ticks: Int) throws { for _ in 0..<ticks { try space.step() } }
/// }
/// let world = World(space)  // space, and what is in it, is the actor's alone from here on
/// ```
@safe
public final class Space {
  // Plain numbers that every step reads and writes are `@exclusivity(unchecked)`: each access is a single load or
  // store, so that two can never overlap, and the checks would cost more than everything a step does with them.

  /// The C space, with the engine's state behind it.
  let raw: UnsafeMutablePointer<cpSpace>

  /// Leads from bodies, constraints and snapshots back to the space.
  let link = SpaceLink()

  /// The fixed simulated time of one step, in seconds. It never changes: a step longer than the one
  /// before it would add energy to every contact.
  public let timeStep: Double

  /// What computes the steps.
  public let engine: Engine

  /// The number of steps taken.
  @safe @exclusivity(unchecked) public internal(set) var tick = 0

  /// The space's own static body, at the origin. Give it the shapes of walls and floors.
  public let ground: Body

  /// The bodies in the space, in the order in which they were added, without ``ground``.
  public internal(set) var bodies: [Body] = []

  /// The constraints in the space, in the order in which they were added.
  public internal(set) var constraints: [Constraint] = []

  /// The contacts that began or ended in the last step, sorted by kind, then by the shapes' ids.
  ///
  /// Contacts that ended before that step, for example because a shape was removed, come first: the
  /// same shapes may have begun to touch again since.
  @safe @exclusivity(unchecked) public internal(set) var contactEvents: [ContactEvent] = []

  /// The bodies that the speed limit slowed down in the last step. See ``speedLimit``.
  public internal(set) var limitedBodies: [Body] = []

  /// The bodies that diverged in the last step, and that the step stopped. See ``step()``.
  public internal(set) var divergedBodies: [Body] = []

  /// The constraints that broke in the last step, in the order of ``constraints``. See ``Constraint/breakForce``.
  public internal(set) var brokenConstraints: [Constraint] = []

  /// Whether a callback is running, so that changes wait for the end of the step.
  ///
  /// True inside handlers and body functions; false in work that runs after the step, and between
  /// steps. Replaces `cpSpaceIsLocked`.
  @safe @exclusivity(unchecked) public private(set) var isLocked = false

  /// The collision handlers, in the order in which they are called. See ``addHandler(for:)``.
  public internal(set) var handlers: [CollisionHandler] = [] { didSet { routeCalls() } }

  /// Whether the last step has added anything to ``contactEvents``, ``limitedBodies``, ``divergedBodies`` or
  /// ``brokenConstraints``.
  @safe @exclusivity(unchecked) package internal(set) var hasStepEvents = false

  /// The order of ``contactEvents``: an owner that gives the shapes tags may sort by them.
  package var eventOrder = ContactEvent.Order.ids

  /// What to do instead of stepping the space, or of adding and removing bodies, if an owner must keep its own list of
  /// bodies in line; nil for an independent space.
  package var managementRemedy: String?

  /// The most threads that a step with ``Engine/tiltbox`` may use, 1 at first, at most 64. The number changes no bit of
  /// what a step computes.
  ///
  /// Each step uses as many as have made steps quick lately: with few bodies one, and no more than there are processors. The
  /// threads sleep between steps, take no signals, and end with the space. Handlers and body functions are called on the
  /// thread that steps. ``Engine/chipmunk`` uses one.
  public var threads: Int {
    get { threadLimit }
    set { assign { try setThreads(newValue) } }
  }

  private var threadLimit = 1

  /// Sets the most threads that a step may use; throws ``PhysicsError/Code/outOfRange``. If `always`, each step uses all of
  /// them, for tests.
  package func setThreads(_ threads: Int, always: Bool = false) throws(PhysicsError) {
    try ParameterRange.threads.check(Double(threads))
    whenUnlocked { space in
      space.threadLimit = threads
      unsafe ceSpaceSetThreads(space.raw, Int32(threads), always)
    }
  }

  private(set) var isStepping = false
  /// Storage of ``gravityDeadBand`` and ``speedLimit``.
  var deadBand = 0.001
  @safe @exclusivity(unchecked) var speedBound: Double?
  /// Assignments rejected since the last step.
  package var ownRejectedAssignments: RejectedAssignments? {
    didSet { if ownRejectedAssignments != nil { hasDeferredWork = true } }
  }
  /// The number of shapes of all bodies that are in the space, or join it at the end of the current step.
  var shapeCount = 0
  /// Changes whenever bodies, shapes or constraints are added or removed, or the type or centre of a body changes.
  var generation = 0
  /// The id of the next body.
  var nextBody: UInt = 1
  var routes = HandlerRoutes([])
  var areRoutesStale = false
  /// The default handler that the C library gives each space, which does nothing.
  let silentHandler: cpCollisionHandler
  /// True if deferred work may be pending: awaited functions, moved bodies, changes made during a step, retired routes.
  var hasDeferredWork = false
  var retiredRoutes: [HandlerRoutes] = []
  // No closure is called while one of these is being modified.
  @safe @exclusivity(unchecked) var pendingEvents: [ContactEvent] = []
  /// Beginnings whose impulses are unknown until the step has been solved.
  @safe @exclusivity(unchecked) var pendingArbiters: [(event: Int, arbiter: Arbiter)] = []
  /// Endings of contacts that continuous collision may still resume within the step.
  @safe @exclusivity(unchecked) var pendingEndings: [(event: Int, arbiter: Arbiter)] = []
  @safe @exclusivity(unchecked) var sortedKeys: [(key: ContactEvent.Key, index: Int)] = []
  var deferred: [(Space) throws -> Void] = []
  @safe @exclusivity(unchecked) var callbackError: (any Error)?
  var movedBodies: [Body] = []
  var mayLimitBodies = false
  /// Whether a constraint may have a ``Constraint/breakForce``.
  var mayBreak = false
  var wakingGravity = Vector.zero
  var mustCheckConstraints = false
  var awaitedFunctions: [AwaitedFunction] = []

  /// Makes an empty space without gravity. Wraps `cpSpaceNew`.
  ///
  /// - Parameters:
  ///   - timeStep: the fixed simulated time of one step, in seconds, 1/120 at first.
  ///   - engine: what computes the steps.
  ///   - threads: the most threads that a step may use, from 1 to 64; see ``threads``.
  /// - Throws: ``PhysicsError/Code/outOfRange``.
  public init(
    timeStep: Double = 1.0 / 120,
    engine: Engine = .tiltbox,
    threads: Int = 1
  ) throws(PhysicsError) {
    try ParameterRange.timeStep.check(timeStep)
    try ParameterRange.threads.check(Double(threads))
    _ = Self.needsAbortHandler
    self.timeStep = timeStep
    self.engine = engine
    ground = .static()
    unsafe raw = ceSpaceNew(engine == .tiltbox)
    unsafe silentHandler = raw.pointee.defaultHandler
    unsafe raw.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    unsafe cpSpaceAddBody(raw, ground.raw)
    link.space = self
    ground.space = self
    listenForContacts()
    try setThreads(threads)
  }

  /// Prepares the library, once per process: suppresses its banner, and sets up recovery from collisions that it
  /// aborts. True if that needs a handler of SIGABRT.
  static let needsAbortHandler = ceInitialize()

  // Bodies may outlive the space. If all of them are awake, every contact is in the space's own memory; then the
  // remaining pointers to the space are cleared.
  deinit {
    link.space = nil
    let members = bodies + [ground]
    withTrees { for body in members { unsafe cpBodyActivate(body.raw) } }
    let endings = lastEndings()
    withTrees { unsafe ceSpaceFree(raw) }
    for body in members { body.forgetSpace() }
    for constraint in constraints { constraint.forgetSpace() }
    for ending in endings {
      callSeparate(ending)
      callbackError = nil
    }
  }

  /// Advances by one step of ``timeStep`` seconds: finds contacts, solves them and moves bodies; then applies the
  /// changes that callbacks requested. Wraps `cpSpaceStep` with ``Engine/chipmunk``, and replaces it otherwise.
  ///
  /// Only this method calls handlers and body functions. If one of them throws, the step completes
  /// as if there were none, and then this method throws the error.
  ///
  /// - Throws: ``PhysicsError/Code/stepping`` inside a callback; ``PhysicsError/Code/kept`` for the
  ///   space of a simulation; ``PhysicsError/Code/callback`` with the error that a callback threw,
  ///   or that error itself if it is a ``PhysicsError``; ``PhysicsError/Code/diverged`` if a body
  ///   diverged: the step has completed, the body was stopped in place, and the next step continues
  ///   from there; ``PhysicsError/Code/unsolvable`` for a constraint that became unsolvable through
  ///   changes in callbacks; ``PhysicsError/Code/closureMissing`` for a closure that a restored
  ///   space needs; the error of a rejected assignment since the last step;
  ///   ``PhysicsError/Code/stackTooSmall`` if shapes, or bodies that may sleep, are too many for
  ///   the thread's stack: then no step was taken.
  public func step() throws(PhysicsError) {
    try requireUnmanaged("the space is stepped by what it belongs to")
    try advance()
  }

  /// Takes a step, regardless of who manages the space.
  package func advance() throws(PhysicsError) {
    guard !isStepping else {
      throw PhysicsError(.stepping, "a step runs already", "step the space after it has ended")
    }
    if hasDeferredWork {
      try RejectedAssignments.throwAll(&ownRejectedAssignments)
      try checkAwaitedFunctions()
    }
    if mustCheckConstraints { try checkConstraints() }
    if areRoutesStale { updateRoutes() }
    try checkStackOfStep()
    isStepping = true
    defer { isStepping = false }
    if hasDeferredWork { forgetMovedBodies() }
    hasDeferredWork = false
    isLocked = true
    if hasStepEvents { forgetStepEvents() }
    // With tags, contacts that ended before the step are not apart from the others.
    if !pendingEvents.isEmpty, eventOrder == .ids { finishEvents() }
    unsafe ceSpaceStep(raw, timeStep)
    tick += 1
    finishContacts()
    isLocked = false
    try finishStep()
  }

  func forgetStepEvents() {
    // An object that only these lists hold is released with its closures and data after the lists are consistent again.
    var events: [ContactEvent] = []
    swap(&events, &contactEvents)
    let objects = (limitedBodies, divergedBodies, brokenConstraints)
    (limitedBodies, divergedBodies, brokenConstraints) = ([], [], [])
    hasStepEvents = false
    withExtendedLifetime(objects) {}
    events.removeAll(keepingCapacity: true)
    // The list keeps its capacity.
    if contactEvents.isEmpty { swap(&events, &contactEvents) }
  }

  /// The version of the C library, as in `7.0.3`. Wraps `cpVersionString`.
  public static let libraryVersion = unsafe String(cString: ceVersion())

  static func owner(of raw: UnsafeMutablePointer<cpSpace>) -> Space {
    unsafe Unmanaged<Space>.fromOpaque(raw.pointee.userData).takeUnretainedValue()
  }

  /// The same for calls made thousands of times in a step: the stepping space is retained already.
  @inline(__always)
  static func withOwner<Result>(
    of raw: UnsafeMutablePointer<cpSpace>,
    _ body: (Space) -> Result
  ) -> Result {
    unsafe Unmanaged<Space>.fromOpaque(raw.pointee.userData)._withUnsafeGuaranteedRef(body)
  }
}

/// What computes the steps of a space.
public enum Engine: String, CaseIterable, Hashable, Sendable {
  /// Tiltbox's own step, the default: each step is divided into substeps, in which contacts and joints act as stiff
  /// springs that are integrated implicitly.
  ///
  /// A stack of 50 crates stands, joints stay quiet, a free fall is exact, and shapes bounce at the time of their impact
  /// within the step. No body flies through a static or kinematic one, and no bullet through any: see ``Body/isBullet``.
  /// See ``Space/substeps`` for the accuracy.
  ///
  /// The order in which pairs reach the solver depends only on the bodies' states and the order of adding, so a
  /// ``Checkpoint`` changes nothing. Needs no stack.
  case tiltbox

  /// The C library's own step: its tree of bounding boxes, and ``Space/iterations`` of sequential impulses.
  ///
  /// It has the trajectories of the same calls in C, to the bit, and their weaknesses: a stack of 15 crates topples, a
  /// taut bridge never rests, a heavy ball on a chain of light links tears it, and fast bodies fly through others.
  ///
  /// The order of pairs depends on the tree's history, so taking a checkpoint also rebuilds the tree of the running
  /// space.
  case chipmunk
}

/// Leads from objects in a space back to it; nil after the space is freed.
///
/// A weak reference would do the same, but from then on each retain and release of the space would take several times
/// as long, and a tick of a few bodies does dozens.
@safe
final class SpaceLink {
  // The space clears this before it releases anything else.
  @safe unowned(unsafe) var space: Space?
}

// Settings of the whole space.
extension Space {
  /// The acceleration of every dynamic body, in units/s². Wraps `cpSpaceGetGravity`.
  ///
  /// Setting it wakes every sleeping body, unless the change since the last wake-up is below
  /// ``gravityDeadBand``: bodies can sleep under a phone that lies still. `cpSpaceSetGravity` wakes
  /// only half of the sleeping groups.
  public var gravity: Vector {
    get { unsafe Vector(cpSpaceGetGravity(raw)) }
    set { assign { try setGravity(newValue) } }
  }

  /// The number of solver iterations in a step with ``Engine/chipmunk``; 10 by default. ``Engine/tiltbox`` has
  /// ``substeps`` instead. Wraps `cpSpaceGetIterations`.
  public var iterations: Int {
    get { unsafe Int(cpSpaceGetIterations(raw)) }
    set {
      assign(Double(newValue), .iterations) { unsafe cpSpaceSetIterations(raw, Int32(newValue)) }
    }
  }

  /// The number of substeps in each step with ``Engine/tiltbox``, from 1 to 64; 0, the default, gives each group of
  /// touching or joined bodies as many as it needs: 4, or more for a tower or a heavy body on light joints.
  ///
  /// More substeps are slower, and make contacts and joints stiffer. ``Engine/chipmunk`` has none.
  public var substeps: Int {
    get { unsafe Int(ceSpaceSubsteps(raw)) }
    set { assign(Double(newValue), .substeps) { unsafe ceSpaceSetSubsteps(raw, Int32(newValue)) } }
  }

  /// The fraction of its velocity that a body keeps over a second; 1, no damping, by default. Wraps
  /// `cpSpaceGetDamping`.
  public var damping: Double {
    get { unsafe cpSpaceGetDamping(raw) }
    set { assign(newValue, .damping) { unsafe cpSpaceSetDamping(raw, newValue) } }
  }

  /// The penetration that the solver tolerates with ``Engine/chipmunk``, in units; 0.1 by default. It is an absolute
  /// length: lower it if bodies are small. Wraps `cpSpaceGetCollisionSlop`.
  ///
  /// With ``Engine/tiltbox``, it limits only the overlap of a fast body at the time of its impact.
  public var collisionSlop: Double {
    get { unsafe cpSpaceGetCollisionSlop(raw) }
    set { assign(newValue, .collisionSlop) { unsafe cpSpaceSetCollisionSlop(raw, newValue) } }
  }

  /// The fraction of a penetration that remains after a second with ``Engine/chipmunk``; 0.9⁶⁰ by default. It has no
  /// effect with ``Engine/tiltbox``. Wraps `cpSpaceGetCollisionBias`.
  public var collisionBias: Double {
    get { unsafe cpSpaceGetCollisionBias(raw) }
    set { assign(newValue, .collisionBias) { unsafe cpSpaceSetCollisionBias(raw, newValue) } }
  }

  /// The number of steps for which an ended contact keeps its impulses; 3 by default. Wraps
  /// `cpSpaceGetCollisionPersistence`.
  ///
  /// With ``Engine/chipmunk``, a contact that begins again within them counts its former impulses once more, in its
  /// impulse and energy, in that step. With 1 it does not.
  public var collisionPersistence: Int {
    get { unsafe Int(cpSpaceGetCollisionPersistence(raw)) }
    set {
      assign(Double(newValue), .collisionPersistence) {
        whenUnlocked { space in
          unsafe cpSpaceSetCollisionPersistence(space.raw, cpTimestamp(newValue))
        }
      }
    }
  }

  /// Sets gravity, in units/s², and wakes every sleeping body, unless the change since the last wake-up is below
  /// ``gravityDeadBand``. The new value takes effect in any case.
  ///
  /// Replaces `cpSpaceSetGravity`, which wakes only half of the sleeping groups.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``. Complexity: O(1); O(*bodies*) if it wakes them.
  package func setGravity(_ gravity: Vector) throws(PhysicsError) {
    try ParameterRange.gravity.check(gravity)
    // Not `whenUnlocked`: this is called in every tick, and would allocate a closure each time.
    guard isLocked else { return turn(gravity) }
    putOff { space in space.turn(gravity) }
  }

  private func turn(_ gravity: Vector) {
    unsafe raw.pointee.gravity = gravity.c
    let change = (gravity - wakingGravity).length
    let scale = max(gravity.length, wakingGravity.length)
    guard change > deadBand * scale else { return }
    wakingGravity = gravity
    wakeAll()
  }

  /// The relative change of gravity that wakes no body; 0.001 by default.
  public var gravityDeadBand: Double {
    get { deadBand }
    set { assign(newValue, .gravityDeadBand) { deadBand = newValue } }
  }
}
