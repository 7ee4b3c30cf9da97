internal import CChipmunk

// A contact that has begun ends exactly once. The C library does not report the end if a shape changes but stays in its
// space, or if the space itself is freed.
extension Space {
  /// Ends all contacts of a shape, and wakes the bodies that it touched. Contacts that continue begin again in the next
  /// step. Wraps `cpSpaceFilterArbiters`.
  ///
  /// Complexity: O(*contacts of the space*).
  func endContacts(of shape: Shape) {
    guard let body = unsafe shape.raw.pointee.body, unsafe shape.raw.pointee.space == raw else {
      return
    }
    // The C function does not see the contacts of sleeping bodies.
    unsafe cpBodyActivate(body)
    shape.wakeSleepers()
    let known = pendingEvents.count
    unsafe cpSpaceFilterArbiters(raw, body, shape.raw)
    // Contacts of sensors are on no list through which one body would wake the other.
    for event in pendingEvents[known...] {
      unsafe cpBodyActivate(event.a.raw.pointee.body)
      unsafe cpBodyActivate(event.b.raw.pointee.body)
    }
  }

  /// The endings of the contacts that end with the space, sorted, if a handler needs them. All bodies must be awake.
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
    let order = eventOrder
    return pendingEvents.filter { $0.kind == .separate }.sorted { $0.key(order) < $1.key(order) }
  }
}
