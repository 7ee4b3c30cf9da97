/// Makes the frames of a run. It copies the ids of the bodies once for each list of bodies, and collects contacts
/// between frames.
package struct FrameBuilder {
  /// The number of the newest list of bodies; each session has its own lists.
  package private(set) var list = 0

  private var simulation: ObjectIdentifier?
  private var changes = 0
  private var bodies: [String] = []
  private var contacts: [Frame.Contact] = []
  private static let mostContacts = 64

  /// Makes a builder without frames.
  package init() {}

  /// Adds the contacts that began at the simulation's tick.
  package mutating func note(_ simulation: Simulation) {
    for event in simulation.events where event.kind == .begin && contacts.count < Self.mostContacts
    {
      contacts.append(Frame.Contact(point: event.point, impulse: event.impulse))
    }
  }

  /// The frame of the simulation's tick. Complexity: O(*bodies*).
  package mutating func frame(of simulation: Simulation) -> Frame {
    let identity = ObjectIdentifier(simulation)
    if identity != self.simulation || changes != simulation.bodyListChanges {
      if identity != self.simulation { contacts.removeAll() }
      (self.simulation, changes) = (identity, simulation.bodyListChanges)
      bodies = simulation.descriptions.map(\.id)
      list += 1
    }
    defer { contacts.removeAll() }
    return Frame(of: simulation, bodies: bodies, list: list, contacts: contacts)
  }
}
