// Properties that are assigned without `try`: an invalid value is not applied, and the next step throws its error.

/// The first of several rejected assignments, and the number of the others.
package final class RejectedAssignments {
  let first: PhysicsError
  let owner: String
  var others = 0

  init(_ first: PhysicsError, of owner: String) { (self.first, self.owner) = (first, owner) }

  /// The error that represents all of them, with the object of the first one.
  var error: PhysicsError {
    var error = first
    error.subject += error.value == nil ? ", assigned to \(owner)" : " assigned to \(owner)"
    guard others > 0 else { return error }
    error.remedy += "; \(others) later assignment\(others == 1 ? "" : "s") had invalid values too"
    return error
  }

  /// Throws the error of the waiting ones, which then wait no longer.
  static func throwAll(_ waiting: inout RejectedAssignments?) throws(PhysicsError) {
    guard let taken = waiting else { return }
    waiting = nil
    throw taken.error
  }
}

/// An object with such properties.
package protocol Assignable: AnyObject {
  /// The space in which its rejected assignments wait; nil if they wait in the object itself.
  var reportingSpace: Space? { get }
  /// The rejected assignments that wait in the object itself.
  var ownRejectedAssignments: RejectedAssignments? { get set }
  /// The object in an error's text.
  var nameInErrors: String { get }
  /// Acts after a value in its range was stored.
  func didAssign()
  /// Throws an error if rejected assignments would be lost: a detached shape has nobody to report to.
  func requireOwner() throws(PhysicsError)
}

extension Assignable {
  package func didAssign() {}
  package func requireOwner() {}

  private var rejectedAssignments: RejectedAssignments? {
    get { reportingSpace.map(\.ownRejectedAssignments) ?? ownRejectedAssignments }
    set {
      if let space = reportingSpace {
        space.ownRejectedAssignments = newValue
      } else {
        ownRejectedAssignments = newValue
      }
    }
  }

  /// Runs code that checks a value and stores it. Its error waits.
  func assign(_ set: () throws -> Void) {
    do { try set() } catch { refuse(PhysicsError(of: error)) }
  }

  /// Stores a number in a range, or nil.
  func assign(_ value: Double?, _ range: ParameterRange, _ store: () throws -> Void) {
    assign {
      if let value { try range.check(value) }
      try store()
      didAssign()
    }
  }

  /// Stores a vector whose components are in a range.
  func assign(_ value: Vector, _ range: ParameterRange, _ store: () throws -> Void) {
    assign {
      try range.check(value)
      try store()
      didAssign()
    }
  }

  func refuse(_ error: PhysicsError, of owner: String? = nil) {
    if let rejectedAssignments {
      rejectedAssignments.others += 1
    } else {
      rejectedAssignments = RejectedAssignments(error, of: owner ?? nameInErrors)
    }
  }

  /// Makes assignments, and throws the first error at once instead of in the next step.
  package func attempt(_ assign: (Self) -> Void) throws(PhysicsError) {
    try requireOwner()
    let waiting = rejectedAssignments
    rejectedAssignments = nil
    assign(self)
    let rejected = rejectedAssignments
    rejectedAssignments = waiting
    if let rejected { throw rejected.first }
  }

  /// Assigns one property, and throws its error at once.
  package func set<Value>(
    _ property: ReferenceWritableKeyPath<Self, Value>,
    to value: Value
  ) throws(PhysicsError) {
    try attempt { $0[keyPath: property] = value }
  }
}

extension Space: Assignable {
  package var reportingSpace: Space? { nil }
  package var nameInErrors: String { "the space" }
}

extension Body: Assignable {
  package var reportingSpace: Space? { space ?? attachedSpace }

  package var nameInErrors: String {
    guard let space = reportingSpace else { return "a body in no space" }
    return self === space.ground ? "the ground" : "body \(id)"
  }
}

extension Constraint: Assignable {
  package var reportingSpace: Space? { space }
  package var nameInErrors: String { "a \(Self.self)" }

  package func didAssign() { wakeBodies() }
}

extension Shape: Assignable {
  package var reportingSpace: Space? { body?.reportingSpace }
  package var ownRejectedAssignments: RejectedAssignments? {
    get { body?.ownRejectedAssignments }
    set { body?.ownRejectedAssignments = newValue }
  }

  package var nameInErrors: String { "shape \(id) of \(body?.nameInErrors ?? "no body")" }

  package func requireOwner() throws(PhysicsError) { _ = try attachedBody() }
}

// Objects are equal only to themselves.

extension Body: Hashable {
  /// Whether both are the same body.
  public static func == (a: Body, b: Body) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Shape: Hashable {
  /// Whether both are the same shape.
  public static func == (a: Shape, b: Shape) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Constraint: Hashable {
  /// Whether both are the same constraint.
  public static func == (a: Constraint, b: Constraint) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
