extension Simulation {
  /// Calls a function with the beginning and the number of bytes of each piece of memory that a tick reads at first, as
  /// `visitMemory` of `Space` does.
  package func visitMemory(_ visit: (UnsafeRawPointer, Int) -> Void) {
    unsafe visit(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), .max)
    unsafe states.withUnsafeBytes { unsafe visitElements($0, visit) }
    unsafe bodies.withUnsafeBytes { unsafe visitElements($0, visit) }
    unsafe space.visitMemory(visit)
  }

  /// Of a small array, with the header before its elements.
  private func visitElements(
    _ elements: UnsafeRawBufferPointer,
    _ visit: (UnsafeRawPointer, Int) -> Void
  ) {
    if let start = elements.baseAddress { unsafe visit(start - 32, 32 + min(64, elements.count)) }
  }
}
