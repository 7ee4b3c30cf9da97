// Properties that are assigned without `try`: an invalid value is not applied, and the next step throws its error.

/// The first of several rejected assignments, and the number of the others.
final class RejectedAssignments {
  let first: PhysicsError
  var others = 0

  init(_ first: PhysicsError) { self.first = first }

  /// The error that represents all of them.
  var error: PhysicsError {
    guard others > 0 else { return first }
    var error = first
    error.remedy += "; \(others) later assignment\(others == 1 ? "" : "s") had invalid values too"
    return error
  }

  /// Adds an error to the waiting ones.
  static func add(_ error: PhysicsError, to waiting: inout RejectedAssignments?) {
    if let waiting { waiting.others += 1 } else { waiting = RejectedAssignments(error) }
  }

  /// Throws the error of the waiting ones, which then wait no longer.
  static func throwAll(_ waiting: inout RejectedAssignments?) throws(PhysicsError) {
    guard let taken = waiting else { return }
    waiting = nil
    throw taken.error
  }
}

extension PhysicsError {
  /// The error with the object of the assignment.
  func assigned(to owner: String) -> PhysicsError {
    var error = self
    error.subject += value == nil ? ", assigned to \(owner)" : " assigned to \(owner)"
    return error
  }
}

extension Space {
  func assign<Value>(_ value: Value, _ set: (Value) throws(PhysicsError) -> Void) {
    do { try set(value) } catch { refuse(error.assigned(to: "the space")) }
  }

  func refuse(_ error: PhysicsError) {
    RejectedAssignments.add(error, to: &rejectedAssignments)
    hasDeferredWork = true
  }

  /// Throws the error of assignments rejected since the last call.
  func throwRejectedAssignments() throws(PhysicsError) {
    try RejectedAssignments.throwAll(&rejectedAssignments)
  }
}

extension Body {
  func assign<Value>(_ value: Value, _ set: (Value) throws(PhysicsError) -> Void) {
    do { try set(value) } catch { refuse(error, by: "") }
  }

  func refuse(_ error: PhysicsError, by part: String) {
    guard let space = space ?? attachedSpace else {
      let error = error.assigned(to: part + "a body in no space")
      return RejectedAssignments.add(error, to: &rejectedAssignments)
    }
    space.refuse(error.assigned(to: part + (self === space.ground ? "the ground" : "body \(id)")))
  }
}

extension Shape {
  func assign<Value>(_ value: Value, _ set: (Value) throws(PhysicsError) -> Void) {
    // A detached shape has nobody to report to.
    do { try set(value) } catch { body?.refuse(error, by: "shape \(id) of ") }
  }
}

extension Constraint {
  // Called by `assign`, and by code that needs the error at once.

  /// Stores a number after checking its range, and wakes the bodies.
  func set(_ value: Double, _ range: ParameterRange, _ store: () -> Void) throws(PhysicsError) {
    try range.check(value)
    store()
    wakeBodies()
  }

  /// Stores a point after checking its range, and wakes the bodies.
  func set(_ point: Vector, _ range: ParameterRange, _ store: () -> Void) throws(PhysicsError) {
    try range.check(point)
    store()
    wakeBodies()
  }

  func assign<Value>(_ value: Value, _ set: (Value) throws(PhysicsError) -> Void) {
    do { try set(value) } catch {
      let error = error.assigned(to: "a \(Self.self)")
      guard let space else { return RejectedAssignments.add(error, to: &rejectedAssignments) }
      space.refuse(error)
    }
  }
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
