internal import CChipmunk

// A program that steps thousands of small spaces in turn mostly waits for memory. It can have the memory of the next space
// fetched while one steps.
extension Space {
  /// Calls a function with the start and size, in bytes, of each piece of memory that a step reads at first. The size of
  /// an object is `Int.max`. The pieces change when bodies and contacts come and go.
  ///
  /// - Complexity: O(*bodies* + *contacts*).
  package func visitMemory(_ visit: (UnsafeRawPointer, Int) -> Void) {
    unsafe visit(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), .max)
    unsafe visit(raw, MemoryLayout<cpSpace>.size)
    unsafe visit(sweep, MemoryLayout<CChipmunkSweep>.size)
    if broadphase == .grid {
      unsafe visitGrid(raw.pointee.staticShapes, visit)
      unsafe visitGrid(raw.pointee.dynamicShapes, visit)
    }
    unsafe visitList(raw.pointee.dynamicBodies, visit)
    unsafe visitList(raw.pointee.staticBodies, visit)
    unsafe visitList(raw.pointee.arbiters, visit)
    unsafe visitStart(UnsafeRawPointer(raw.pointee.cachedArbiters), 64, visit)
    if let buffer = unsafe UnsafeRawPointer(raw.pointee.contactBuffersHead) {
      unsafe visit(buffer, 256)
      let head = unsafe buffer.assumingMemoryBound(to: CChipmunkBufferHead.self)
      unsafe visitStart(head.pointee.next, 256, visit)
    }
    for body in bodies {
      unsafe visit(UnsafeRawPointer(Unmanaged.passUnretained(body).toOpaque()), 64)
      unsafe visit(body.raw, MemoryLayout<CChipmunkBody>.size)
      for shape in body.shapes { unsafe visit(shape.raw, 256) }
    }
    for place in 0..<(unsafe Int(raw.pointee.arbiters.pointee.num)) {
      unsafe visitStart(raw.pointee.arbiters.pointee.arr[place], 192, visit)
    }
  }

  private func visitGrid(
    _ index: UnsafeMutablePointer<cpSpatialIndex>,
    _ visit: (UnsafeRawPointer, Int) -> Void
  ) {
    let grid = unsafe UnsafePointer<CChipmunkGrid>(OpaquePointer(index))
    unsafe visit(grid, MemoryLayout<CChipmunkGrid>.size)
    unsafe visitStart(grid.pointee.shapes, 64, visit)
    unsafe visitStart(grid.pointee.ids, 64, visit)
    unsafe visitStart(grid.pointee.boxes, 64, visit)
    unsafe visitStart(grid.pointee.pairs, 64, visit)
    let (before, now) = unsafe (grid.pointee.touched, grid.pointee.nowTouched)
    unsafe visitStart(before.list, 64, visit)
    unsafe visitStart(before.counts, 64, visit)
    unsafe visitStart(before.firsts, 64, visit)
    unsafe visitStart(now.list, 64, visit)
    unsafe visitStart(now.counts, 64, visit)
  }

  private func visitList(
    _ list: UnsafeMutablePointer<cpArray>,
    _ visit: (UnsafeRawPointer, Int) -> Void
  ) {
    unsafe visit(list, MemoryLayout<cpArray>.size)
    unsafe visitStart(list.pointee.arr, 64, visit)
  }

  private func visitStart(
    _ memory: UnsafeRawPointer?,
    _ size: Int,
    _ visit: (UnsafeRawPointer, Int) -> Void
  ) {
    if let memory = unsafe memory { unsafe visit(memory, size) }
  }
}
