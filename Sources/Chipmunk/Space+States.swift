internal import CChipmunk

// All bodies at once.
extension Space {
  /// Writes the states of all ``bodies``, in their order, over an array's first elements.
  ///
  /// Nothing is allocated when the array has as many elements as there are bodies; it grows when it has
  /// fewer, and keeps what it has beyond. Complexity: O(*bodies*).
  public func readStates(into states: inout [BodyState]) {
    if states.count < bodies.count {
      states.append(contentsOf: repeatElement(BodyState(), count: bodies.count - states.count))
    }
    var span = states.mutableSpan
    var index = 0
    for body in bodies {
      span[index] = unsafe BodyState(body.raw)
      index += 1
    }
  }

  /// The states of all ``bodies``, in their order. Complexity: O(*bodies*).
  public var states: [BodyState] { bodies.map(\.state) }
}
