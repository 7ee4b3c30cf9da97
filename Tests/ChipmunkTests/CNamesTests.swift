import Testing

@Suite("C names")
struct CNamesTests {
  /// A first program in C's words, with a part of the compiler's message for each line.
  static let listing: [(code: String, answer: String)] = [
    ("let world = cpSpaceNew()", "'cpSpaceNew()' has been replaced by 'Space.init(timeStep:)'"),
    ("cpSpaceSetGravity(space, .zero)", "Space.gravity"),
    ("let floor = cpSpaceGetStaticBody(space)", "Space.ground"),
    ("let side = cpSegmentShapeNew(body, .zero, .zero, 1)", "body.addShape(.segment"),
    ("let moment = cpMomentForBox(1, 32, 32)", "moment(mass:)"),
    ("let crate = cpBodyNew(1, 100)", "Body.init(mass:moment:)"),
    ("cpSpaceAddBody(space, body)", "Space.add(_:)"),
    ("let box = cpBoxShapeNew(body, 32, 32, 0)", "body.addShape(.box"),
    ("cpShapeSetFriction(shape, 0.5)", "Shape.friction"),
    ("cpSpaceAddShape(space, shape)", "puts it in the body and its space"),
    ("let place = cpv(1, 2)", "'cpv' has been replaced by 'Vector.init(_:_:)'"),
    ("cpBodySetPosition(body, .zero)", "Body.position"),
    ("cpSpaceStep(space, 0.01)", "call space.step()"),
    ("cpSpaceFree(space)", "freed with its last reference"),
  ]

  @Test("lead to the Swift names through compiler errors, in a whole program line by line")
  func answers() throws {
    let opening = "func run(_ space: Space, _ body: Body, _ shape: Shape) {"
    let errors = try compilerErrors(in: [opening] + Self.listing.map(\.code) + ["}"])
    for (line, (code, answer)) in Self.listing.enumerated() {
      #expect(errors[line + 1].contains { $0.contains(answer) }, "\(code): \(errors[line + 1])")
    }
  }
}
