/// What the C library would have aborted on, hung on or gone wrong with, said before it could.
///
/// A thrown `PhysicsError` has changed nothing: the call that threw it was not carried out. The one
/// exception is ``Code/diverged``, which is found after a step.
public struct PhysicsError: Error, Hashable, Sendable {
  /// What kind of mistake it is, to be matched in a `catch`.
  public enum Code: String, Sendable {
    /// A number, or a geometry made of numbers, that lies outside of what the library can compute.
    case outOfRange
    /// A body, shape or constraint that is in a space already.
    case alreadyInSpace
    /// A body, shape or constraint that is not in this space.
    case notInSpace
    /// A body or shape that leaves its space at the end of the step which runs right now.
    case stillLeaving
    /// A shape whose body is gone, or from which it was removed.
    case detached
    /// A call that a step cannot carry out while it runs, and that cannot wait for its end.
    case stepping
    /// An error that a callback has thrown: see ``PhysicsError/underlying``.
    case callback
    /// A call that a body of this type has no use for: a force on a kinematic body, say.
    case wrongBodyType
    /// A mass of its own for a body whose mass is that of its shapes, or the other way round.
    case wrongMassSource
    /// A dynamic body that weighs nothing, so that no force could be solved for.
    case noMass
    /// A geometry of another kind than the shape's: a circle for what is a segment, say.
    case wrongGeometry
    /// A body that is to sleep in a space where none may.
    case sleepingDisabled
    /// A call that the space's own ground body is not made for.
    case ground
    /// A step, or a body added or removed, in a space that belongs to a simulation.
    case kept
    /// A constraint that no force can satisfy: neither of its bodies can move, say.
    case unsolvable
    /// A computation whose recursion the calling thread's stack may not hold.
    case stackTooSmall
    /// A checkpoint with a number out of range, or whose parts do not fit together, or that is no text of one.
    case damaged
    /// A closure that was there when a checkpoint was taken, and that its restored space has not got yet.
    case closureMissing
    /// A snapshot of another space, of what the space no longer has, or of a space with a tree.
    case wrongSnapshot
    /// A state that has left the range in which the library computes: numbers grew without bound.
    case diverged
  }

  /// What kind of mistake it is.
  public let code: Code
  /// What was wrong: "body mass", "shape", in words a reader of the message knows.
  public internal(set) var subject: String
  /// The value that was refused, where there is one.
  public let value: Double?
  /// The value's unit, empty where it has none.
  public let unit: String
  /// What to do instead.
  public internal(set) var remedy: String
  /// What a callback has thrown, where it was no ``PhysicsError``.
  public internal(set) var underlying: (any Error)?

  /// Whether both say the same, what a callback has thrown aside.
  public static func == (a: PhysicsError, b: PhysicsError) -> Bool {
    a.code == b.code && a.subject == b.subject && a.unit == b.unit && a.remedy == b.remedy
      && a.value == b.value
  }

  /// Hashes what the error says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(subject)
    hasher.combine(value)
  }
}

extension PhysicsError {
  init(_ code: Code, _ subject: String, _ remedy: String) {
    self.init(code: code, subject: subject, value: nil, unit: "", remedy: remedy)
  }
}

extension PhysicsError {
  /// The error that a callback has thrown, as a step throws it.
  init(of thrown: any Error) {
    if let error = thrown as? PhysicsError {
      self = error
    } else {
      self.init(.callback, "a callback has thrown: \(thrown)", "the step was completed without it")
      underlying = thrown
    }
  }
}

extension PhysicsError: CustomStringConvertible {
  /// One line: what was wrong, with its value and unit, and what to do.
  public var description: String {
    guard let value else { return "\(subject); \(remedy)" }
    // The only error whose value is a count.
    if code == .stackTooSmall { return "\(subject) is \(Int(value)); \(remedy)" }
    let number = unit.isEmpty ? "\(value)" : "\(value) \(unit)"
    return "\(subject) is \(number); \(remedy)"
  }
}
