// Collision handlers.
extension Space {
  /// Adds a handler without closures. You may set and change its closures at any time, also inside
  /// callbacks; they apply from the next call on.
  ///
  /// - Parameter target: the contacts that it is called for.
  /// - Returns: the handler. Set its closures, and remove it when you no longer need it.
  /// - Complexity: O(log *handlers*); within a callback O(*handlers*). Each beginning of a contact also takes
  ///   O(*handlers*), and so does each step of a contact if handlers have `preSolve` or `postSolve`.
  public func addHandler(for target: CollisionHandler.Target) -> CollisionHandler {
    let handler = CollisionHandler(for: target)
    handler.space = self
    let place = handlers.partitioningIndex { $0.target.rank > target.rank }
    handlers.insert(handler, at: place)
    return handler
  }

  /// Removes a handler. It is not called again, not even for the end of a contact.
  ///
  /// Throws ``PhysicsError/Code/notInSpace``. Complexity: O(*handlers*).
  public func remove(_ handler: CollisionHandler) throws(PhysicsError) {
    guard let index = handlers.firstIndex(where: { $0 === handler }) else {
      throw PhysicsError(.notInSpace, "the handler is not of this space", "add one first")
    }
    handlers.remove(at: index)
    handler.space = nil
  }
}
