internal import Chipmunk

// What happened with a step. Events get their names when somebody asks for them: most runs of a sweep never do.
extension Simulation {
  /// What happened with the step to ``tick``, contacts that began first, then by the bodies' order; bodies that
  /// diverged last.
  ///
  /// Complexity: O(1); O(*events* log *events*) when first asked for at a tick.
  public var events: [Event] {
    if hasUnnamedEvents { nameEvents() }
    return namedEvents
  }

  func forgetNews() {
    namedEvents.removeAll(keepingCapacity: true)
    limitedBodies.removeAll(keepingCapacity: true)
    (hasNews, hasUnnamedEvents, divergence) = (false, false, nil)
  }

  /// To be called when a step has been taken.
  func takeNews() {
    hasNews = true
    hasUnnamedEvents = !space.contactEvents.isEmpty
    for body in space.limitedBodies {
      guard let name = name(ofTag: body.tag), !drives.moves(body) else { continue }
      limitedBodies.append(name)
      limitedTicks[name, default: 0] += 1
    }
    guard !retired.isEmpty else { return }
    nameEvents()
    retired.removeAll()
  }

  /// Names the events that are still to be named, while the tags of their bodies mean what they meant at the step.
  func nameEvents() {
    guard hasUnnamedEvents else { return }
    hasUnnamedEvents = false
    let contacts = space.contactEvents
    Self.putInOrder(contacts, &eventOrder)
    name(contacts, in: eventOrder, &namedEvents)
  }

  /// Bodies come in their own order and walls last, whatever the order of making them was.
  private static func putInOrder(_ contacts: [ContactEvent], _ order: inout [EventPlace]) {
    order.removeAll(keepingCapacity: true)
    for (place, contact) in contacts.enumerated() {
      let (a, b) = (contact.a.tag, contact.b.tag)
      order.append((contact.kind.rawValue, min(a, b), max(a, b), place))
    }
    order.sort(by: <)
  }

  private func name(_ contacts: [ContactEvent], in order: [EventPlace], _ events: inout [Event]) {
    for (_, low, high, place) in order {
      let contact = contacts[place]
      events.append(
        Event(
          kind: contact.kind == .begin ? .begin : .separate,
          tick: tick,
          a: name(ofTag: low) ?? "",
          b: name(ofTag: high) ?? "",
          point: contact.point,
          impulse: contact.impulse.length
        )
      )
    }
  }

  /// The name of a body or a wall. Complexity: O(1) where no body was removed, else O(log *bodies*).
  private func name(ofTag tag: Int) -> String? {
    if tag < bodies.count, bodies[tag].tag == tag { return descriptions[tag].id }
    let place = bodies.partitioningIndex { $0.tag >= tag }
    if place < bodies.count, bodies[place].tag == tag { return descriptions[place].id }
    return WorldBuilder.wallNames[tag] ?? retired[tag]
  }
}
