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
/// not hold closures, handlers, composites, or the lists of the previous step (``Space/contactEvents`` and the like are
/// empty at first). The restored space has its bodies, their shapes and its constraints in the same order, so that you
/// can attach closures again. If a body or a constraint had a closure, the space does not step until it has one again.
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

  init() {}
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
      throw PhysicsError(
        .damaged,
        "the checkpoint's text is wrong at byte \(error.offset): \(error)",
        "take the text as it was made, or another checkpoint"
      )
    }
    try self.init(json)
  }

  /// The checkpoint as JSON in one line: the same for the same checkpoint. Numbers are the shortest decimals
  /// that read back to the same bits; whole numbers beyond 2⁵³ and infinity are strings.
  ///
  /// Complexity: O(*bodies* + *shapes* + *contacts*).
  public var text: String { json.line }

  private init(_ json: JSON) throws(PhysicsError) {
    try self.init(json, "")
    try checkConsistency()
  }

  private var json: JSON {
    do throws(PhysicsError) {
      return try json("")
    } catch {
      preconditionFailure("a checkpoint holds what it would refuse to read: \(error)")
    }
  }
}

extension Checkpoint: Codable {
  /// Decodes and checks a checkpoint. Throws ``PhysicsError/Code/damaged``, or an error of the decoder.
  public init(from decoder: any Decoder) throws {
    try self.init(JSON(from: decoder))
  }

  /// Encodes the checkpoint as its text's JSON.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

extension Checkpoint: Archivable {
  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    var version = Self.version
    try archive.integer("checkpoint", &version)
    guard version == Self.version else {
      throw .damaged("checkpoint", "this library reads version \(Self.version), not \(version)")
    }
    try archive.integer("tick", &tick, 0...Int(Self.greatestCount))
    try archive.number("timeStep", &timeStep, .timeStep)
    try archive.word("engine", &engine)
    try archive.record("settings", &settings)
    try archive.integer("nextShape", &nextShape, 0...Self.greatestCount)
    try archive.record("ground", &ground)
    try archive.list("bodies", &bodies)
    try archive.indices("bodyIDs", &bodyIDs)
    try archive.integer("nextBody", &nextBody, 0...Self.greatestCount, or: 0)
    try archive.list("constraints", &constraints)
    try archive.indices("awake", &awake)
    try archive.groups("asleep", &asleep)
    try archive.indices("acting", &acting)
    try archive.list("contacts", &contacts)
    try archive.list("sleepingContacts", &sleepingContacts)
    try archive.list("otherContacts", &otherContacts)
    try archive.groups("threads", &threads)
    try archive.list("endings", &endings)
    try archive.list("departed", &departed)
  }
}
