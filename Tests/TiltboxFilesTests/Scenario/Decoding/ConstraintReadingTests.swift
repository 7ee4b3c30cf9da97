import Chipmunk
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Constraints in a file")
struct ConstraintReadingTests {
  static let bodies = """
    bodies:
      - {id: a, box: [10, 10], mass: 1}
      - {id: b, box: [10, 10], at: [50, 0], mass: 1}

    """

  static let kinds: [(String, ConstraintDescription.Kind)] = [
    ("pin: [a, b], anchorA: [1, 2]", .pin(anchorA: Vector(1, 2))),
    ("pin: [a, b], distance: 20", .pin(distance: 20)),
    ("slide: [a, b], anchorB: [0, 4], max: 60", .slide(anchorB: Vector(0, 4), min: 0, max: 60)),
    ("slide: [a, b], min: 2, max: .inf", .slide(min: 2, max: .infinity)),
    ("slide: [a, b], min: 2", .slide(min: 2, max: .infinity)),
    ("pivot: [a, b], at: [25, 0]", .hinge(at: Vector(25, 0))),
    ("pivot: [a, b], anchorA: [5, 0]", .pivot(anchorA: Vector(5, 0), anchorB: .zero)),
    (
      "groove: [a, b], grooveA: [0, 0], grooveB: [9, 0], anchorB: [1, 1]",
      .groove(grooveA: .zero, grooveB: Vector(9, 0), anchorB: Vector(1, 1))
    ),
    (
      "spring: [a, b], restLength: 50, stiffness: 10, damping: 0.5",
      .spring(restLength: 50, stiffness: 10, damping: 0.5)
    ),
    (
      "rotarySpring: [a, b], restAngle: 1, stiffness: 10, damping: 0.5",
      .rotarySpring(restAngle: 1, stiffness: 10, damping: 0.5)
    ),
    ("rotaryLimit: [a, b], min: -1, max: 2", .rotaryLimit(min: -1, max: 2)),
    ("ratchet: [a, b], phase: 0.5, click: -0.3", .ratchet(phase: 0.5, click: -0.3)),
    ("gear: [a, b], phase: 0.5, ratio: -2", .gear(phase: 0.5, ratio: -2)),
    ("motor: [a, b], rate: 3", .motor(rate: 3)),
  ]

  @Test("are read in each of their kinds", arguments: kinds.indices)
  func read(index: Int) throws {
    let (text, kind) = Self.kinds[index]
    let scenario = try scenario(Self.bodies + "constraints: [{\(text)}]")
    let name = "\(kind.name)-1"
    #expect(scenario.constraints == [ConstraintDescription(id: name, kind, "a", "b")])
  }

  @Test("have limits, and unique names")
  func limits() throws {
    let text = """
      constraints:
        - {motor: [a, b], rate: 1}
        - {id: motor-1, motor: [b, ground], rate: 1, maxForce: 9, errorBias: 0.5, maxBias: 3, collideBodies: false}
        - {motor: [a, ground], rate: 2}
      """
    let constraints = try scenario(Self.bodies + text).constraints
    #expect(constraints.map(\.id) == ["motor-2", "motor-1", "motor-3"])
    #expect(
      constraints[1]
        == ConstraintDescription(
          id: "motor-1",
          .motor(rate: 1),
          "b",
          "ground",
          maxForce: 9,
          errorBias: 0.5,
          maxBias: 3,
          collidesBodies: false
        )
    )
  }

  static let wrong = [
    Mistake("{}", "6:4: constraints[0]: has none of \(FieldTableNames.kinds); give one"),
    Mistake(
      "{pin: a}",
      "6:10: constraints[0].pin: expected [id, id], got the text \"a\"; give the ids of two bodies, or one and ground"
    ),
    Mistake(
      "{pin: [a]}",
      "6:10: constraints[0].pin: expected [id, id], got a list of 1; give the ids of two bodies, or one and ground"
    ),
    Mistake(
      "{pin: [a, c]}",
      #"6:14: constraints[0].pin[1]: no body is called "c"; known here: a, b, ground"#
    ),
    Mistake(
      "{spring: [a, b], restLength: 3, stiffness: soft, damping: 1}",
      #"6:47: constraints[0].stiffness: expected a number, got the text "soft"; give a finite number from 0 to 1e21, in kg/s²"#
    ),
    Mistake(
      "{pin: [a, b], rate: 3}",
      "6:24: constraints[0].rate: goes with a motor, a wheel, not with a pin; drop it"
    ),
    Mistake(
      "{pin: [a, b], min: 3}",
      "6:23: constraints[0].min: goes with a slide, a rotaryLimit, not with a pin; drop it"
    ),
    Mistake("{motor: [a, b]}", "6:4: constraints[0].rate: missing; give rate: a number in rad/s"),
    Mistake("{motor: [a, b], rte: 2}", "6:20: constraints[0].rte: unknown; did you mean rate?"),
    Mistake(
      "{pivot: [a, b]}",
      "6:4: constraints[0]: a pivot needs a position; give at: [x, y] in the world, or anchorA and anchorB"
    ),
    Mistake(
      "{pivot: [a, b], at: [1, 1], anchorA: [0, 0]}",
      "6:24: constraints[0].at: cannot stand beside anchors; drop one of the two"
    ),
    Mistake(
      "{pin: [a, b], gear: [a, b]}",
      "6:18: constraints[0].gear: cannot stand beside pin; drop one of them"
    ),
    Mistake(
      "{gear: [a, b], ratio: 0}",
      "6:26: constraints[0].ratio: size of the gear ratio is 0; "
        + "give a finite number from 1e-06 to 1e6"
    ),
    Mistake(
      "{pin: [a, a]}",
      "6:4: constraints[0]: both bodies of the constraint are the same one; give two different bodies"
    ),
  ]

  @Test("are reported at their place", arguments: wrong)
  func told(mistake: Mistake) {
    let text = "tiltbox: 1\n" + Self.bodies + "constraints:\n - \(mistake.text)"
    #expect(mistakes(in: text) == ["a.yaml:" + mistake.message])
  }

  @Test("a distance with two bodies is meant as a pin, and its length as a distance")
  func distance() {
    let text = Self.bodies + "constraints: [{distance: [a, b], length: 21}]"
    let found = mistakes(in: "tiltbox: 1\n" + text)
    #expect(found.contains { $0.hasSuffix("got a list of 2; write pin: [a, b]") }, "\(found)")
    #expect(found.contains { $0.hasSuffix("length: unknown; here it is called distance") })
  }

  @Test("are set from outside by their ids")
  func overrides() throws {
    let text = Self.bodies + "constraints: [{id: drive, motor: [a, b], rate: 1}]"
    let scenario = try scenario(text, overrides: ["constraints.drive.rate=7"])
    #expect(scenario.constraints[0].kind == .motor(rate: 7))
    let found = mistakes(in: "tiltbox: 1\n" + text, overrides: ["constraints.drve.rate=7"])
    #expect(
      found == [
        "--set constraints.drve.rate=7: constraints.drve: no constraint has this id; did you mean drive?"
      ]
    )
  }
}

/// The names of the kinds in the table of constraints.
enum FieldTableNames {
  static let kinds =
    "pin, slide, pivot, groove, spring, rotarySpring, rotaryLimit, ratchet, gear, motor, wheel"
}
