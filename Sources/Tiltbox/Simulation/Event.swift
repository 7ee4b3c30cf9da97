public import Chipmunk

/// Something that happened at a tick: a contact began or ended, a body diverged, or a constraint broke.
public struct Event: Hashable, Sendable {
  /// The kind of an event.
  public enum Kind: String, Sendable, Codable {
    /// They touch at this tick and did not at the previous one.
    case begin
    /// They touched at the previous tick and do not at this one.
    case separate
    /// The body's numbers left all bounds in this step, and it was removed from the world.
    case quarantine
    /// The constraint was pulled harder than its break force in this step, and it was removed from the world.
    case `break`

    /// The words between the names of two bodies, or after a single name.
    package var verb: String {
      switch self {
      case .begin: " meets "
      case .separate: " parts from "
      case .quarantine: " diverges and is removed"
      case .break: " breaks"
      }
    }
  }

  /// The kind.
  public let kind: Kind
  /// The tick of the event.
  public let tick: Int
  /// The body's id; of two bodies, the one that comes earlier in the scenario; for a break, the constraint's id.
  public let a: String
  /// The other body's id, or a wall: `walls.bottom`, `walls.right`, `walls.top`, `walls.left`. Empty for a quarantine
  /// and for a break.
  public let b: String
  /// The point of contact, in units; for an ending, the last one; for a quarantine, the body's last valid position; for a
  /// break, the middle of the constraint's anchors. Zero if there is none.
  public let point: Vector
  /// Whether there is a ``point``. The end of a contact that was not solved has none: one with a sensor, or one between
  /// bodies without mass.
  public let hasPoint: Bool
  /// The length of the impulse between them in that step, in kg·units/s; for an ending, that of the last step in which
  /// they touched; 0 for a quarantine; for a break, that of the constraint in the step.
  public let impulse: Double
  /// For a break, the mean force of the constraint in the step, in kg·units/s², or torque, in kg·units²/s²; 0 for others.
  public let force: Double
  /// For a quarantine, the body's state at the tick before: the last one within bounds.
  public let state: BodyState?

  /// Makes an event from values that were read; the point may be nil for an ending.
  public init(kind: Kind, tick: Int, a: String, b: String, point: Vector?, impulse: Double) {
    (self.kind, self.tick, self.a, self.b) = (kind, tick, a, b)
    (self.point, hasPoint) = (point ?? .zero, point != nil)
    self.impulse = impulse
    (force, state) = (0, nil)
  }

  /// Makes the event of a constraint that broke.
  ///
  /// - Parameters:
  ///   - constraint: The constraint's id.
  ///   - tick: The tick of the step that broke it.
  ///   - point: The middle of its anchors, in units.
  ///   - impulse: Its impulse in the step, in kg·units/s or kg·units²/s.
  ///   - force: Its mean force in the step, in kg·units/s², or torque, in kg·units²/s².
  package init(breakOf constraint: String, tick: Int, point: Vector, impulse: Double, force: Double)
  {
    (kind, self.tick, a, b) = (.break, tick, constraint, "")
    (self.point, hasPoint, self.impulse, self.force, state) = (point, true, impulse, force, nil)
  }

  /// Makes the event of a body that diverged.
  ///
  /// - Parameters:
  ///   - body: The body's id.
  ///   - tick: The tick at which its numbers left all bounds.
  ///   - state: Its state at the tick before.
  package init(quarantineOf body: String, tick: Int, state: BodyState) {
    (kind, self.tick, a, b) = (.quarantine, tick, body, "")
    (point, hasPoint, impulse, force, self.state) = (state.position, true, 0, 0, state)
  }
}

/// The names of bodies by tag, stored close together in memory, unlike bodies and their descriptions.
struct EventNames {
  private var tags: [Int] = []
  private var names: [String] = []
  /// The number of the list of bodies from which they were taken.
  private var list: Int?

  /// Updates the names from the list of bodies with this number. Complexity: O(*bodies*) if the list has changed.
  mutating func follow(_ list: Int, _ bodies: [Body], _ descriptions: [BodyDescription]) {
    guard list != self.list else { return }
    (tags, names, self.list) = (bodies.map(\.tag), descriptions.map(\.id), list)
  }

  /// The name of a body. Complexity: O(1) if no body was removed, else O(log *bodies*).
  subscript(tag: Int) -> String? {
    if tag >= 0, tag < tags.count, tags[tag] == tag { return names[tag] }
    let place = tags.partitioningIndex { $0 >= tag }
    return place < tags.count && tags[place] == tag ? names[place] : nil
  }
}
