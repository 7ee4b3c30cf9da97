// Checks that the orders of contacts and the beginnings of collisions fit the contacts and shapes.
extension Checkpoint {
  func checkThreads() throws(PhysicsError) {
    if threads.isEmpty { return }
    var owners: [UInt: Int] = [:]
    for shape in ground.shapes { owners[shape.id] = -1 }
    for (index, body) in bodies.enumerated() {
      for shape in body.shapes { owners[shape.id] = index }
    }
    var expected: [Int: [Int]] = [:]
    for (place, contact) in (sleepingContacts + contacts).enumerated() {
      for shape in [contact.a, contact.b] {
        if let owner = owners[shape] { expected[owner, default: []].append(place) }
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
