internal import CChipmunk

// Bulk access to body states.
extension Space {
  /// Writes the states of all ``bodies``, in their order, over an array's first elements.
  ///
  /// Allocates nothing if the array has at least as many elements as there are bodies. A shorter
  /// array grows; further elements stay as they are. Complexity: O(*bodies*).
  public func readStates(into states: inout [BodyState]) {
    states.grow(to: bodies.count, by: BodyState())
    var span = states.mutableSpan
    var index = 0
    for body in bodies {
      span[index] = unsafe BodyState(body.raw)
      index += 1
    }
  }

  /// Writes the states of all ``bodies`` and their ids, in the same order, over the first elements
  /// of two arrays. Use it if bodies are added and removed.
  ///
  /// Allocates nothing if the arrays have at least as many elements as there are bodies. Shorter
  /// arrays grow; further elements stay as they are. Complexity: O(*bodies*).
  public func readStates(into states: inout [BodyState], ids: inout [UInt]) {
    states.grow(to: bodies.count, by: BodyState())
    ids.grow(to: bodies.count, by: 0)
    var stateSpan = states.mutableSpan
    var idSpan = ids.mutableSpan
    var index = 0
    for body in bodies {
      stateSpan[index] = unsafe BodyState(body.raw)
      idSpan[index] = body.id
      index += 1
    }
  }

  /// The states of all ``bodies``, in their order. Complexity: O(*bodies*).
  public var states: [BodyState] { bodies.map(\.state) }

  /// Returns the body with an id, or the ``ground`` for 0; nil if the space has no such body.
  ///
  /// Complexity: O(log *bodies*).
  public func body(id: UInt) -> Body? {
    id == 0 ? ground : place(of: id, guess: 0).map { bodies[$0] }
  }

  /// The index in ``bodies`` of the body with an id; tries a guess first.
  @inline(__always)
  func place(of id: UInt, guess: Int) -> Int? {
    guess < bodies.count && bodies[guess].id == id ? guess : place(of: id)
  }

  /// Ids grow along the list of bodies.
  private func place(of id: UInt) -> Int? {
    let place = bodies.partitioningIndex { $0.id >= id }
    return place < bodies.count && bodies[place].id == id ? place : nil
  }
}

extension Array {
  /// Grows the array to at least `count` elements.
  fileprivate mutating func grow(to count: Int, by element: Element) {
    guard self.count < count else { return }
    append(contentsOf: repeatElement(element, count: count - self.count))
  }
}
