internal import CChipmunk
internal import ChipmunkEngine

// Putting bodies to sleep: for example a pile that should stand until something touches it.
extension Body {
  /// Puts the body to sleep now, together with all bodies that it touches or is joined to; with
  /// `other`, also that body and all that it touches. They wake together. During a step it takes
  /// effect at the end of the step.
  ///
  /// A body that falls asleep in mid-air stays there and resumes its velocity when it wakes. A body
  /// that touches a kinematic body, or is joined to one, does not fall asleep. Replaces
  /// `cpBodySleep` and `cpBodySleepWithGroup`, which abort soon after if the body touches an awake
  /// one.
  ///
  /// - Parameter other: a body to sleep with, as a group: touching it wakes this one too.
  /// - Throws: ``PhysicsError/Code/notInSpace``, also if the other body is in another space;
  ///   ``PhysicsError/Code/wrongBodyType`` unless both are dynamic;
  ///   ``PhysicsError/Code/sleepingDisabled`` in a space without a sleep time threshold.
  /// - Complexity: O(*bodies and contacts of the group*).
  public func sleep(with other: Body? = nil) throws(PhysicsError) {
    for body in [self, other ?? self] {
      try body.require(.dynamic, "sleep")
      guard let space = body.space, space === self.space else {
        throw PhysicsError(
          .notInSpace,
          "a body that is to sleep is in no space, or in another one",
          "add it first"
        )
      }
      guard space.sleepTimeThreshold != nil else {
        throw PhysicsError(
          .sleepingDisabled,
          "no body may sleep in this space",
          "set its sleep time threshold first"
        )
      }
    }
    changeWhenUnlocked { body in body.fallAsleep(with: other) }
  }

  /// The bodies that sleep and wake with this one, including itself; empty while it is awake.
  /// Complexity: O(*bodies of the group*).
  public var sleepingGroup: [Body] {
    var group: [Body] = []
    var next = unsafe raw.pointee.sleeping.root
    while let body = unsafe next {
      unsafe group.append(.owner(of: body))
      unsafe next = body.pointee.sleeping.next
    }
    return group
  }

  private func fallAsleep(with other: Body?) {
    let bodies = [self, other ?? self]
    guard let space = attachedSpace, space.sleepTimeThreshold != nil,
      bodies.allSatisfy({ $0.attachedSpace === space && $0.currentType == .dynamic })
    else { return }
    let group = unsafe raw.pointee.sleeping.root
    guard unsafe group == nil || group != bodies[1].raw.pointee.sleeping.root else { return }
    // Two groups can merge only by being built again.
    let members = bodies + bodies.flatMap(\.sleepingGroup)
    noteMotion()
    for body in bodies { unsafe cpBodyActivate(body.raw) }
    guard let island = Self.island(of: members) else { return }
    unsafe ceBodySleep(raw, nil)
    for body in island where body !== self { unsafe ceBodySleep(body.raw, raw) }
  }

  /// All dynamic bodies that the given ones touch or are joined to, directly or through others, including the given
  /// ones; nil if a kinematic body is among them.
  private static func island(of bodies: [Body]) -> [Body]? {
    var island: [Body] = []
    var known: Set<ObjectIdentifier> = []
    for body in bodies where known.insert(ObjectIdentifier(body)).inserted { island.append(body) }
    var place = 0
    while place < island.count {
      for body in island[place].neighbours where body.currentType != .static {
        guard body.currentType == .dynamic else { return nil }
        if known.insert(ObjectIdentifier(body)).inserted { island.append(body) }
      }
      place += 1
    }
    return island
  }

  /// The bodies at the other ends of this one's contacts and constraints.
  private var neighbours: [Body] {
    var bodies = jointedBodies
    var contact = unsafe raw.pointee.arbiterList
    while let arbiter = unsafe contact {
      let isA = unsafe arbiter.pointee.body_a == raw
      unsafe bodies.append(.owner(of: isA ? arbiter.pointee.body_b : arbiter.pointee.body_a))
      unsafe contact = isA ? arbiter.pointee.thread_a.next : arbiter.pointee.thread_b.next
    }
    return bodies
  }

  /// The bodies at the other ends of this one's constraints in its space.
  var jointedBodies: [Body] {
    var bodies: [Body] = []
    var constraint = unsafe raw.pointee.constraintList
    while let joint = unsafe constraint {
      let isA = unsafe joint.pointee.a == raw
      unsafe bodies.append(.owner(of: isA ? joint.pointee.b : joint.pointee.a))
      unsafe constraint = isA ? joint.pointee.next_a : joint.pointee.next_b
    }
    return bodies
  }
}
