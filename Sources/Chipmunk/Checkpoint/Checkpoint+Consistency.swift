// Checks that fields are consistent with each other. With the checkpoints rejected here, the C library would abort, or
// worse.
extension Checkpoint {
  /// Shapes by their ids, with the indices of their bodies.
  private typealias Shapes = [UInt: (body: Int, shape: ShapeRecord)]

  func checkConsistency() throws(PhysicsError) {
    guard ground.type == .static, ground.mass == nil, !ground.isMassFromShapes else {
      throw .damaged("ground", "it is a static body without a mass")
    }
    let groups = try checkSleepers()
    try checkBodies()
    let shapes = try checkShapes()
    try checkEndings(shapes)
    try checkConstraints(groups)
    try checkContacts(groups, shapes)
    try checkThreads(shapes)
  }

  /// Returns for each body the number of its sleeping group.
  private func checkSleepers() throws(PhysicsError) -> [Int?] {
    var groups = [Int?](repeating: nil, count: bodies.count)
    var isKnown = bodies.map { $0.type == .static }
    for (place, index) in awake.enumerated() {
      guard bodies.indices.contains(index), !isKnown[index] else {
        throw .damaged("awake[\(place)]", "it is the index of a body that moves, once")
      }
      isKnown[index] = true
    }
    for (group, members) in asleep.enumerated() {
      guard !members.isEmpty, settings.sleepTimeThreshold != nil else {
        throw .damaged("asleep[\(group)]", "it has members, and a sleep time threshold")
      }
      for (place, index) in members.enumerated() {
        guard bodies.indices.contains(index), !isKnown[index], bodies[index].type == .dynamic else {
          throw .damaged("asleep[\(group)][\(place)]", "it is the index of a dynamic body, once")
        }
        isKnown[index] = true
        groups[index] = group
      }
    }
    guard let lost = isKnown.firstIndex(of: false) else { return groups }
    throw .damaged("bodies[\(lost)]", "it is among those awake, or among those asleep")
  }

  private func checkBodies() throws(PhysicsError) {
    guard bodyIDs.isEmpty || bodyIDs.count == bodies.count else {
      throw .damaged("bodyIDs", "there are as many as bodies, or none")
    }
    for (place, id) in bodyIDs.enumerated() where id <= (place == 0 ? 0 : bodyIDs[place - 1]) {
      throw .damaged("bodyIDs[\(place)]", "it is above 0 and the one before")
    }
    if bodyIDs.isEmpty, nextBody == 0 { return }
    guard (bodyIDs.last ?? bodies.count) < nextBody else {
      throw .damaged("nextBody", "it is above the ids of all bodies")
    }
  }

  private func checkShapes() throws(PhysicsError) -> Shapes {
    var shapes: Shapes = [:]
    for (index, body) in zip((-1)..., [ground] + bodies) {
      for (place, shape) in body.shapes.enumerated() {
        guard shape.id < nextShape, shapes.updateValue((index, shape), forKey: shape.id) == nil
        else {
          let path = index < 0 ? "ground" : "bodies[\(index)]"
          throw .damaged("\(path).shapes[\(place)].id", "it is below nextShape, and there once")
        }
      }
    }
    return shapes
  }

  private func checkEndings(_ shapes: Shapes) throws(PhysicsError) {
    for (place, ending) in endings.enumerated() {
      for (name, shape) in [("a", ending.a), ("b", ending.b)] {
        if shape < 0 ? -1 - shape < departed.count : shapes[UInt(shape)] != nil { continue }
        let rule = shape < 0 ? "the place of a departed shape" : "the id of a shape"
        throw .damaged("endings[\(place)].\(name)", "it is \(rule)")
      }
    }
  }

  private func checkConstraints(_ groups: [Int?]) throws(PhysicsError) {
    var isKnown = [Bool](repeating: false, count: constraints.count)
    for (place, index) in acting.enumerated() {
      guard constraints.indices.contains(index), !isKnown[index] else {
        throw .damaged("acting[\(place)]", "it is the index of a constraint, once")
      }
      isKnown[index] = true
    }
    for (place, constraint) in constraints.enumerated() {
      let path = "constraints[\(place)]"
      for (name, index) in [("a", constraint.a), ("b", constraint.b)] {
        guard index == -1 || bodies.indices.contains(index) else {
          throw .damaged("\(path).\(name)", "it is the index of a body, or -1 for the ground")
        }
      }
      guard constraint.a != constraint.b else {
        throw .damaged("\(path).b", "it is another body than a")
      }
      let isAsleep = try checkPair(constraint.a, constraint.b, groups, path)
      guard isKnown[place] != isAsleep else {
        throw .damaged(path, "it is among those acting unless its bodies sleep")
      }
    }
  }

  /// Returns whether a related pair sleeps. Both sleep, or neither does.
  private func checkPair(
    _ a: Int,
    _ b: Int,
    _ groups: [Int?],
    _ path: String
  ) throws(PhysicsError) -> Bool {
    let (groupA, groupB) = (a < 0 ? nil : groups[a], b < 0 ? nil : groups[b])
    if groupA == nil, groupB == nil { return false }
    let isTogether =
      groupA == groupB || groupA == nil && type(of: a) == .static
      || groupB == nil && type(of: b) == .static
    guard isTogether else { throw .damaged(path, "its bodies sleep together, or not at all") }
    return true
  }

  private func type(of body: Int) -> BodyType { body < 0 ? .static : bodies[body].type }

  private func checkContacts(_ groups: [Int?], _ shapes: Shapes) throws(PhysicsError) {
    var pairs: Set<[UInt]> = []
    let lists = [
      ("contacts", contacts), ("sleepingContacts", sleepingContacts),
      ("otherContacts", otherContacts),
    ]
    for (name, list) in lists {
      for (place, contact) in list.enumerated() {
        let path = "\(name)[\(place)]"
        guard let a = shapes[contact.a], let b = shapes[contact.b], a.body != b.body else {
          throw .damaged(path, "its shapes are of two bodies")
        }
        guard a.shape.geometry.rank <= b.shape.geometry.rank else {
          throw .damaged(path, "circles come before segments, and segments before polygons")
        }
        guard pairs.insert([min(contact.a, contact.b), max(contact.a, contact.b)]).inserted else {
          throw .damaged(path, "it is there once")
        }
        guard contact.points.count <= 2 else {
          throw .damaged("\(path).points", "there are two at most")
        }
        if name == "otherContacts" { continue }
        guard !contact.points.isEmpty else { throw .damaged("\(path).points", "there is one") }
        guard !a.shape.isSensor, !b.shape.isSensor,
          [type(of: a.body), type(of: b.body)].contains(.dynamic),
          contact.state == .first || contact.state == .lasting,
          try checkPair(a.body, b.body, groups, path) == (name == "sleepingContacts")
        else {
          throw .damaged(path, "it is a contact of solid shapes, one of them of a dynamic body")
        }
      }
    }
  }

  /// Checks that the orders of bodies' contacts have all contacts of the body.
  private func checkThreads(_ shapes: Shapes) throws(PhysicsError) {
    if threads.isEmpty { return }
    var expected: [Int: [Int]] = [:]
    for (place, contact) in (sleepingContacts + contacts).enumerated() {
      for shape in [contact.a, contact.b] {
        if let owner = shapes[shape] { expected[owner.body, default: []].append(place) }
      }
    }
    for (place, thread) in threads.enumerated() {
      guard let body = thread.first, let contacts = expected.removeValue(forKey: body),
        thread.dropFirst().sorted() == contacts
      else {
        throw .damaged("threads[\(place)]", "it is a body's index and the places of its contacts")
      }
    }
  }
}

extension Geometry {
  /// The place of the kind of a contact's first shape, which is never after that of its second.
  fileprivate var rank: Int {
    switch self {
    case .circle: 0
    case .segment, .chain: 1
    case .box, .polygon: 2
    }
  }
}
