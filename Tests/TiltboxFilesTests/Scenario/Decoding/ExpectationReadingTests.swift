import Chipmunk
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Expectations in a scenario file")
struct ExpectationReadingTests {
  private static let head = """
    world: {sleepAfter: 0.5}
    walls: {size: [300, 300]}
    bodies:
      - {id: crate, box: [32, 32], at: [150, 217], mass: 2}
      - {id: ball, circle: 10, at: [50, 100], mass: 1}
    run: {duration: 4}
    expect:
      - 
    """

  private func expectation(_ text: String) throws -> Scenario.Expectation {
    try #require(try scenario(Self.head + text).expectations.first)
  }

  @Test(
    "are read as they are written",
    arguments: [
      (
        "{body: crate, firstContact: walls, at: 0.733, within: 0.01}",
        Scenario.Expectation("crate", .firstContact(with: "walls", at: 0.733, within: 0.01))
      ),
      (
        "{body: crate, firstContact: ball}",
        Scenario.Expectation("crate", .firstContact(with: "ball"))
      ),
      (
        "{body: crate, firstContact: walls.bottom, at: sqrt(2*h/g)}",
        Scenario.Expectation(
          "crate",
          .firstContact(with: "walls.bottom", at: (2 * 200.0 / 1000).squareRoot())
        )
      ),
      (
        "{body: ball, position: [x + 10, 11], within: 1/2, at: 1}",
        Scenario.Expectation("ball", .vector(.position, Vector(60, 11), within: 0.5, .at(1)))
      ),
      (
        "{body: ball, velocity: [0, -5], within: 0.5, at: end}",
        Scenario.Expectation("ball", .vector(.velocity, Vector(0, -5), within: 0.5, .atEnd))
      ),
      (
        "{body: crate, speed: 3, within: 0.1, eventually: true}",
        Scenario.Expectation("crate", .value(.speed, .near(3, within: 0.1), .eventually()))
      ),
      (
        "{body: crate, y: {min: 16, max: 'height'}, always: true}",
        Scenario.Expectation("crate", .value(.y, .between(16, 300), .always()))
      ),
      (
        "{angle: {max: pi/2}, always: [1, 2]}",
        Scenario.Expectation(nil, .value(.angle, .between(nil, .pi / 2), .always(from: 1, to: 2)))
      ),
      (
        "{angle: {max: 1}, eventually: [1/2, end]}",
        Scenario.Expectation(nil, .value(.angle, .between(nil, 1), .eventually(from: 0.5)))
      ),
      (
        "{body: crate, energy: mass*g*y, within: 1, at: 0}",
        Scenario.Expectation("crate", .value(.energy, .near(434_000, within: 1), .at(0)))
      ),
      (
        "{body: ball, y: y - g*t^2/2, within: 1, always: [0, 0.6]}",
        Scenario.Expectation(
          "ball",
          .value(.y, .following(.init("y - g*t^2/2") { _ in 0 }, within: 1), .always(to: 0.6))
        )
      ),
      ("{asleepBy: 3}", Scenario.Expectation(nil, .asleep(by: 3))),
      (
        "{inside: [[0, 0], [width, height]]}",
        Scenario.Expectation(nil, .inside(from: .zero, to: Vector(300, 300), .always()))
      ),
      (
        "{body: ball, contacts: 3, with: crate}",
        Scenario.Expectation("ball", .contacts(with: "crate", 3...3, .atEnd))
      ),
      (
        "{body: ball, contacts: {min: 1}, eventually: [0, 2]}",
        Scenario.Expectation(
          "ball",
          .contacts(with: nil, 1...Int.max, .eventually(from: 0, to: 2))
        )
      ),
      (
        "{order: [{begin: [ball, walls]}, {separate: [ball, walls]}]}",
        Scenario.Expectation(
          nil,
          .order([.init(.begin, "ball", "walls"), .init(.separate, "ball", "walls")])
        )
      ),
      ("{digest: runs/a.jsonl}", Scenario.Expectation(nil, .digest(ofRecording: "runs/a.jsonl"))),
      (
        "{digest: 1234567890123456}",
        Scenario.Expectation(nil, .digestValue(Digest(0x1234_5678_9012_3456)))
      ),
      (
        "{digest: 00000000000000ff, at: 1 + 1}",
        Scenario.Expectation(nil, .digestValue(Digest(0xff), at: 2))
      ),
      (
        "{digest: 123456789012345e, at: end}",
        Scenario.Expectation(nil, .digestValue(Digest(0x1234_5678_9012_345e)))
      ),
      (
        "{digest: ./00000000000000ff}",
        Scenario.Expectation(nil, .digest(ofRecording: "./00000000000000ff"))
      ),
    ] as [(String, Scenario.Expectation)]
  )
  func read(text: String, expected: Scenario.Expectation) throws {
    #expect(try expectation(text) == expected)
  }

  @Test("an analytic target knows the body's numbers, and is written again as the same formula")
  func analyticTarget() throws {
    let text = """
      tiltbox: 1
      bodies: [{id: ball, circle: 10, at: [50, 200], velocity: [7, 0], mass: 1}]
      expect: [{body: ball, x: x + vx*t, within: 0.1, always: true}]
      """
    let scenario = try Scenario(yaml: text, file: "a.yaml")
    for scenario in [scenario, try Scenario(yaml: scenario.json, file: "b.yaml")] {
      guard
        case .value(.x, .following(let target, 0.1), .always(0, nil)) = scenario.expectations[0]
          .condition
      else { return #expect(Bool(false), "\(scenario.expectations[0])") }
      #expect(target.value(at: 2) == 64)
      #expect(target.formula == "x + vx*t")
    }
  }

  @Test("an analytic target that is too long to be read again is a mistake")
  func longTarget() throws {
    let sum = Array(repeating: "a", count: 60).joined(separator: " + ")
    let text = """
      tiltbox: 1
      let: {a: =1/3}
      bodies: [{id: ball, circle: 10, mass: 1}]
      expect: [{body: ball, x: \(sum) + t, within: 0.1, always: true}]
      """
    let error = #expect(throws: ScenarioFileError.self) { try Scenario(yaml: text, file: "a.yaml") }
    let words = "is too long with the numbers of let in it; compute a part of it in let"
    #expect(error?.description == "a.yaml:4:26: expect[0].x: \(words)")
  }

  @Test("a recording is found from the scenario's folder, and a formula sees what --set has set")
  func surroundings() throws {
    let text = """
      tiltbox: 1
      bodies: [{circle: 1, mass: 1}]
      expect: [{digest: a.jsonl}, {x: g, within: 1, at: end}]
      """
    let scenario = try Scenario(
      yaml: text,
      file: "some/folder/a.yaml",
      overrides: ["world.gravity=500"]
    )
    #expect(
      scenario.expectations == [
        Scenario.Expectation(nil, .digest(ofRecording: "some/folder/a.jsonl")),
        Scenario.Expectation(nil, .value(.x, .near(500, within: 1), .atEnd)),
      ]
    )
  }

  @Test(
    "mistakes have their line, column and field, even in a formula",
    arguments: [
      (
        "{body: crat, x: {min: 0}, at: 1}",
        ":9:12: expect[0].body: nothing here is called \"crat\"; did you mean crate?"
      ),
      (
        "{body: crate, x: 1, at: 1}", ":9:22: expect[0].x: needs a tolerance; give within, in units"
      ),
      (
        "{body: crate, x: 1, within: 1}",
        ":9:5: expect[0]: needs a time; give at, always or eventually, as in at: end"
      ),
      (
        "{body: crate}",
        ":9:5: expect[0]: has none of firstContact, contacts, position, velocity, x, y, vx, vy, speed, angle, angularVelocity, kineticEnergy, energy, target, asleepBy, inside, order, breaks, holds, digest; give one"
      ),
      (
        "{body: crate, x: {min: 1}, y: {min: 2}, at: 1}",
        ":9:32: expect[0].y: cannot stand beside x; drop one of them"
      ),
      ("{body: crate, x: {}, at: 1}", ":9:22: expect[0].x: has no bounds; give min, or max"),
      (
        "{body: crate, x: {min: 1}, at: 1, always: true}",
        ":9:47: expect[0].always: cannot stand beside at; drop one of them"
      ),
      (
        "{body: crate, x: {min: 1}, always: false}",
        ":9:40: expect[0].always: expected [from, to] or true, got false; drop it"
      ),
      (
        "{body: crate, firstContact: walls, always: true}",
        ":9:48: expect[0].always: does not apply to this expectation; drop it"
      ),
      (
        "{body: crate, x: {min: 1}, at: end, with: ball}",
        ":9:47: expect[0].with: does not apply to this expectation; drop it"
      ),
      (
        "{digest: 00000000000000ff, always: true}",
        ":9:40: expect[0].always: does not apply to this expectation; drop it"
      ),
      (
        "{digest: a.jsonl, at: 1}",
        ":9:27: expect[0].at: goes with a digest of 16 hexadecimal digits, and a recording is compared at its end; drop at"
      ),
      (
        "{body: crate, firstContact: walls, at: sqrt(2*hh/g)}",
        ":9:51: expect[0].at: hh is not known; did you mean h?"
      ),
      (
        "{body: crate, firstContact: walls, at: \"2*\"}",
        ":9:47: expect[0].at: expected a number, a name or a parenthesis in the formula, got the end; complete it"
      ),
      (
        "{body: crate, firstContact: walls, at: end}",
        ":9:44: expect[0].at: an event has a time of its own; give seconds, or drop at"
      ),
      (
        "{firstContact: walls, at: h}",
        ":9:31: expect[0].at: h is not known; it is a quantity of a body; name one with body"
      ),
      (
        "{body: crate, firstContact: walls, at: 9}",
        ":9:44: expect[0].at: the run ends at 4 s, before 9 s; lengthen run.duration"
      ),
      (
        "{body: crate, firstContact: walls, within: 1}",
        ":9:48: expect[0].within: is how far the time may be off; give at, or drop it"
      ),
      (
        "{body: crate, contacts: {min: 0.5}}",
        ":9:29: expect[0].contacts: expected whole numbers of contacts; round min and max"
      ),
      (
        "{body: crate, contacts: {min: 3, max: 2}}",
        ":9:29: expect[0].contacts: the minimum 3 is above the maximum 2; swap them"
      ),
      (
        "{body: crate, contacts: -1}",
        ":9:29: expect[0].contacts: expected a whole number from 0 to 1000000000 or {min: …, max: …}, got -1; give 0 or more"
      ),
      (
        "{order: [{begin: [ball, walls], separate: [ball, walls]}]}",
        ":9:37: expect[0].order[0].separate: cannot stand beside begin; drop one of them"
      ),
      (
        "{order: [{begin: ball}]}",
        ":9:22: expect[0].order[0].begin: expected [id, id], got the text \"ball\"; give the ids of two bodies, or one and walls"
      ),
      (
        "{order: [{begin: [ball, roof]}]}",
        ":9:22: expect[0].order[0].begin: nothing here is called \"roof\"; known here: crate, ball, walls, walls.bottom, walls.left, walls.right, walls.top"
      ),
      (
        "{inside: [[0, 0], [1, 2, 3]]}",
        ":9:23: expect[0].inside[1]: expected [x, y], got a list of 3; write [1, 2], without a third number"
      ),
    ]
  )
  func told(text: String, message: String) {
    let found = mistakes(in: "tiltbox: 1\n" + Self.head + text)
    #expect(found.contains("a.yaml" + message), "\(found)")
  }

  @Test("mistakes are reported at their own lines, even after unreadable ones")
  func several() {
    let text = """
      tiltbox: 1
      bodies:
        - ball
        - {id: crate, box: [1, 1], mass: -1}
        - {id: hammer, mass: 1, shapes: [{bx: 1}, {circle: -1}]}
      run: {duration: 1}
      expect:
        - {body: crate, x: 2*, within: 1, always: true}
        - nothing
        - {body: crate, speed: 5, within: -1, at: end}
        - {body: crate, contacts: 1.5, with: crate, always: [0, 2*]}
        - {body: crate, x: {min: 1}, always: [0, 9]}
      """
    let places = mistakes(in: text).map {
      $0.split(separator: ": ").prefix(2).joined(separator: " ")
    }
    #expect(
      places == [
        "a.yaml:3:5 bodies[0]", "a.yaml:4:36 bodies[1].mass",
        "a.yaml:5:37 bodies[2].shapes[0].bx", "a.yaml:5:54 bodies[2].shapes[1].circle",
        "a.yaml:8:24 expect[0].x", "a.yaml:9:5 expect[1]", "a.yaml:10:37 expect[2].within",
        "a.yaml:11:29 expect[3].contacts", "a.yaml:11:61 expect[3].always[1]",
        "a.yaml:12:40 expect[4].always",
      ]
    )
  }
}
