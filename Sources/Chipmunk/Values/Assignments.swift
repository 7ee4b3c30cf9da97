// Properties that are assigned without `try`: what is refused is not applied, and comes out of the next step.

/// The first of some assignments that were refused, and how many others there were.
final class RejectedAssignments {
  let first: PhysicsError
  var others = 0

  init(_ first: PhysicsError) { self.first = first }

  /// The error to be thrown for all of them.
  var error: PhysicsError {
    guard others > 0 else { return first }
    var error = first
    error.remedy += "; \(others) later assignment\(others == 1 ? "" : "s") had invalid values too"
    return error
  }

  /// Adds an error to those that wait.
  static func add(_ error: PhysicsError, to waiting: inout RejectedAssignments?) {
    if let waiting { waiting.others += 1 } else { waiting = RejectedAssignments(error) }
  }
}

extension PhysicsError {
  /// The same of an assignment to something.
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

  /// Throws what was refused since the last call.
  func throwRejectedAssignments() throws(PhysicsError) {
    guard let waiting = rejectedAssignments else { return }
    rejectedAssignments = nil
    throw waiting.error
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
    // A detached shape has nobody to tell.
    do { try set(value) } catch { body?.refuse(error, by: "shape \(id) of ") }
  }
}

extension Constraint {
  // What `assign` calls, and those who want an error at once.

  /// Stores a number in its range and wakes the bodies.
  func set(_ value: Double, _ quantity: Quantity, _ store: () -> Void) throws(PhysicsError) {
    try quantity.check(value)
    store()
    wakeBodies()
  }

  /// Stores a point in its range and wakes the bodies.
  func set(_ point: Vector, _ quantity: Quantity, _ store: () -> Void) throws(PhysicsError) {
    try quantity.check(point)
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
