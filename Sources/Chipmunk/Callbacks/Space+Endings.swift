internal import CChipmunk

// A contact that has begun ends once, whatever happens to it. The C library forgets to say so where a
// shape stays in its space and yet is another one than before, and where the space itself goes.
extension Space {
  /// Ends all contacts of a shape, and wakes what it touched: contacts that go on begin anew with the
  /// next step. Wraps `cpSpaceFilterArbiters`.
  ///
  /// Complexity: O(*contacts of the space*).
  func endContacts(of shape: Shape) {
    guard let body = unsafe shape.raw.pointee.body, unsafe shape.raw.pointee.space == raw else {
      return
    }
    // The contacts of sleepers are out of the function's sight.
    unsafe cpBodyActivate(body)
    shape.wakeSleepers()
    let known = pendingEvents.count
    unsafe cpSpaceFilterArbiters(raw, body, shape.raw)
    // A sensor's contacts are on no list by which a body would wake with the other.
    for event in pendingEvents[known...] {
      unsafe cpBodyActivate(event.a.raw.pointee.body)
      unsafe cpBodyActivate(event.b.raw.pointee.body)
    }
  }

  /// The endings of the contacts that end with the space, sorted, if a handler waits for them. All bodies
  /// have to be awake.
  func lastEndings() -> [ContactEvent] {
    if areRoutesStale { updateRoutes() }
    guard !routes.separate.isEmpty else { return [] }
    unsafe withUnsafeMutablePointer(to: &pendingEvents) { events in
      unsafe cpHashSetEach(
        raw.pointee.cachedArbiters,
        { element, events in
          let arbiter = unsafe element?.assumingMemoryBound(to: cpArbiter.self)
          let events = unsafe events?.assumingMemoryBound(to: [ContactEvent].self)
          guard let arbiter = unsafe arbiter, let events = unsafe events else { return }
          guard unsafe arbiter.pointee.state != CP_ARBITER_STATE_CACHED else { return }
          unsafe events.pointee.append(ContactEvent(.separate, arbiter))
        },
        events
      )
    }
    return pendingEvents.filter { $0.kind == .separate }.sorted { $0.key < $1.key }
  }
}
