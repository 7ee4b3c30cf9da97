internal import Chipmunk

// The results of a step. Events are named on demand: most runs of a sweep never read them.
extension Simulation {
  /// What happened with the step to ``tick``, contacts that began first, then by the bodies' order; then bodies that
  /// diverged, and constraints that broke.
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
      guard let name = name(ofTag: body.tag), !animators.moves(body) else { continue }
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
    eventNames.follow(bodyListChanges, bodies, descriptions)
    let (tick, names, contacts) = (tick, eventNames, space.contactEvents)
    let span = contacts.span
    for index in span.indices {
      let (a, b) = (span[index].a.tag, span[index].b.tag)
      let (low, high) = (min(a, b), max(a, b))
      namedEvents.append(
        Event(
          kind: span[index].kind == .begin ? .begin : .separate,
          tick: tick,
          a: names[low] ?? otherName(ofTag: low) ?? "",
          b: names[high] ?? otherName(ofTag: high) ?? "",
          point: span[index].hasPoint ? span[index].point : nil,
          impulse: span[index].impulse.length
        )
      )
    }
  }

  /// Adds an event for each constraint that broke in the step.
  func noteBreaks() {
    nameEvents()
    (hasNews, bodyListChanges) = (true, bodyListChanges + 1)
    for constraint in space.brokenConstraints {
      let impulse = abs(constraint.lastImpulse)
      namedEvents.append(
        Event(
          breakOf: scenario.constraints[constraint.tag].id,
          tick: tick,
          point: constraint.place,
          impulse: impulse,
          force: impulse / timeline.step
        )
      )
    }
  }

  /// The ids of the constraints that broke, or whose body was removed, in the scenario's order.
  package var brokenConstraints: [String] {
    zip(scenario.constraints, constraints).filter { $1.space == nil }.map(\.0.id)
  }

  private func name(ofTag tag: Int) -> String? {
    eventNames.follow(bodyListChanges, bodies, descriptions)
    return eventNames[tag] ?? otherName(ofTag: tag)
  }

  /// The name of a wall, or of a body that was removed.
  private func otherName(ofTag tag: Int) -> String? { WorldBuilder.wallNames[tag] ?? retired[tag] }
}
