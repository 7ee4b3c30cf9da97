internal import Chipmunk

// The results of a step. Events are named on demand: most runs of a sweep never read them.
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

  /// Call this after a step.
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

  /// Names the remaining events, while the tags of their bodies still mean what they meant at the step.
  func nameEvents() {
    guard hasUnnamedEvents else { return }
    hasUnnamedEvents = false
    let contacts = space.contactEvents
    Self.putInOrder(contacts, &eventOrder)
    name(contacts, in: eventOrder, &namedEvents)
  }

  /// Bodies come in their own order and walls last, in whatever order they were made.
  private static func putInOrder(_ contacts: [ContactEvent], _ order: inout [EventPlace]) {
    order.removeAll(keepingCapacity: true)
    let span = contacts.span
    for place in span.indices {
      let (a, b) = (span[place].a.tag, span[place].b.tag)
      order.append((span[place].kind.rawValue, min(a, b), max(a, b), place))
    }
    order.sort(by: <)
  }

  private func name(_ contacts: [ContactEvent], in order: [EventPlace], _ events: inout [Event]) {
    eventNames.follow(bodyListChanges, bodies, descriptions)
    let (tick, names, span) = (tick, eventNames, contacts.span)
    for (_, low, high, place) in order {
      events.append(
        Event(
          kind: span[place].kind == .begin ? .begin : .separate,
          tick: tick,
          a: names[low] ?? otherName(ofTag: low) ?? "",
          b: names[high] ?? otherName(ofTag: high) ?? "",
          point: span[place].hasPoint ? span[place].point : nil,
          impulse: span[place].impulse.length
        )
      )
    }
  }

  private func name(ofTag tag: Int) -> String? {
    eventNames.follow(bodyListChanges, bodies, descriptions)
    return eventNames[tag] ?? otherName(ofTag: tag)
  }

  /// The name of a wall, or of a body that was removed.
  private func otherName(ofTag tag: Int) -> String? { WorldBuilder.wallNames[tag] ?? retired[tag] }
}
