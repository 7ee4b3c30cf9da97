/// An error that the C library would have answered with an abort, an endless loop or wrong results.
///
/// A call that throws a `PhysicsError` has changed nothing. The exceptions are the errors of a step that has completed:
/// ``Code/diverged``, and errors of callbacks and of what they changed.
public struct PhysicsError: Error, Hashable, Sendable {
  /// The kind of mistake, to be matched in a `catch`.
  public enum Code: String, Sendable {
    /// A number, or a geometry with a number, outside the range in which the library can compute.
    case outOfRange
    /// A body, shape or constraint that is already in a space.
    case alreadyInSpace
    /// A body, shape or constraint that is not in this space.
    case notInSpace
    /// A body or shape that leaves its space at the end of the current step.
    case stillLeaving
    /// A shape whose body is gone, or that was removed from its body.
    case detached
    /// A call that is impossible during a step, and that cannot wait for its end.
    case stepping
    /// An error thrown by a callback: see ``PhysicsError/underlying``.
    case callback
    /// A call that does not apply to a body of this type: a force on a kinematic body, say.
    case wrongBodyType
    /// A mass for a body whose mass is that of its shapes, or the other way round.
    case wrongMassSource
    /// A dynamic body without mass, on which no force could act.
    case noMass
    /// A geometry of another kind than the shape's: a circle for a segment, say.
    case wrongGeometry
    /// A body to be put to sleep in a space without sleeping.
    case sleepingDisabled
    /// A call that the space's own ground body does not support.
    case ground
    /// A step, or a body added or removed, in a space that belongs to a simulation.
    case kept
    /// A constraint that no force can satisfy, for example because neither of its bodies can move.
    case unsolvable
    /// A computation whose recursion may exceed the calling thread's stack.
    case stackTooSmall
    /// A checkpoint with a number out of range, with inconsistent parts, or with invalid text.
    case damaged
    /// A closure that existed when a checkpoint was taken, and that the restored space does not have yet.
    case closureMissing
    /// A snapshot of another space, of objects that are no longer in the space, or of a space with a tree.
    case wrongSnapshot
    /// A state outside the range in which the library computes: numbers grew without bound.
    case diverged
  }

  /// The kind of mistake.
  public let code: Code
  /// The subject of the error, such as "body mass" or "shape".
  public internal(set) var subject: String
  /// The rejected value, if there is one.
  public let value: Double?
  /// The value's unit, empty where it has none.
  public let unit: String
  /// The remedy.
  public internal(set) var remedy: String
  /// The error thrown by a callback, if it is not a ``PhysicsError``.
  public internal(set) var underlying: (any Error)?

  /// Whether two errors are equal, apart from errors thrown by callbacks.
  public static func == (a: PhysicsError, b: PhysicsError) -> Bool {
    // NaN differs from itself, and is the value of many errors: their texts do not.
    a.code == b.code && a.description == b.description
  }

  /// Hashes the error.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(description)
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
  /// One line: the problem, with its value and unit, and the remedy.
  public var description: String {
    guard let value else { return "\(subject); \(remedy)" }
    return "\(subject) is \(value.shortest)\(unit.isEmpty ? "" : " \(unit)"); \(remedy)"
  }
}

extension Double {
  /// The shortest decimal that reads back to the same number, without the `.0` of a whole one.
  package var shortest: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
