// Whether what is said of the orders of contacts and the beginnings of collisions fits the contacts and shapes.
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

  func checkWarmth() throws(PhysicsError) {
    guard warmth.count.isMultiple(of: 3) else {
      throw .damaged("warmth", "it has three numbers a pair")
    }
    let words = 0...Int(UInt32.max)
    for place in stride(from: 0, to: warmth.count, by: 3) {
      guard warmth[place] >= 0, words.contains(warmth[place + 1]), words.contains(warmth[place + 2])
      else {
        throw .damaged("warmth[\(place)]", "it is a shape's id, and two whole numbers below 2³²")
      }
    }
  }
}
