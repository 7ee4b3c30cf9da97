import Chipmunk
import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Repeated bodies and constraints")
struct RepetitionTests {
  private func scenario(_ text: String) throws -> Scenario {
    try Scenario(yaml: "tiltbox: 1\n" + text, file: "test.yaml")
  }

  private func mistakes(_ text: String) -> [String] {
    do throws(ScenarioFileError) {
      _ = try Scenario(yaml: "tiltbox: 1\n" + text, file: "test.yaml")
      return []
    } catch {
      return error.diagnostics.map { "\($0)" }
    }
  }

  @Test("a row has one index, at the end of its ids")
  func row() throws {
    let bodies = try scenario(
      "bodies: [{repeat: 3, id: peg, type: static, circle: 2, at: [=20 + 30*i, 40]}]"
    ).bodies
    #expect(bodies.map(\.id) == ["peg-0", "peg-1", "peg-2"])
    #expect(bodies.map(\.position) == [Vector(20, 40), Vector(50, 40), Vector(80, 40)])
  }

  @Test("a grid has two indices; the first varies slowest")
  func grid() throws {
    let bodies = try scenario(
      """
      bodies:
        - {id: first, circle: 1, mass: 1}
        - {repeat: [2, 3], id: "p{j}{i}", circle: =1 + i, mass: 1, at: [=i, =-j^2]}
      """
    ).bodies
    #expect(bodies.map(\.id) == ["first", "p00", "p10", "p20", "p01", "p11", "p21"])
    #expect(bodies.last?.position == Vector(1, -4))
    #expect(bodies.last?.shapes.first?.geometry == .circle(radius: 2))
  }

  @Test("a chain joins each link to the next")
  func chain() throws {
    let scenario = try scenario(
      """
      bodies:
        - {repeat: 4, id: link, box: [10, 4], at: [=12*i, 0], mass: 1}
      constraints:
        - {repeat: 3, pivot: ["link-{i}", "link-{i + 1}"], at: [=12*i + 6, 0]}
      """
    )
    #expect(scenario.constraints.map(\.a) == ["link-0", "link-1", "link-2"])
    #expect(scenario.constraints.map(\.b) == ["link-1", "link-2", "link-3"])
    #expect(Set(scenario.constraints.map(\.id)).count == 3)
  }

  @Test("a copy is set from the command line by its id")
  func overrides() throws {
    let scenario = try Scenario(
      yaml: "tiltbox: 1\nbodies: [{repeat: 2, id: a, circle: 1, mass: 1}]",
      file: "test.yaml",
      overrides: ["bodies.a-1.mass=7"]
    )
    #expect(scenario.bodies.map(\.mass) == [1, 7])
  }

  @Test(
    "the id of the element names no copy, and the message says what can be set",
    arguments: [
      ("mass=7", "name one copy, such as bodies.a-0-0.mass"),
      (
        "friction=1",
        "name one copy, such as bodies.a-0-0.friction, or set defaults.friction for all bodies without one"
      ),
      ("at[0]=7", "name one copy, such as bodies.a-0-0.at[0]"),
    ]
  )
  func overrideOfAll(field: String, remedy: String) {
    let found = TiltboxFilesTests.mistakes(
      in: "tiltbox: 1\nbodies: [{repeat: [2, 2], id: a, circle: 1, mass: 1}]",
      overrides: ["bodies.a.\(field)"]
    )
    #expect(
      found == ["--set bodies.a.\(field): bodies.a: no body has this id; \(remedy)"]
    )
  }

  @Test(
    "a mistake is reported once, with its place",
    arguments: [
      (
        "{repeat: 0, circle: 1, mass: 1}",
        "test.yaml:2:19: bodies[0].repeat: expected a whole number"
      ),
      ("{repeat: [9, 9, 9, 9], circle: 1, mass: 1}", "test.yaml:2:19: bodies[0].repeat: expected"),
      ("{repeat: [1000, 1000], circle: 1, mass: 1}", "bodies[0].repeat: makes 1000000 copies"),
      (
        "{repeat: 5, circle: 1, mass: 1, at: [=k, 0]}",
        "test.yaml:2:48: bodies[0].at[0]: k is not known"
      ),
      (
        "{circle: 1, mass: 1}, {repeat: [2, 3], circle: =2 - j, mass: 1}",
        "test.yaml:2:57: bodies[1].circle: circle radius is 0 units; give a finite number above 0 "
          + "(at least 1e-09), at most 1e9 (in the copy with i = 0, j = 2, and in 1 more)"
      ),
      (
        "{repeat: 3, circle: 1, mass: 1}, {circle: -1, mass: 1}",
        "test.yaml:2:52: bodies[1].circle: circle radius is -1 units"
      ),
      (
        "{repeat: 3, circle: 1, mass: 1}, {repeat: 9, id: '{floor(i/8)}', circle: 1, mass: 1}",
        #"bodies[1].id: "0" names bodies[1] already; give another id (in the copy with i = 1, and in 6 more)"#
      ),
      (
        "{repeat: 3, circle: 1, mass: 1}, {repeat: 1001, circle: 1, mass: 1, box: [1, 1]}",
        "bodies[1].box: cannot stand beside circle"
      ),
      ("{repeat: 5, circle: 1, mass: 1, at: [=1/i, 0]}", "bodies[0].at[0]: 1 is divided by 0"),
      ("{repeat: 5, circle: 1, mass: 1, id: 'a{i'}", "a brace is not closed"),
      (
        "{repeat: 5, circle: 1, mass: 1, id: 'a😀{i/2}'}",
        "test.yaml:2:49: bodies[0].id: {i/2} is not a whole number"
      ),
      (
        "{repeat: 5, circle: 1, mass: 1, id: '{i}-{m}'}",
        "test.yaml:2:52: bodies[0].id: m is not known"
      ),
      ("{repeat: 5, circle: -1, mass: 1}", "test.yaml:2:30: bodies[0].circle"),
      ("{repeat: 5, circle: 1, mass: 1, colour: red}", "bodies[0].colour"),
    ]
  )
  func mistake(body: String, message: String) {
    let mistakes = mistakes("bodies: [\(body)]")
    #expect(mistakes.count == 1 && mistakes.first?.contains(message) == true, "\(mistakes)")
  }

  @Test("the first invalid link of a chain that is too long is reported")
  func chainTooLong() {
    let found = mistakes(
      """
      bodies: [{repeat: 4, id: link, box: [10, 4], mass: 1}]
      constraints:
        - {motor: [link-0, ground], rate: 1}
        - {repeat: 4, pivot: ["link-{i}", "link-{i + 1}"], at: [=12*i + 6, 0]}
      """
    )
    #expect(
      found == [
        #"test.yaml:5:37: constraints[1].pivot[1]: no body is called "link-4"; did you mean link-0? (in the copy with i = 3)"#
      ]
    )
  }

  @Test("a warning names the element of the file")
  func warning() throws {
    var warnings: [String] = []
    _ = try Scenario(
      yaml: """
        tiltbox: 1
        walls: {size: [100, 100]}
        bodies: [{repeat: 3, circle: 1, mass: 1, at: [=10 + 10*i, 9]}, {circle: 1, mass: 1, at: [900, 9]}]
        """,
      file: "test.yaml"
    ) { warnings.append("\($0)") }
    #expect(warnings.count == 1)
    #expect(warnings[0].hasPrefix("test.yaml:3:89: warning: bodies[1].at: "), "\(warnings)")
  }

  @Test("a body that is added to a run is not repeated")
  func request() {
    let line = RequestLine(#"{"add":{"repeat":3,"circle":1,"mass":1}}"#.utf8)
    let error = #expect(throws: RequestError.self) { try line.request.get() }
    #expect("\(error, default: "")".contains("add them one by one"))
  }
}
