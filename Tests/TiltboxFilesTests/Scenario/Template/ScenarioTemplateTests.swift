import Chipmunk
import Testing
import Tiltbox
import TiltboxJSON

@testable import TiltboxFiles

@Suite("Templates of scenarios")
struct ScenarioTemplateTests {
  private let text = """
    tiltbox: 1
    world: {gravity: 900, sleepAfter: 1}
    walls: {size: [300, 200]}
    defaults: {mass: 3, elasticity: 0.3}
    bodies:
      - {id: ball, circle: 10, at: [150, 100], velocity: [1, 2]}
      - {box: [20, 20], at: [50, 100], friction: 0.4}
      - {id: hammer, mass: 2, at: [90, 90], shapes: [{box: [80, 8]}, {circle: 9, friction: 0.1}]}
    tilt: {constant: [0, -1]}
    run: {duration: 2}
    """

  private func template(_ extra: String = "") throws -> ScenarioTemplate {
    try ScenarioTemplate(utf8: Array((text + extra).utf8), file: "folder/box.yaml")
  }

  private func field(_ path: String) throws -> [PathComponent] {
    try #require(PathComponent.components(of: path))
  }

  @Test(
    "setting a number is the same as reading the file with it",
    arguments: [
      "world.gravity", "world.step", "world.damping", "world.sleepAfter", "world.speedLimit",
      "world.iterations", "walls.radius", "walls.friction", "walls.elasticity", "walls.size[0]",
      "walls.size[1]", "bodies.ball.at[0]", "bodies.ball.at[1]", "bodies.ball.velocity[1]",
      "bodies.ball.angle", "bodies.ball.angularVelocity", "bodies.ball.mass", "bodies.ball.moment",
      "bodies.ball.friction", "bodies.crate-1.elasticity", "bodies[1].friction",
      "bodies.hammer.mass", "tilt.constant[0]", "tilt.constant[1]", "run.duration",
      "defaults.elasticity", "bodies.hammer.friction", "bodies.ball.circle", "bodies.ball.at",
      "bodies.crate-1.velocity[0]", "bodies[9].mass",
    ]
  )
  func numbers(_ path: String) throws {
    let field = try field(path)
    let template = try template()
    for number in [0.7, 1, 7] {
      let read = try? Scenario(
        yaml: text,
        file: "folder/box.yaml",
        overrides: ["\(path)=\(number)"]
      )
      #expect((try? template.scenario(setting: [(field, .number(number))])) == read)
      #expect(read != template.scenario || number == 1)
    }
    #expect(PathComponent.components(of: "bodies.crate-1.at[0]x") == nil)
  }

  @Test("expectations are read anew, since their formulas may depend on any field")
  func expectations() throws {
    var template = try template("\nexpect: [{body: ball, y: h, within: 1, at: end}]")
    let field = try field("bodies.ball.at[1]")
    let scenario = try template.scenario(setting: [(field, .number(120))])
    guard case .value(_, .near(let height, _), _) = scenario.expectations[0].condition else {
      Issue.record("not the expectation that was written")
      return
    }
    #expect(height == 109)
    template.dropExpectations()
    #expect(try template.scenario(setting: [(field, .number(120))]).expectations.isEmpty)
  }

  @Test(
    "an unknown field is rejected; a number out of range is an error of its run"
  )
  func misfits() throws {
    let template = try template()
    let unknown = try #require(template.misfit(setting: [(field("world.gravty"), .number(1))]))
    #expect(unknown.messages == ["world.gravty: unknown; did you mean gravity?"])
    #expect(try template.misfit(setting: [(field("walls.elasticity"), .text("much"))]) != nil)
    let negative = [(field: try field("bodies.ball.mass"), value: FieldContent.number(-2))]
    #expect(template.misfit(setting: negative) == nil)
    #expect(throws: TemplateError.self) { try template.scenario(setting: negative) }
  }

  @Test("a name and the seed are set as they would be in the file, before copies are made")
  func names() throws {
    let text = """
      tiltbox: 1
      let: {n: 2, r: =n + 1}
      bodies: [{id: a, repeat: =n, circle: =r, mass: 1, at: [=random(i), 0]}]
      """
    func read(_ overrides: [String]) throws -> Scenario {
      try Scenario(yaml: text, file: "a.yaml", overrides: overrides)
    }
    let template = try ScenarioTemplate(
      utf8: Array(text.utf8),
      file: "a.yaml",
      overrides: ["bodies[1].mass=5"]
    )
    func set(_ path: String, _ number: Double) throws -> Scenario {
      let field = try field(path)
      return try template.scenario(setting: [(field, .number(number))])
    }
    #expect(try set("let.n", 3) == read(["bodies[1].mass=5", "let.n=3"]))
    #expect(try set("let.n", 3).bodies.count == 3)
    #expect(try set("world.seed", 4) == read(["bodies[1].mass=5", "world.seed=4"]))
    #expect(try set("world.seed", 4).bodies[0].position != template.scenario.bodies[0].position)
    // With fewer copies, the path of another override leads nowhere.
    let error = #expect(throws: TemplateError.self) { try set("let.n", 1) }
    #expect(error?.description.contains("bodies[1]: there is none; the last is bodies[0]") == true)
    #expect(throws: TemplateError.self) { try set("let.m", 1) }
  }

  @Test("texts, flags, lists and null are set as they would be read")
  func values() throws {
    let values = try FieldContent.list(of: "1/240, half-kick, [0, -1], true, null, '7', -2.5e3")
    #expect(
      values == [
        .text("1/240"), .text("half-kick"), .list([.number(0), .number(-1)]), .flag(true), .null,
        .text("7"), .number(-2500),
      ]
    )
    let template = try template()
    let scenario = try template.scenario(setting: [
      (field("world.step"), values[0]), (field("world.integrator"), values[1]),
      (field("tilt"), values[2]), (field("world.sleepAfter"), values[4]),
    ])
    #expect(scenario.world.step == 1.0 / 240)
    #expect(scenario.world.integrator == .halfKick)
    #expect(scenario.world.sleepAfter == nil)
    for value in values {
      #expect(FieldContent(try JSON(parsing: Array(JSON(value).line.utf8)[...])) == value)
    }
    #expect(throws: Diagnostic.self) { try FieldContent.list(of: "1,,2") }
    #expect(throws: Diagnostic.self) { try FieldContent.list(of: "{a: 1}") }
  }
}
