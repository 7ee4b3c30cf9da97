internal import CChipmunk

/// An arbiter of the library, by its address.
@safe
struct Arbiter: Hashable {
  let raw: UnsafeMutablePointer<cpArbiter>

  init(_ raw: UnsafeMutablePointer<cpArbiter>) { unsafe self.raw = raw }

  static func == (l: Arbiter, r: Arbiter) -> Bool { unsafe l.raw == r.raw }

  func hash(into hasher: inout Hasher) { unsafe hasher.combine(raw) }
}

// Capturing the library's arbiters in an order that does not depend on addresses.
extension Space {
  func captureContacts(_ checkpoint: inout Checkpoint) {
    var solved: [Arbiter] = []
    unsafe forEach(in: raw.pointee.arbiters) { unsafe solved.append(Arbiter($0)) }
    checkpoint.contacts = solved.map { ContactRecord(of: $0, in: self) }
    let sleeping = sleepingArbiters()
    checkpoint.sleepingContacts = sleeping.map { ContactRecord(of: $0, in: self) }
    captureThreads(&checkpoint, sleeping + solved)
    checkpoint.otherContacts = Set(cachedArbiters()).subtracting(solved).map { arbiter in
      var record = ContactRecord(of: arbiter, in: self)
      // An inactive pair may be left over from diverged bodies.
      if (try? record.json("")) == nil { (record.points, record.normal) = ([], .zero) }
      return record
    }
    checkpoint.otherContacts.sort {
      (min($0.a, $0.b), max($0.a, $0.b)) < (min($1.a, $1.b), max($1.a, $1.b))
    }
  }

  /// Records the orders of bodies' contacts that ``resumeContacts(_:)`` would not reproduce on its own.
  private func captureThreads(_ checkpoint: inout Checkpoint, _ arbiters: [Arbiter]) {
    var places: [Arbiter: Int] = [:]
    for (place, arbiter) in arbiters.enumerated() { places[arbiter] = place }
    for (place, body) in ([ground] + bodies).enumerated() {
      let thread = body.arbiters.compactMap { places[$0] }
      if !zip(thread, thread.dropFirst()).allSatisfy(>) {
        checkpoint.threads.append([place - 1] + thread)
      }
    }
  }

  /// The contacts of sleeping bodies, each once: by body in the order of the groups, and for each body from the end of
  /// its list, since new contacts are added at the head.
  func sleepingArbiters() -> [Arbiter] {
    var known: Set<Arbiter> = []
    var found: [Arbiter] = []
    unsafe forEach(in: raw.pointee.sleepingComponents) { (root: UnsafeMutablePointer<cpBody>) in
      for body in unsafe Body.owner(of: root).sleepingGroup {
        for arbiter in body.arbiters.reversed() where known.insert(arbiter).inserted {
          found.append(arbiter)
        }
      }
    }
    return found
  }

  private func cachedArbiters() -> [Arbiter] {
    var found: [Arbiter] = []
    unsafe withUnsafeMutablePointer(to: &found) { found in
      unsafe cpHashSetEach(
        raw.pointee.cachedArbiters,
        { element, found in
          guard let arbiter = unsafe element?.assumingMemoryBound(to: cpArbiter.self) else {
            return
          }
          let list = unsafe found?.assumingMemoryBound(to: [Arbiter].self)
          unsafe list?.pointee.append(Arbiter(arbiter))
        },
        found
      )
    }
    return found
  }
}

extension Body {
  /// The body's contacts, in the order of the library's list.
  fileprivate var arbiters: [Arbiter] {
    var list: [Arbiter] = []
    var next = unsafe raw.pointee.arbiterList
    while let arbiter = unsafe next {
      unsafe list.append(Arbiter(arbiter))
      unsafe next = cpArbiterNext(arbiter, raw)
    }
    return list
  }
}
