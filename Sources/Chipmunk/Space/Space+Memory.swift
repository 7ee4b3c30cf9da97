internal import ChipmunkEngine

// A program that steps thousands of small spaces in turn mostly waits for memory. It can have the memory of the next space
// fetched while one steps.
extension Space {
  /// Calls a function with the start and size, in bytes, of each piece of memory that a step reads at first. The size of
  /// an object is `Int.max`. The pieces change when bodies and contacts come and go.
  ///
  /// - Complexity: O(*bodies* + *contacts*).
  package func visitMemory(_ visit: (UnsafeRawPointer, Int) -> Void) {
    unsafe visit(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), .max)
    for body in bodies {
      unsafe visit(UnsafeRawPointer(Unmanaged.passUnretained(body).toOpaque()), 64)
    }
    unsafe withoutActuallyEscaping(visit) { visit in
      unsafe withUnsafePointer(to: visit) { pointer in
        unsafe ceSpaceVisitMemory(
          raw,
          { memory, size, context in
            guard let memory = unsafe memory, let context = unsafe context else { return }
            typealias Visit = (UnsafeRawPointer, Int) -> Void
            unsafe context.assumingMemoryBound(to: Visit.self).pointee(memory, size)
          },
          UnsafeMutableRawPointer(mutating: pointer)
        )
      }
    }
  }
}
