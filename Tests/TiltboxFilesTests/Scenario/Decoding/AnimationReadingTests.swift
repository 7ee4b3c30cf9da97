import Chipmunk
import Motion
import TestScenes
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Animations in a file")
struct AnimationReadingTests {
  static let stage = """
    bodies:
      - {id: paddle, type: kinematic, box: [10, 10]}
      - {id: crate, box: [10, 10], at: [50, 0], mass: 1}
    constraints: [{id: drive, motor: [crate, ground], rate: 1}]
    values: [{id: sky, numbers: [0, 0, 1]}, {id: dim, numbers: 0.5}]

    """

  typealias Ends = AnimationDescription.Ends
  static let position = AnimationTarget.body("paddle", .position)

  static let changes: [(String, AnimationTarget, AnimationDescription.Change)] = [
    ("target: tilt, to: [1, 0]", .tilt, .basic(Ends(to: [1, 0]))),
    (
      "target: gravity, from: [0, 0], by: [0, -9]", .gravity,
      .basic(Ends(from: [0, 0], by: [0, -9]))
    ),
    ("target: body.crate.torque, to: 5", .body("crate", .torque), .basic(Ends(to: [5]))),
    ("target: value.dim, to: [1]", .value("dim"), .basic(Ends(to: [1]))),
    (
      "target: constraint.drive.rate, values: [1, 2, 5], keyTimes: [0, 0.5, 1], mode: cubic, tension: 0.5, bias: [0, 1, 0]",
      .constraint("drive", .rate),
      .keyframes(
        .init(
          [[1], [2], [5]],
          times: [0, 0.5, 1],
          mode: .cubic,
          shapes: [
            CurveShape(tension: 0.5), CurveShape(tension: 0.5, bias: 1), CurveShape(tension: 0.5),
          ]
        )
      )
    ),
    (
      "target: body.paddle.position, svg: M 0 0 L 9 9, rotation: autoReverse", position,
      .path(.init(.svg("M 0 0 L 9 9"), rotation: .autoReverse))
    ),
    (
      "target: body.paddle.position, ellipse: [1, 2, 3, 4]", position,
      .path(.init(.ellipse(x: 1, y: 2, width: 3, height: 4)))
    ),
    (
      "target: tilt, points: [[0, 0], [1, 0], [1, 1]], mode: linear, keyTimes: [0, 0.1, 1]", .tilt,
      .path(
        .init(.points([.zero, Vector(1, 0), Vector(1, 1)]), mode: .linear, times: [0, 0.1, 1])
      )
    ),
    (
      "target: value.dim, to: 1, spring: {stiffness: 50, velocity: 3}", .value("dim"),
      .spring(Ends(to: [1]), .init(.constants(stiffness: 50), velocity: [3]))
    ),
    (
      "target: value.dim, to: 1, spring: {duration: 0.5, bounce: 0.2}", .value("dim"),
      .spring(Ends(to: [1]), .init(.bounce(duration: 0.5, bounce: 0.2)))
    ),
  ]

  @Test("are read in each of their kinds", arguments: changes.indices)
  func read(index: Int) throws {
    let (text, target, change) = Self.changes[index]
    let scenario = try scenario(Self.stage + "animations: [{\(text)}]")
    #expect(scenario.animations == [AnimationDescription(target, change)])
    #expect(scenario.values.map(\.numbers) == [[0, 0, 1], [0.5]])
  }

  @Test("say when they play, how fast and how often")
  func play() throws {
    let text = """
      animations:
        - target: value.dim
          to: 1
          key: lamp
          begin: 1
          duration: 2
          speed: -0.5
          offset: 0.25
          repeatDuration: 9
          autoreverse: true
          fill: both
          additive: true
          cumulative: true
          sample: 30
          timing: easeIn
        - {target: value.dim, to: 1, repeat: forever}
        - {target: value.dim, to: 1, repeat: 2.5}
        - {target: value.dim, to: 1, repeatDuration: forever}
      """
    let animations = try scenario(Self.stage + text).animations
    let play = AnimationDescription.Play(
      begin: 1,
      duration: 2,
      speed: -0.5,
      offset: 0.25,
      repeatDuration: 9,
      autoreverses: true,
      fill: .both
    )
    #expect(
      animations[0]
        == AnimationDescription(
          .value("dim"),
          .basic(Ends(to: [1])),
          play: play,
          timing: [.text("easeIn")],
          isAdditive: true,
          isCumulative: true,
          sampleRate: 30,
          key: "lamp"
        )
    )
    #expect(animations[1].play.repeatCount == .infinity)
    #expect(animations[2].play.repeatCount == 2.5)
    #expect(animations[3].play.repeatDuration == .infinity)
  }

  static let timings: [(String, [TimingFunctionDescription])] = [
    ("easeInEaseOut", [.text("easeInEaseOut")]),
    ("[1, 0, 0.75, 1]", [.bezier(1, 0, 0.75, 1)]),
    ("\"0.5, 0, 0.9, 0.7\"", [.text("0.5, 0, 0.9, 0.7")]),
    ("\"steps(4, jump-none)\"", [.text("steps(4, jump-none)")]),
    ("[easeIn, easeOut]", [.text("easeIn"), .text("easeOut")]),
    ("[[1, 0, 0.75, 1], linear]", [.bezier(1, 0, 0.75, 1), .text("linear")]),
  ]

  @Test(
    "have timing functions by name, by four numbers, as CSS has them, or several",
    arguments: timings.indices
  )
  func timed(index: Int) throws {
    let (text, timing) = Self.timings[index]
    let file = Self.stage + "animations: [{target: value.dim, values: [0, 1, 2], timing: \(text)}]"
    #expect(try scenario(file).animations[0].timing == timing)
  }

  @Test("can be in groups, which can be in groups")
  func groups() throws {
    let text = """
      animations:
        - begin: 2
          duration: 5
          timing: easeIn
          group:
            - {target: value.dim, to: 1}
            - {group: [{target: value.sky, to: [1, 1, 1], begin: 1}]}
      """
    let inner = AnimationDescription(
      .value("sky"),
      .basic(Ends(to: [1, 1, 1])),
      play: .init(begin: 1)
    )
    let outer = AnimationDescription(
      nil,
      .group([
        AnimationDescription(.value("dim"), .basic(Ends(to: [1]))),
        AnimationDescription(nil, .group([inner])),
      ]),
      play: .init(begin: 2, duration: 5),
      timing: [.text("easeIn")]
    )
    #expect(try scenario(Self.stage + text).animations == [outer])
  }

  @Test("are set from outside by their keys")
  func overrides() throws {
    let text =
      Self.stage + "animations: [{target: value.dim, to: 1}, {key: dawn, target: value.dim, to: 1}]"
    let animations = try scenario(text, overrides: ["animations.dawn.duration=7"]).animations
    #expect(animations.map(\.play.duration) == [nil, 7])
    let found = mistakes(in: "tiltbox: 1\n" + text, overrides: ["animations.down.duration=7"])
    #expect(
      found == [
        "--set animations.down.duration=7: animations.down: no animation has this key; did you mean dawn?"
      ]
    )
  }
}
