import Chipmunk

/// A character that runs and jumps: a body that never rotates, with a surface velocity at its feet.
func character() throws -> Demo {
  let space = try Demo.room()
  let feet = Geometry.circle(radius: 10)
  let player = try Body(mass: 5, moment: .infinity)
  let sole = try player.addShape(feet, friction: 2)
  player.position = Vector(30, 12)
  try space.add(player)
  try space.floor(Vector(120, 0), Vector(170, 30))
  try space.floor(Vector(170, 30), Vector(230, 30))
  try space.floor(Vector(230, 70), Vector(310, 70))
  // The player stands on something if a contact's normal points up at the player.
  func isStanding() -> Bool {
    var contacts: [ContactState] = []
    let count = space.readContacts(into: &contacts)
    return contacts.prefix(count).contains { contact in
      (contact.b == sole.id ? contact.normal.y : -contact.normal.y) > 0.5
    }
  }
  let title = "Character: surface velocity, and a look at the ground"
  return Demo(title: title, space: space, seconds: 2.4) { _ in
    sole.surfaceVelocity = Vector(-110, 0)
    if !isStanding() { player.velocity.x = 110 }
    if player.position.x > 196, player.position.x < 200, isStanding() { player.velocity.y = 300 }
  }
}
