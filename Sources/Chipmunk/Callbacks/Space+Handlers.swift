// Who hears of contacts.
extension Space {
  /// Adds a handler without closures. Its closures may be set and changed at any time, within callbacks
  /// too, and hold from the next call on.
  ///
  /// - Parameter target: the contacts that it is called for.
  /// - Returns: the handler, to be given closures, and to be removed some day.
  /// - Complexity: O(log *handlers*), within a callback O(*handlers*); so is each beginning of a contact, and each step of one for handlers
  ///   with `preSolve` or `postSolve`.
  public func addHandler(for target: CollisionHandler.Target) -> CollisionHandler {
    let handler = CollisionHandler(for: target)
    handler.space = self
    let place = handlers.partitioningIndex { $0.target.rank > target.rank }
    handlers.insert(handler, at: place)
    return handler
  }

  /// Removes a handler: it is not called again, for no ending either.
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
