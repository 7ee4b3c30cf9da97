import Testing

@Suite("C names")
struct CNamesTests {
  /// What a C user may write, and what the compiler says to it.
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

  @Test("lead to those of Swift by way of the compiler's errors")
  func answers() throws {
    let errors = try compilerErrors(in: Self.guesses.map(\.code))
    for (line, guess) in Self.guesses.enumerated() {
      #expect(
        errors[line].contains { $0.hasSuffix("error: \(guess.answer)") },
        "\(guess.code): \(errors)"
      )
    }
  }

  @Test("are not alone in leading to a setter: an assignment does, too")
  func assignments() throws {
    let errors = try compilerErrors(in: [
      "func change(_ body: Body, _ space: Space, _ shape: Shape) {",
      "  body.position = .zero",
      "  body.velocity.x = 1",
      "  space.gravity = Vector(0, -1000)",
      "  shape.friction = 0.5",
      "}",
    ])
    for (line, setter) in [
      (1, "setPosition"), (2, "setVelocity"), (3, "setGravity"), (4, "setFriction"),
    ] {
      #expect(errors[line].contains { $0.contains("write try \(setter)(_:)") }, "\(errors[line])")
    }
  }
}
