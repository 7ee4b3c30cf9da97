internal import CChipmunk
internal import ChipmunkEngine

// Taking a checkpoint.
extension Space {
  /// The complete state of this space, as a value. See ``Checkpoint``.
  ///
  /// With ``Engine/tiltbox`` it changes nothing. With ``Engine/chipmunk`` the tree is rebuilt, as it is in a restored
  /// space, and contacts may be found in another order from then on: to compare runs, take checkpoints in both at the
  /// same ticks.
  ///
  /// - Returns: the checkpoint.
  /// - Throws: ``PhysicsError/Code/stepping`` from within a step; ``PhysicsError/Code/closureMissing`` for a restored
  ///   space that waits for a closure; ``PhysicsError/Code/unsolvable`` for a constraint that prevents the next step;
  ///   ``PhysicsError/Code/diverged`` while a number is out of all bounds; ``PhysicsError/Code/outOfRange`` after 2⁵³
  ///   steps, shapes or bodies; ``PhysicsError/Code/stackTooSmall`` as ``step()``; the error of a rejected assignment,
  ///   as ``step()``. Nothing has changed then.
  /// - Complexity: O(*shapes* · log *shapes* + *contacts* · log *contacts*).
  public func checkpoint() throws(PhysicsError) -> Checkpoint {
    guard !isStepping else {
      throw PhysicsError(.stepping, "a step runs", "take the checkpoint after it has ended")
    }
    try RejectedAssignments.throwAll(&ownRejectedAssignments)
    try checkStack()
    try checkAwaitedFunctions()
    if mustCheckConstraints { try checkConstraints() }
    let checkpoint = capture()
    // Only a space that was restored with counts this high can reach the limit.
    guard max(UInt(tick), checkpoint.nextShape, nextBody) <= Checkpoint.greatestCount else {
      throw PhysicsError(
        .outOfRange,
        "there have been more than 2⁵³ steps, shapes or bodies",
        "build the scene in a new space"
      )
    }
    do throws(PhysicsError) {
      _ = try checkpoint.json(in: nil)
    } catch {
      throw PhysicsError(
        code: .diverged,
        subject: error.subject,
        value: error.value,
        unit: error.unit,
        remedy: "remove the body, or set it anew, and take the checkpoint then"
      )
    }
    if engine == .chipmunk { resume(from: checkpoint) }
    return checkpoint
  }

  private func capture() -> Checkpoint {
    var checkpoint = Checkpoint()
    (checkpoint.tick, checkpoint.timeStep) = (tick, timeStep)
    checkpoint.engine = engine
    for property in SettingsRecord.properties { property.read(&checkpoint.settings, self) }
    checkpoint.nextShape = unsafe UInt(raw.pointee.shapeIDCounter)
    let ids = bodies.map { Int($0.id) }
    if ids != Array(1..<bodies.count + 1) { checkpoint.bodyIDs = ids }
    if nextBody != bodies.count + 1 { checkpoint.nextBody = nextBody }
    checkpoint.ground = BodyRecord(of: ground)
    checkpoint.bodies = bodies.map(BodyRecord.init(of:))
    captureOrder(&checkpoint)
    captureContacts(&checkpoint)
    captureEndings(&checkpoint)
    return checkpoint
  }

  private func captureOrder(_ checkpoint: inout Checkpoint) {
    let places = Dictionary(uniqueKeysWithValues: zip(bodies, 0...))
    func place(_ body: Body) -> Int { places[body] ?? -1 }
    unsafe forEach(in: raw.pointee.dynamicBodies) {
      unsafe checkpoint.awake.append(place(.owner(of: $0)))
    }
    unsafe forEach(in: raw.pointee.sleepingComponents) {
      unsafe checkpoint.asleep.append(Body.owner(of: $0).sleepingGroup.map(place))
    }
    checkpoint.constraints = constraints.map {
      ConstraintRecord(of: $0, place($0.bodyA), place($0.bodyB))
    }
    let order = Dictionary(uniqueKeysWithValues: zip(constraints, 0...))
    unsafe forEach(in: raw.pointee.constraints) {
      if let index = unsafe order[.owner(of: $0)] { checkpoint.acting.append(index) }
    }
  }

  private func captureEndings(_ checkpoint: inout Checkpoint) {
    var departed: [Shape: Int] = [:]
    func place(_ shape: Shape) -> Int {
      if unsafe shape.raw.pointee.space == raw { return Int(shape.id) }
      if let place = departed[shape] { return place }
      checkpoint.departed.append(ShapeRecord(of: shape))
      departed[shape] = -checkpoint.departed.count
      return -checkpoint.departed.count
    }
    for event in pendingEvents {
      checkpoint.endings.append(EndingRecord(of: event, place(event.a), place(event.b)))
    }
  }
}

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
      if (try? record.json(in: nil)) == nil { (record.points, record.normal) = ([], .zero) }
      return record
    }
    checkpoint.otherContacts.sort {
      (min($0.a, $0.b), max($0.a, $0.b)) < (min($1.a, $1.b), max($1.a, $1.b))
    }
  }

  /// Records the orders of bodies' contacts that ``resumeContacts(_:)`` would not reproduce on its own.
  private func captureThreads(_ checkpoint: inout Checkpoint, _ arbiters: [Arbiter]) {
    let places = Dictionary(uniqueKeysWithValues: zip(arbiters, 0...))
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

  /// All pairs in the cache, in the order of hashed addresses.
  func cachedArbiters() -> [Arbiter] {
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
  var arbiters: [Arbiter] {
    var list: [Arbiter] = []
    var next = unsafe raw.pointee.arbiterList
    while let arbiter = unsafe next {
      unsafe list.append(Arbiter(arbiter))
      unsafe next = cpArbiterNext(arbiter, raw)
    }
    return list
  }
}

// Creating a space from a checkpoint.
extension Space {
  /// Makes a space from a checkpoint. See ``Checkpoint``.
  ///
  /// Bodies, their shapes and constraints have their original order and tags. Add handlers again before the first step,
  /// and set the closures that bodies and constraints had; otherwise ``step()`` throws
  /// ``PhysicsError/Code/closureMissing`` and names one.
  ///
  /// - Parameter checkpoint: the state of the new space.
  /// - Throws: for a checkpoint written by hand, the errors of the calls that build a space, such as
  ///   ``PhysicsError/Code/unsolvable`` for a constraint.
  /// - Complexity: O(*shapes* · log *shapes* + *contacts*).
  public convenience init(restoring checkpoint: Checkpoint) throws(PhysicsError) {
    try self.init(timeStep: checkpoint.timeStep, engine: checkpoint.engine)
    for property in SettingsRecord.properties { property.write(checkpoint.settings, self) }
    try checkpoint.ground.furnish(ground)
    let made = try checkpoint.bodies.map { record throws(PhysicsError) in try record.makeBody() }
    func body(_ index: Int) -> Body { index < 0 ? ground : made[index] }
    let joints = try checkpoint.constraints.map { record throws(PhysicsError) in
      try record.makeConstraint(body(record.a), body(record.b))
    }
    checkpoint.ground.setMotion(of: ground)
    for (body, record) in zip(made, checkpoint.bodies) {
      // Set before the body is added; otherwise, all shapes would be indexed in one place.
      record.setMotion(of: body)
      try add(body)
    }
    for joint in joints { try add(joint) }
    for (body, record) in zip(made + [ground], checkpoint.bodies + [checkpoint.ground]) {
      for (shape, record) in zip(body.shapes, record.shapes) {
        shape.id = record.id
        unsafe shape.raw.pointee.hashid = cpHashValue(record.id)
      }
    }
    for (body, id) in zip(bodies, checkpoint.bodyIDs) { body.id = UInt(id) }
    nextBody = max((bodies.last?.id ?? 0) + 1, checkpoint.nextBody)
    resume(from: checkpoint)
    try restoreEndings(checkpoint)
    awaitFunctions(checkpoint)
    try RejectedAssignments.throwAll(&ownRejectedAssignments)
  }

  private func restoreEndings(_ checkpoint: Checkpoint) throws(PhysicsError) {
    var departed: [Shape] = []
    for record in checkpoint.departed {
      let body = record.mass == nil ? Body.static() : Body.dynamic()
      let shape = try record.add(to: body)
      try body.removeShape(shape)
      shape.id = record.id
      departed.append(shape)
    }
    let shapes = shapesByID
    for ending in checkpoint.endings {
      func shape(_ place: Int) -> Shape? { place < 0 ? departed[-1 - place] : shapes[UInt(place)] }
      guard let a = shape(ending.a), let b = shape(ending.b) else { continue }
      pendingEvents.append(ending.makeEvent(a, b))
    }
  }

  private func awaitFunctions(_ checkpoint: Checkpoint) {
    hasDeferredWork = true
    for (body, record) in zip(bodies, checkpoint.bodies) {
      awaitedFunctions += record.functions.map { function in
        AwaitedFunction(name: "\(function.rawValue)Function of body \(body.id)") { [weak body] in
          body?.space == nil || function.isSet(on: body)
        }
      }
    }
    for (index, (constraint, record)) in zip(constraints, checkpoint.constraints).enumerated() {
      awaitedFunctions += record.functions.map { function in
        AwaitedFunction(name: "\(function.rawValue) of constraint \(index)") { [weak constraint] in
          constraint?.space == nil || function.isSet(on: constraint)
        }
      }
    }
  }
}

// The part that a running space and a restored one share. Everything that the next step reads comes from the
// checkpoint, or is rebuilt; so state that a checkpoint lacks is equal in both.
extension Space {
  /// Sets the state of a space that has a checkpoint's bodies, shapes and constraints in the same order.
  func resume(from checkpoint: Checkpoint) {
    tick = checkpoint.tick
    unsafe raw.pointee.stamp = cpTimestamp(truncatingIfNeeded: tick)
    unsafe raw.pointee.curr_dt = tick == 0 ? 0 : timeStep
    unsafe raw.pointee.shapeIDCounter = cpHashValue(checkpoint.nextShape)
    dropContacts()
    checkpoint.ground.setMotion(of: ground)
    for (body, record) in zip(bodies, checkpoint.bodies) { record.setMotion(of: body) }
    resumeBodies(checkpoint)
    resumeConstraints(checkpoint)
    forgetMovedBodies()
    renewIndexes()
    resumeContacts(checkpoint)
  }

  private func resumeBodies(_ checkpoint: Checkpoint) {
    for body in bodies {
      unsafe body.raw.pointee.sleeping.root = nil
      unsafe body.raw.pointee.sleeping.next = nil
    }
    unsafe raw.pointee.dynamicBodies.pointee.num = 0
    for index in checkpoint.awake {
      unsafe cpArrayPush(raw.pointee.dynamicBodies, bodies[index].raw)
    }
    unsafe raw.pointee.sleepingComponents.pointee.num = 0
    for group in checkpoint.asleep {
      let root = unsafe bodies[group[0]].raw
      unsafe cpArrayPush(raw.pointee.sleepingComponents, root)
      for (member, next) in zip(group, group.dropFirst().map(Optional.some) + [nil]) {
        unsafe bodies[member].raw.pointee.sleeping.root = root
        unsafe bodies[member].raw.pointee.sleeping.next = next.map { unsafe bodies[$0].raw }
      }
    }
  }

  private func resumeConstraints(_ checkpoint: Checkpoint) {
    unsafe raw.pointee.constraints.pointee.num = 0
    for index in checkpoint.acting {
      unsafe cpArrayPush(raw.pointee.constraints, constraints[index].raw)
    }
    for body in bodies + [ground] { unsafe body.raw.pointee.constraintList = nil }
    for (constraint, record) in zip(constraints, checkpoint.constraints) {
      constraint.storedImpulse = record.impulse
      let (joint, a, b) = unsafe (constraint.raw, constraint.bodyA.raw, constraint.bodyB.raw)
      unsafe joint.pointee.next_a = a.pointee.constraintList
      unsafe a.pointee.constraintList = joint
      unsafe joint.pointee.next_b = b.pointee.constraintList
      unsafe b.pointee.constraintList = joint
    }
  }

  /// Rebuilds the indexes of shapes from the current positions, in the order of ids: the static index first, with the
  /// shapes of static and sleeping bodies, then the dynamic one.
  private func renewIndexes() {
    unsafe ceSpaceRenewIndexes(raw)
    let shapes = (bodies + [ground]).flatMap(\.shapes).sorted { $0.id < $1.id }
    for shape in shapes { unsafe ceShapeUpdate(shape.raw) }
    for fillsStatic in [true, false] {
      for shape in shapes {
        guard let body = unsafe shape.raw.pointee.body else { continue }
        let isStatic =
          unsafe cpBodyGetType(body) == CP_BODY_TYPE_STATIC
          || cpBodyIsSleeping(body) != 0
        guard isStatic == fillsStatic else { continue }
        let index = unsafe fillsStatic ? raw.pointee.staticShapes : raw.pointee.dynamicShapes
        unsafe cpSpatialIndexInsert(index, shape.raw, shape.raw.pointee.hashid)
      }
    }
  }
}

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
    let shapes = shapesByID
    // The library expects a buffer whenever it needs room.
    unsafe cpSpacePushFreshContactBuffer(raw)
    var threaded: [Arbiter] = []
    let (sleeping, solved) = (checkpoint.sleepingContacts, checkpoint.contacts)
    for (records, isSleeping) in [(sleeping, true), (solved, false)] {
      for record in records {
        guard let arbiter = makeArbiter(record, shapes, isSleeping: isSleeping) else { continue }
        unsafe ceArbiterThreadBoth(arbiter.raw)
        if !isSleeping { unsafe cpArrayPush(raw.pointee.arbiters, arbiter.raw) }
        threaded.append(arbiter)
      }
    }
    for thread in checkpoint.threads {
      let body = thread[0] < 0 ? ground : bodies[thread[0]]
      unsafe body.raw.pointee.arbiterList = nil
      for place in thread.dropFirst().reversed() {
        unsafe ceArbiterThread(threaded[place].raw, body.raw)
      }
    }
    for record in checkpoint.otherContacts { _ = makeArbiter(record, shapes) }
  }

  private var shapesByID: [UInt: Shape] {
    var shapes: [UInt: Shape] = [:]
    for body in bodies + [ground] { for shape in body.shapes { shapes[shape.id] = shape } }
    return shapes
  }

  /// Makes an arbiter, and unless its bodies sleep, adds it to the cache for the next step.
  private func makeArbiter(
    _ record: ContactRecord,
    _ shapes: [UInt: Shape],
    isSleeping: Bool = false
  ) -> Arbiter? {
    guard let a = shapes[record.a], let b = shapes[record.b] else { return nil }
    let arbiter = unsafe Arbiter(ceArbiterNew(raw, a.raw, b.raw))
    var contact = record.contact
    unsafe ceArbiterSetState(raw, arbiter.raw, &contact, isSleeping)
    if !isSleeping { unsafe ceArbiterCache(raw, arbiter.raw) }
    return arbiter
  }
}
