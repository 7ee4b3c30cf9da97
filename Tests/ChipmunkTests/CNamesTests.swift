import Testing

@Suite("C names")
struct CNamesTests {
  /// Code that a C user may write, and the compiler's message.
  static let guesses: [(code: String, answer: String)] = [
    ("func drop(_ body: UnsafeMutablePointer<cpBody>) {}", "'cpBody' has been renamed to 'Body'"),
    ("var world: cpSpace?", "'cpSpace' has been renamed to 'Space'"),
    ("var ball: cpCircleShape?", "'cpCircleShape' has been renamed to 'Shape'"),
    ("var joint: cpPinJoint?", "'cpPinJoint' has been renamed to 'PinJoint'"),
    ("func touch(_ contact: cpArbiter) {}", "'cpArbiter' has been renamed to 'Contact'"),
    ("let length: cpFloat = 1", "'cpFloat' has been renamed to 'Double'"),
    ("let zero = cpvzero", "'cpvzero' has been renamed to 'Vector.zero'"),
    (
      "let kind = CP_BODY_TYPE_STATIC",
      "'CP_BODY_TYPE_STATIC' has been renamed to 'BodyType.static'"
    ),
    ("var lines: cpPolylineSet?", "'cpPolylineSet' is unavailable: write [Polyline]"),
    (
      "func grow(_ ball: Shape) { cpCircleShapeSetRadius(ball, 2) }",
      "'cpCircleShapeSetRadius' is unavailable: write shape.setGeometry(_:)"
    ),
    ("let place = cpv(1, 2)", "'cpv' has been replaced by 'Vector.init(_:_:)'"),
  ]

  @Test("lead to the Swift names through compiler errors")
  func answers() throws {
    let errors = try compilerErrors(in: Self.guesses.map(\.code))
    for (line, guess) in Self.guesses.enumerated() {
      #expect(
        errors[line].contains { $0.hasSuffix("error: \(guess.answer)") },
        "\(guess.code): \(errors)"
      )
    }
  }

  /// A program from the manuals of Chipmunk 5 and 6, with a word of the compiler's message for each line.
  static let listing: [(code: String, answer: String)] = [
    ("cpInitChipmunk()", "delete this line"),
    ("cpResetShapeIdCounter()", "delete this line"),
    ("space.elasticIterations = 10", "see space.iterations"),
    ("cpSpaceResizeStaticHash(space, 40, 1000)", "delete this line"),
    ("cpSpaceResizeActiveHash(space, 40, 1000)", "delete this line"),
    ("let hash = cpSpaceHashNew(40, 1000, nil)", "use the space's queries"),
    ("let floor = cpBodyNewStatic()", "Body.static()"),
    ("cpSpaceAddStaticShape(space, shape)", "space.ground.addShape"),
    ("let sides = cpBoxShapeNew(body, 32, 32)", "body.addShape(.box"),
    ("let moment = cpMomentForPoly(1, 4, [], .zero)", "moment(mass:)"),
    ("let hull = cpPolyShapeNew(body, 4, [], .zero)", "body.addShape(.polygon"),
    ("shape.e = 0.8; shape.u = 0.5", "write shape.elasticity"),
    ("shape.collision_type = 1", "write shape.collisionType"),
    ("shape.layers = 1", "ShapeFilter"),
    ("cpShapeSetUserData(shape, 1)", "Shape.userData"),
    ("body.p = .zero", "write body.position"),
    ("cpBodySetPos(body, .zero)", "Body.position"),
    ("let place = cpBodyGetPos(body)", "Body.position"),
    ("cpBodySetVel(body, .zero)", "Body.velocity"),
    ("cpBodySetAngVel(body, 1)", "Body.angularVelocity"),
    ("cpBodyApplyImpulse(body, .zero, .zero)", "body.position + offset"),
    ("cpBodyApplyForce(body, .zero, .zero)", "before each step"),
    ("cpBodyResetForces(body)", "delete this line"),
    ("let corner = cpBodyLocal2World(body, .zero)", "Body.worldPoint(ofLocal:)"),
    ("cpSpaceAddJoint(space, joint)", "Space.add(_:)"),
    ("let anchor = cpPinJointGetAnchr1(joint)", "PinJoint.anchorA"),
    ("let first = cpConstraintGetA(joint)", "Constraint.bodyA"),
    (
      "cpSpaceAddCollisionHandler(space, 1, 2, nil, nil, nil, nil, nil)",
      "space.addHandler(for: .pair(a, b))"
    ),
    ("cpSpaceSetDefaultCollisionHandler(space, nil, nil, nil, nil, nil)", "for: .all"),
    ("cpSpaceAddPostStepCallback(space, nil, nil, nil)", "space.afterStep(_:)"),
    (
      "var (a, b): (Shape?, Shape?); cpArbiterGetShapes(contact, &a, &b)", "contact.a and contact.b"
    ),
    ("let push = cpArbiterTotalImpulseWithFriction(contact)", "Contact.impulse"),
    ("let hit = cpSpacePointQueryFirst(space, .zero, 1, 0)", "pointQueryNearest"),
    ("let layers: cpLayers = CP_ALL_LAYERS", "'cpLayers' has been renamed to 'UInt32'"),
    ("let group = CP_NO_GROUP", "write 0"),
    ("let forever = CP_INFINITY", "Double.infinity"),
    ("cp_collision_slop = 0.2", "collisionSlop"),
    ("var wheel: cpJoint?", "'cpJoint' has been renamed to 'Constraint'"),
    ("cpSpaceFreeChildren(space)", "delete this line"),
  ]

  @Test("of Chipmunk 5 and 6 do so, too, in a whole program line by line")
  func oldVersions() throws {
    let opening = """
      func run(_ space: Space, _ body: Body, _ shape: Shape, _ joint: PinJoint, \
      _ contact: borrowing Contact) {
      """
    let errors = try compilerErrors(in: [opening] + Self.listing.map(\.code) + ["}"])
    for (line, (code, answer)) in Self.listing.enumerated() {
      #expect(errors[line + 1].contains { $0.contains(answer) }, "\(code): \(errors[line + 1])")
    }
  }
}
