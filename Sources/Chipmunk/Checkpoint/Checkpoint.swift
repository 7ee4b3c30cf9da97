internal import TiltboxJSON

/// The complete state of a space at one tick, as a value: made by ``Space/checkpoint()``, and turned into a space again
/// by ``Space/init(restoring:)``.
///
/// ```swift
/// let text = try space.checkpoint().text          // to a file, a journal, another process
/// let twin = try Space(restoring: Checkpoint(text))
/// ```
///
/// The running space and a restored one, in this process or in another one on the same machine with the same libraries,
/// have the same bits from then on, as long as both receive the same calls: all motion, contacts, sleep and constraints
/// agree. Contacts and constraints keep the impulses from which the solver starts.
///
/// With ``Engine/tiltbox``, taking a checkpoint changes nothing. With ``Engine/chipmunk``, it is part of the run's
/// history: the space itself also continues from the checkpoint.
///
/// A checkpoint holds the bodies in the space, their shapes, the constraints, all settings, and the contacts. It does
/// not hold closures, handlers, ``Space/threads``, or the lists of the previous step (``Space/contactEvents`` and the
/// like are empty at first). The restored space has its bodies, their shapes and its constraints in the same order, so
/// that you can attach closures again. If a body or a constraint had a closure, the space does not step until it has
/// one again.
///
/// It is `Codable` as a value of records; its ``text`` is JSON on one line, with a ``version``. Everything read is
/// checked, number by number and as a whole: see ``PhysicsError/Code/damaged``.
public struct Checkpoint: Hashable, Sendable {
  /// The version of the format of the text and of the encoded form.
  public static let version = 2

  /// The number of steps taken by the space.
  public internal(set) var tick = 0

  /// The fixed simulated time of one step, in seconds.
  public internal(set) var timeStep = 1.0

  /// What computes the steps.
  public internal(set) var engine = Engine.tiltbox

  /// How many bodies there are.
  public var bodyCount: Int { bodies.count }

  var settings = SettingsRecord()
  /// The id of the next shape.
  var nextShape: UInt = 0
  /// The bodies' ids, and the next id; empty and 0 if ids count from 1 without gaps.
  var bodyIDs: [Int] = []
  var nextBody: UInt = 0
  var ground = BodyRecord()
  var bodies: [BodyRecord] = []
  var constraints: [ConstraintRecord] = []
  /// The indices of the awake bodies, in the library's order.
  var awake: [Int] = []
  /// The indices of the bodies of each sleeping group, from its root.
  var asleep: [[Int]] = []
  /// The indices of the active constraints, in solving order.
  var acting: [Int] = []
  /// The contacts solved by the last step, in its order.
  var contacts: [ContactRecord] = []
  /// The contacts among sleeping bodies.
  var sleepingContacts: [ContactRecord] = []
  /// The pairs without a solved contact: of sensors, ignored ones, and ended ones.
  var otherContacts: [ContactRecord] = []
  /// The library's lists of a body's contacts that are not simply the reverse of the contacts above: the body's index,
  /// -1 for the ground, then the places of its contacts, sleeping ones first.
  var threads: [[Int]] = []
  var endings: [EndingRecord] = []
  /// The shapes of endings that are no longer in the space.
  var departed: [ShapeRecord] = []

  /// The checkpoint of an empty space with the weakest settings.
  package init() {}
}

extension Checkpoint {
  /// The largest whole number in a checkpoint.
  static let greatestCount: UInt = 1 << 53

  /// Reads a checkpoint's text.
  ///
  /// Throws ``PhysicsError/Code/damaged``, which names the field, or the byte where the text is no JSON.
  /// Complexity: O(*text*).
  public init(_ text: String) throws(PhysicsError) {
    let json: JSON
    do {
      json = try JSON(parsing: Array(text.utf8)[...])
    } catch {
      throw .changed("the checkpoint's text is wrong at byte \(error.offset): \(error)")
    }
    try self.init(json)
  }

  /// The checkpoint as JSON in one line: the same for the same checkpoint. Numbers are the shortest decimals
  /// that read back to the same bits; whole numbers beyond 2⁵³ and infinity are strings.
  ///
  /// Complexity: O(*bodies* + *shapes* + *contacts*).
  public var text: String { json.line }

  private init(_ json: JSON) throws(PhysicsError) {
    guard case .object(let members) = json, members.count <= Archive.mostMembers,
      members.contains(where: { $0.0 == "checkpoint" })
    else {
      throw .changed("this is no checkpoint")
    }
    try self.init(json, in: nil)
    try checkConsistency()
  }

  private var json: JSON {
    do throws(PhysicsError) {
      return try json(in: nil)
    } catch { preconditionFailure("a checkpoint holds what it would refuse to read: \(error)") }
  }
}

extension Checkpoint: Codable {
  /// Decodes and checks a checkpoint. Throws ``PhysicsError/Code/damaged``, or an error of the decoder.
  public init(from decoder: any Decoder) throws { try self.init(JSON(from: decoder)) }

  /// Encodes the checkpoint as its text's JSON.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Checkpoint: Record {
  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    var version = Self.version
    try archive.field("checkpoint", &version)
    guard version == Self.version else {
      let remedy = "take one of version \(Self.version), or another version of the library"
      throw PhysicsError(.damaged, "the checkpoint has version \(version)", remedy)
    }
    try archive.field("tick", &tick, .stateCount)
    try archive.field("timeStep", &timeStep, .timeStep)
    try archive.field("engine", &engine)
    try archive.field("settings", &settings)
    try archive.field("nextShape", &nextShape, .stateCount)
    try archive.field("ground", &ground)
    try archive.field("bodies", &bodies)
    try archive.field("bodyIDs", &bodyIDs)
    try archive.field("nextBody", &nextBody, .stateCount, or: 0)
    try archive.field("constraints", &constraints)
    try archive.field("awake", &awake)
    try archive.field("asleep", &asleep)
    try archive.field("acting", &acting)
    try archive.field("contacts", &contacts)
    try archive.field("sleepingContacts", &sleepingContacts)
    try archive.field("otherContacts", &otherContacts)
    try archive.field("threads", &threads)
    try archive.field("endings", &endings)
    try archive.field("departed", &departed)
  }
}

// The only way to change a space's time step without adding energy.
extension Checkpoint {
  /// The same moment for steps of another length.
  ///
  /// The solver starts from impulses, which are force times time step, so they scale with the step. Contacts that began
  /// in the last step have had an impact instead, whose impulse must not be applied again, nor scaled. The correction
  /// of penetrations moves bodies as far as before, unless it would be faster than any body may be.
  ///
  /// With ``Engine/chipmunk``, a velocity belongs to the middle of the coming step: `cpSpaceStep` moves a body by it
  /// before it adds gravity. So the velocity of a body in free flight is shifted to the new middle, and the body stays on
  /// its parabola.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  package func adapted(to timeStep: Double) throws(PhysicsError) -> Checkpoint {
    try ParameterRange.timeStep.check(timeStep)
    let ratio = timeStep / self.timeStep
    var adapted = self
    adapted.timeStep = timeStep
    adapted.contacts = contacts.map { $0.scaled(by: ratio) }
    adapted.sleepingContacts = sleepingContacts.map { $0.scaled(by: ratio) }
    adapted.otherContacts = otherContacts.map { $0.scaled(by: 0) }
    for index in constraints.indices {
      adapted.constraints[index].impulse = constraints[index].impulse * ratio
    }
    let held = heldBodies
    for index in bodies.indices {
      let correction = bodies[index].correction * (1 / ratio)
      let angularCorrection = bodies[index].angularCorrection / ratio
      if [correction.x, correction.y].allSatisfy(ParameterRange.stateVelocity.contains),
        ParameterRange.stateAngularVelocity.contains(angularCorrection)
      {
        adapted.bodies[index].correction = correction
        adapted.bodies[index].angularCorrection = angularCorrection
      }
      guard engine == .chipmunk, bodies[index].type == .dynamic, !held.contains(index) else {
        continue
      }
      let kick = settings.gravity * ((timeStep - self.timeStep) / 2)
      adapted.bodies[index].velocity = bodies[index].velocity + kick
    }
    return adapted
  }

  /// The bodies on which more than gravity acts.
  private var heldBodies: Set<Int> {
    var held = Set(asleep.joined())
    for constraint in constraints { held.formUnion([constraint.a, constraint.b]) }
    let touching = Set(contacts.flatMap { [$0.a, $0.b] })
    for (index, body) in bodies.enumerated()
    where body.functions.contains(.velocity)
      || body.shapes.contains(where: { touching.contains($0.id) })
    {
      held.insert(index)
    }
    return held
  }
}

extension ContactRecord {
  fileprivate func scaled(by factor: Double) -> ContactRecord {
    var scaled = self
    for index in points.indices {
      scaled.points[index].impulse = state == .first ? .zero : points[index].impulse * factor
      // That of a substep, and so never that of an impact.
      scaled.points[index].nextImpulse = points[index].nextImpulse * factor
    }
    scaled.rolling = rolling * factor
    return scaled
  }
}

/// The settings of a space.
struct SettingsRecord: Record {
  var gravity = Vector.zero
  var wakingGravity = Vector.zero
  var gravityDeadBand = 0.0
  var iterations = 1
  var damping = 1.0
  var collisionSlop = 0.0
  var collisionBias = 0.0
  var collisionPersistence = 1
  var sleepTimeThreshold: Double?
  var idleSpeedThreshold = 0.0
  var speedLimit: Double?
  var substeps = 0

  static let properties: [RecordedProperty<SettingsRecord, Space>] = [
    .init("gravity", \.gravity, \.gravity, .gravity),
    .init("wakingGravity", \.wakingGravity, \.wakingGravity, .gravity),
    .init("gravityDeadBand", \.gravityDeadBand, \.gravityDeadBand, .gravityDeadBand),
    .init("iterations", \.iterations, \.iterations, .iterations),
    .init("damping", \.damping, \.damping, .damping),
    .init("collisionSlop", \.collisionSlop, \.collisionSlop, .collisionSlop),
    .init("collisionBias", \.collisionBias, \.collisionBias, .collisionBias),
    .init(
      "collisionPersistence",
      \.collisionPersistence,
      \.collisionPersistence,
      .collisionPersistence
    ),
    .init("sleepTimeThreshold", \.sleepTimeThreshold, \.sleepTimeThreshold, .sleepTime),
    .init("idleSpeedThreshold", \.idleSpeedThreshold, \.idleSpeedThreshold, .idleSpeed),
    .init("speedLimit", \.speedLimit, \.speedLimit, .speedLimit),
    .init("substeps", \.substeps, \.substeps, .substeps, or: 0),
  ]

  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    for property in Self.properties { try property.pass(&self, &archive) }
  }
}

// Computed values may be far outside the ranges for settable ones: a step stops a body only when its numbers leave
// these bounds.
extension ParameterRange {
  static let statePosition = ParameterRange("position", "units", -1e15...1e15)
  static let stateAngle = ParameterRange("angle", "rad", -1e15...1e15)
  static let stateVelocity = ParameterRange("velocity", "units/s", -1e15...1e15)
  static let stateAngularVelocity = ParameterRange("angular velocity", "rad/s", -1e15...1e15)
  /// The number of steps, or an id.
  static let stateCount = ParameterRange(whole: "count", 0...1 << 53)
  static let pointCount = ParameterRange(whole: "number of points", 0...1)
  static let idleTime = ParameterRange("time of lying still", "s", 0...1e15)
  static let storedImpulse = ParameterRange("stored impulse", "kg·units/s", -1e100...1e100)
  static let contactArm = ParameterRange("point of a contact", "units", -1e16...1e16)
  static let contactNormal = ParameterRange("part of a unit normal", "", -1.001...1.001)
  static let contactRestitution = ParameterRange("restitution of a contact", "", 0...1e12)
  static let contactFriction = ParameterRange("friction of a contact", "", 0...1e12)
  static let contactSurface = ParameterRange(
    "surface velocity of a contact",
    "units/s",
    -1e11...1e11
  )
  /// A component of a geometry; the geometry as a whole is checked afterwards.
  static let geometryPart = ParameterRange("part of a geometry", "units", -1e10...1e10)
}
