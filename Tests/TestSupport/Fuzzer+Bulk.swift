import Chipmunk

// Calls for all bodies, or all contacts, at once.
extension Fuzzer {
  static let bulkCalls: [(String, Call)] = [
    (
      "read",
      {
        try $0.space().readStates(into: &$0.states)
        _ = try $0.space().states
      }
    ),
    ("read with ids", { try $0.readWithIDs($0.space()) }),
    (
      "write",
      { fuzz in
        let space = try fuzz.space()
        var states = space.states
        for index in states.indices where fuzz.numbers.chance(0.3) {
          states[index] = fuzz.state()
        }
        if fuzz.numbers.chance(0.1) { states = states.dropLast() + [fuzz.state()] }
        try space.writeStates(states)
      }
    ),
    ("write by ids", { try $0.writeByIDs($0.space()) }),
    ("write by ids", { try $0.writeByIDs($0.space()) }),
    ("read contacts", { try $0.readContacts($0.space()) }),
    ("kick", { try $0.space().kick(by: $0.finite($0.vector(-50...50))) }),
    ("kick a body", { try $0.body().kick(by: $0.finite($0.vector(-50...50))) }),
  ]

  /// Returns a vector in the range that the package's own callers pass.
  private func finite(_ vector: Vector) -> Vector {
    (try? ParameterRange.velocity.check(vector)) == nil ? .zero : vector
  }

  private mutating func readWithIDs(_ space: Space) {
    if numbers.chance(0.3) { ids = Array(repeating: .max, count: numbers.count(0...40)) }
    space.readStates(into: &states, ids: &ids)
    for (place, body) in space.bodies.enumerated()
    where space.body(id: ids[place]) !== body || body.id != ids[place] {
      tally.unsound.append("an id of another body")
    }
    if space.body(id: 0) !== space.ground { tally.unsound.append("a ground that 0 does not find") }
    if space.body(id: .max) != nil { tally.unsound.append("a body of no such id") }
  }

  /// Writes some of the bodies in any order, sometimes with a duplicate or unknown id.
  private mutating func writeByIDs(_ space: Space) throws {
    var some = space.bodies.map(\.id).filter { _ in numbers.chance(0.6) }
    if numbers.chance(0.3) { some.shuffle(using: &numbers.random) }
    if numbers.chance(0.2), let id = some.last { some.append(id) }
    if numbers.chance(0.1) { some.append(numbers.pick([0, 1, 7, .max])) }
    if numbers.chance(0.05), let other = bodies.last { some.append(other.id) }
    var states = some.map { space.body(id: $0)?.state ?? BodyState() }
    for index in states.indices where numbers.chance(0.5) { states[index] = state() }
    if numbers.chance(0.05) { states.append(state()) }
    try space.writeStates(states, ids: some)
  }

  private mutating func readContacts(_ space: Space) {
    if numbers.chance(0.3) { contacts.removeAll() }
    let count = space.readContacts(into: &contacts)
    if count != space.contactCount { tally.unsound.append("another number of contacts") }
    for contact in contacts.prefix(count)
    where contact.a >= contact.b || !contact.normal.isFinite || contact.points.isEmpty {
      tally.unsound.append("a contact that is none: \(contact)")
    }
  }
}
