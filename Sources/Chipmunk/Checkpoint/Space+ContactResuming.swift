internal import CChipmunk
internal import ChipmunkEngine

// Replaces the library's arbiters by those of a checkpoint.
extension Space {
  /// Removes all contacts, and frees their memory.
  func dropContacts() {
    for arbiter in sleepingArbiters() { unsafe free(arbiter.raw.pointee.contacts) }
    unsafe cpHashSetFilter(raw.pointee.cachedArbiters, { _, _ in 0 }, nil)
    unsafe raw.pointee.arbiters.pointee.num = 0
    unsafe raw.pointee.pooledArbiters.pointee.num = 0
    unsafe raw.pointee.contactBuffersHead = nil
    unsafe cpArrayFreeEach(raw.pointee.allocatedBuffers, { unsafe free($0) })
    unsafe raw.pointee.allocatedBuffers.pointee.num = 0
    for body in bodies + [ground] { unsafe body.raw.pointee.arbiterList = nil }
  }

  /// Makes the contacts of a checkpoint. The space must have none.
  func resumeContacts(_ checkpoint: Checkpoint) {
    var shapes: [UInt: Shape] = [:]
    for body in bodies + [ground] { for shape in body.shapes { shapes[shape.id] = shape } }
    // The library expects a buffer whenever it needs room.
    unsafe cpSpacePushFreshContactBuffer(raw)
    var threaded: [Arbiter] = []
    for record in checkpoint.sleepingContacts {
      guard let arbiter = makeArbiter(record, shapes) else { continue }
      // The library frees this memory when the bodies wake.
      let memory = unsafe calloc(record.points.count, MemoryLayout<cpContact>.stride)
      unsafe arbiter.give(record.points, at: memory?.assumingMemoryBound(to: cpContact.self))
      arbiter.thread()
      threaded.append(arbiter)
    }
    for record in checkpoint.contacts {
      guard let arbiter = makeArbiter(record, shapes) else { continue }
      remember(arbiter, record)
      arbiter.thread()
      unsafe cpArrayPush(raw.pointee.arbiters, arbiter.raw)
      threaded.append(arbiter)
    }
    for thread in checkpoint.threads {
      let body = thread[0] < 0 ? ground : bodies[thread[0]]
      unsafe body.raw.pointee.arbiterList = nil
      for place in thread.dropFirst().reversed() {
        unsafe ceArbiterThread(threaded[place].raw, body.raw)
      }
    }
    for record in checkpoint.otherContacts {
      guard let arbiter = makeArbiter(record, shapes) else { continue }
      remember(arbiter, record)
    }
  }

  private func makeArbiter(_ record: ContactRecord, _ shapes: [UInt: Shape]) -> Arbiter? {
    guard let a = shapes[record.a], let b = shapes[record.b] else { return nil }
    let arbiter = unsafe Arbiter(ceArbiterNew(raw, a.raw, b.raw))
    // The library's function that returns this address would also change the handler.
    unsafe arbiter.raw.pointee.handler = raw.pointer(to: \.defaultHandler)
    unsafe record.set(arbiter, at: raw.pointee.stamp)
    record.setMemory(of: arbiter, in: self)
    return arbiter
  }

  /// Gives an arbiter its points, in the space's own memory, and adds it to the cache for the next step.
  private func remember(_ arbiter: Arbiter, _ record: ContactRecord) {
    if !record.points.isEmpty {
      unsafe arbiter.give(record.points, at: cpContactBufferGetArray(raw))
      unsafe cpSpacePushContacts(raw, Int32(record.points.count))
    }
    unsafe ceArbiterCache(raw, arbiter.raw)
  }
}

extension Arbiter {
  /// Writes points to memory, and makes the arbiter refer to them. The solver recomputes everything else about them.
  fileprivate func give(
    _ points: [ContactRecord.Point],
    at memory: UnsafeMutablePointer<cpContact>?
  ) {
    guard let memory = unsafe memory else { return }
    for (index, point) in points.enumerated() { unsafe memory[index] = cpContact(point) }
    unsafe raw.pointee.contacts = memory
    unsafe raw.pointee.count = Int32(points.count)
  }

  /// Adds the arbiter at the head of both bodies' lists.
  fileprivate func thread() {
    unsafe ceArbiterThread(raw, raw.pointee.body_a)
    unsafe ceArbiterThread(raw, raw.pointee.body_b)
  }
}

extension cpContact {
  fileprivate init(_ point: ContactRecord.Point) {
    self.init()
    (r1, r2) = (point.armA.c, point.armB.c)
    (jnAcc, jtAcc) = (point.impulse.x, point.impulse.y)
    hash = cpHashValue(point.hash)
  }
}
