import Chipmunk
import Testing

@Suite("All contacts")
struct ContactStatesTests {
  @Test("are those that the step solved, seen from the lower id")
  func resting() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 15.95), to: space)
    let upper = try addCrate(at: Vector(0, 47.9), to: space)
    let zone = try space.ground.addShape(.circle(radius: 5))
    try zone.set(\.isSensor, to: true)
    try space.steps(300)
    var contacts: [ContactState] = []
    #expect(space.readContacts(into: &contacts) == 2)
    #expect(space.contactCount == 2)
    contacts.sort { ($0.a, $0.b) < ($1.a, $1.b) }
    let ids = [space.ground.shapes[0].id, crate.shapes[0].id, upper.shapes[0].id]
    #expect(contacts.map(\.a) == [ids[0], ids[1]])
    #expect(contacts.map(\.b) == [ids[1], ids[2]])
    for (contact, mass) in zip(contacts, [20.0, 10]) {
      #expect((contact.normal - Vector(0, 1)).length < 1e-3)
      #expect(abs(contact.impulse.y - mass * 1000 / 120) < 0.1)
      #expect(contact.points.count == 2)
      #expect(contact.points.allSatisfy { (0...0.3).contains($0.depth) })
    }
    // The array keeps its elements past the count, and grows only if necessary.
    try space.remove(upper)
    try space.step()
    #expect(space.readContacts(into: &contacts) == 1)
    #expect(contacts.count == 2)
  }

  @Test("of removed or sleeping bodies are absent")
  func gone() throws {
    let space = try spaceWithFloor(sleepAfter: 0.3)
    let crates = try (0..<3).map { try addCrate(at: Vector(Double($0) * 50, 15.95), to: space) }
    var contacts: [ContactState] = []
    try space.steps(10)
    #expect(space.readContacts(into: &contacts) == 3)
    try space.remove(crates[1])
    #expect(space.readContacts(into: &contacts) == 2)
    try space.steps(100)
    #expect(crates[0].isSleeping)
    #expect(space.readContacts(into: &contacts) == 0)
    crates[0].wake()
    #expect(space.readContacts(into: &contacts) == 1)
    #expect(contacts[0].points.count == 2)
  }
}
