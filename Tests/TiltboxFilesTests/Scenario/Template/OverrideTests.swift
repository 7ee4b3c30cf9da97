import Chipmunk
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Overrides")
struct OverrideTests {
  static let text = """
    tiltbox: 1
    walls: {size: [300, 300]}
    bodies:
      - {id: ball, circle: 10, mass: 1}
      - {box: [1, 1], mass: 1}
    """

  func overridden(_ overrides: String...) throws -> Scenario {
    try Scenario(yaml: Self.text, file: "folder/a.yaml", overrides: overrides)
  }

  func mistakes(_ overrides: String...) -> [String] {
    TiltboxFilesTests.mistakes(in: Self.text, overrides: overrides)
  }

  @Test("set existing and missing fields, in order")
  func sets() throws {
    let scenario = try overridden(
      "world.gravity=500",
      "bodies.ball.mass=2",
      "bodies[1].mass=3",
      "bodies.crate-1.mass=4",
      "walls.size=[400, 200]",
      "walls.size[1]=250",
      "tilt=[1, 0]",
      "run.duration=5",
      "name=other name",
      "world.step=1/60"
    )
    #expect(scenario.world.gravity == 500)
    #expect(scenario.world.step == 1.0 / 60)
    #expect(scenario.bodies.map(\.mass) == [2, 4])
    #expect(scenario.walls == Scenario.Walls(width: 400, height: 250))
    #expect(scenario.tilt.source == .constant(Tilt(x: 1, y: 0)))
    #expect(scenario.run.duration == 5)
    #expect(scenario.name == "other name")
  }

  @Test("remove fields by null, and replace others")
  func replaces() throws {
    #expect(try overridden("walls=null").walls == nil)
    let ball = try overridden("bodies.ball.circle=null", "bodies.ball.box=[2, 2]").bodies[0]
    #expect(ball.shapes.map(\.geometry) == [.box(width: 2, height: 2)])
  }

  @Test(
    "name the let for a field that is expanded before",
    arguments: [
      ("bodies.ball.repeat=5", "bodies.ball.repeat:"),
      ("constraints.p.repeat=5", "constraints.p.repeat:"),
    ]
  )
  func expanded(override: String, words: String) {
    let text = "tiltbox: 1\nbodies: [{id: r, circle: 1, mass: 1}]"
    let remedy =
      "is expanded before; name a number in let, as in let: {n: 5}, and set let.n"
    #expect(
      TiltboxFilesTests.mistakes(in: text, overrides: [override])
        == ["--set \(override): \(words) \(remedy)"]
    )
  }

  @Test("name the index of a body whose id has a dot")
  func dottedId() {
    let text = "tiltbox: 1\nbodies: [{circle: 1, mass: 1}, {id: b.c, type: static, circle: 1}]"
    #expect(
      TiltboxFilesTests.mistakes(in: text, overrides: ["bodies.b.c.angle=2"]) == [
        "--set bodies.b.c.angle=2: bodies.b: no body has this id; for b.c write bodies[1]"
      ]
    )
  }

  @Test("set one number of a pair that the file lacks beside the default of the other")
  func absentPair() throws {
    let scenario = try overridden("tilt[0]=0.5", "bodies.ball.velocity[1]=3")
    #expect(scenario.tilt.source == .constant(Tilt(x: 0.5, y: -1)))
    #expect(scenario.bodies[0].velocity == Vector(0, 3))
  }

  @Test("find a tilt file relative to the working directory")
  func tiltFile() throws {
    guard case .file("x/phone.csv", _, _) = try overridden("tilt.file=x/phone.csv").tilt.source
    else {
      Issue.record("another path")
      return
    }
  }

  @Test(
    "report their mistakes in their own syntax",
    arguments: [
      ("world.gravty=500", "world.gravty: unknown; did you mean gravity?"),
      (
        "world.gravity=fast",
        #"world.gravity: expected a number, got the text "fast"; give a finite number from -1e9 to 1e9, in units/s²"#
      ),
      (
        "bodies.ball.mass=-2",
        "bodies[0].mass: body mass is -2 kg; give a finite number above 0 (at least 1e-100), at most 1e12"
      ),
      ("ball.mass=2", "ball: unknown; write bodies.ball.mass"),
      ("bodies.bal.mass=2", "bodies.bal: no body has this id; did you mean ball?"),
      (
        "bodies.zeppelin.mass=2",
        "bodies.zeppelin: no body has this id; known here: ball, crate-1"
      ),
      ("bodies.0.mass=2", "bodies.0: no body has this id; for an index write bodies[0]"),
      ("animations.x.duration=2", "animations: the scenario has none"),
      ("bodies[1].polygon[0]=2", "bodies[1].polygon: is absent; set it as a whole"),
      ("bodies[2].mass=2", "bodies[2]: there is none; the last is bodies[1], counted after repeat"),
      (
        "walls.size.x=2",
        "walls.size: is a list; take an element by its number, walls.size[0], or set it as a whole"
      ),
      ("walls[0]=2", "walls: is a mapping, which has no [0]"),
      ("bodies[0].mass.x=2", "bodies[0].mass: is 1, which has no x; set it as a whole"),
      ("bodies.ball.id=crate-1", nil),
      (
        "walls.size=[1,",
        "this is not YAML: there is no value here; look at the indentation, the brackets and the quotes around here"
      ),
      ("world.gravity", "expected path=value, as in world.gravity=500 or bodies[0].mass=2"),
      ("world..gravity=1", "expected path=value, as in world.gravity=500 or bodies[0].mass=2"),
      ("bodies[x].mass=1", "expected path=value, as in world.gravity=500 or bodies[0].mass=2"),
      ("bodies[-1].mass=1", "numbers of elements count from 0, as in bodies[0].mass=2"),
      ("world.gravity=", "world.gravity: has no value; write null to remove the field"),
      ("walls=*a", "walls: *a is an alias, and aliases are not supported; write the value out"),
    ] as [(String, String?)]
  )
  func errors(override: String, message: String?) {
    #expect(mistakes(override) == (message.map { ["--set \(override): \($0)"] } ?? []))
  }

  @Test("are all reported at once, after the mistakes of the file")
  func order() {
    let found = TiltboxFilesTests.mistakes(
      in: "tiltbox: 1\nfoo: 1\nrun: {frames: x}",
      overrides: ["bodies.x=1", "world.gravty=1", "run.frames=0"]
    )
    #expect(
      found.map { $0.prefix { $0 != ";" } } == [
        "a.yaml:2:1: foo: unknown",
        "--set bodies.x=1: bodies: the scenario has none",
        "--set world.gravty=1: world.gravty: unknown",
        "--set run.frames=0: run.frames: frame rate is 0 Hz",
      ]
    )
  }

  @Test("are blamed only if the file is valid")
  func fault() {
    func isAboutOverrides(_ text: String) -> Bool? {
      do {
        _ = try Scenario(yaml: text, file: "a", overrides: ["x=1"])
        return nil
      } catch {
        return error.isAboutOverridesAlone
      }
    }
    #expect(isAboutOverrides("tiltbox: 1") == true)
    #expect(isAboutOverrides("tiltbox: 1\nfoo: 1") == false)
  }
}
