import Testing

@testable import TiltboxSweep

@Suite("Plan files")
struct PlanFileTests {
  @Test("mean the same as the options")
  func reading() throws {
    let text = """
      sweep: 1
      scenario: fall.yaml
      set: {world.step: 1/240, tilt: [0, -1]}
      vary:
        walls.elasticity: 0:1:0.25
        world.gravity: [500, 1000]
        bodies.ball.mass: uniform(1, 2)
      combine: grid
      samples: 3
      seed: 18446744073709551615
      measure: {fall: "firstContact(ball, walls)"}
      """
    let file = try PlanFile(utf8: Array(text.utf8), path: "plans/a.yaml")
    #expect(file.scenario == "plans/fall.yaml")
    #expect(file.overrides == ["world.step=1/240", "tilt=[0, -1]"])
    #expect(file.axes.map(\.path) == ["walls.elasticity", "world.gravity", "bodies.ball.mass"])
    #expect(file.axes.map(\.count) == [5, 2, nil])
    #expect(file.samples == 3 && file.seed == .max && file.combination == .grid)
    #expect(file.measures.map(\.formula) == ["firstContact(ball, walls)"])
    #expect(file.measures[0].origin == "plans/a.yaml:11:17")
  }

  @Test("need no measure, as the options need none")
  func withoutMeasure() throws {
    let text = "sweep: 1\nvary: {world.gravity: [500, 1000]}"
    #expect(try PlanFile(utf8: Array(text.utf8), path: "a.yaml").measures.isEmpty)
  }

  @Test("every mistake is reported with line and column")
  func mistakes() throws {
    let text = """
      sweep: 2
      vry: {a: 1}
      samples: many
      vary:
        world.gravity: 1:0:0.1
        walls.friction: {a: 1}
      """
    let error = try #require(throws: SweepError.self) {
      try PlanFile(utf8: Array(text.utf8), path: "a.yaml")
    }
    #expect(error.kind == .badData)
    for words in [
      "a.yaml:1:8: sweep: expected 1", "a.yaml:2:1: vry: unknown; did you mean vary?",
      "a.yaml:3:10: samples: expected a whole number",
      "a.yaml:5:18: vary.world.gravity: the range is empty",
      "a.yaml:6:19: walls.friction: expected a text or a list",
    ] {
      #expect(error.messages.contains { $0.hasPrefix(words) }, "\(words) in \(error)")
    }
    for (entry, message) in [
      (
        "vary: {world.gravity: uniform(0, 1)}",
        "a.yaml:2:23: vary.world.gravity: put a text with a comma in quotes: \"uniform(0, 1)\""
      ),
      (
        "vary: {a: 1}\nmeasure: {low: y(a), most: max(y(a), 1, 2)}",
        "a.yaml:3:28: measure.most: put a text with a comma in quotes: \"max(y(a), 1, 2)\""
      ),
      (
        "vary: {bodies: {ball: {mass: 1:3:1}}}",
        "a.yaml:2:16: bodies: expected a text or a list, got a mapping; write bodies.ball.mass: 1:3:1"
      ),
      ("vary: {}", "a.yaml:1:1: vary: empty; give vary: {path: values}"),
      (
        "vary: null",
        "a.yaml:2:7: vary: expected a mapping, got nothing; write vary: {path: values}"
      ),
      (
        "vary: {a: 1}\nseed: -1",
        "a.yaml:3:7: seed: expected a whole number from 0 to 18446744073709551615, got -1"
      ),
      ("zip: true\nvary: {a: 1}", "a.yaml:2:1: zip: unknown; write combine: zip"),
      (
        "vary: {a: 1}\nsamples: 0",
        "a.yaml:3:10: samples: expected a whole number from 1 to 1000000000000, got 0"
      ),
      (
        "vary: {a: 0:1}\nminimize: x(a)\nstarts: 10001",
        "a.yaml:4:9: starts: expected a whole number from 1 to 10000, got 10001"
      ),
      (
        "vary: {a: 0:1}\nfind: x(a) = 1\nwithin: -1",
        "a.yaml:4:9: within: expected a number from 0 on, got -1"
      ),
      (
        "vary: {a: 1}\nset: [world.gravity=500]",
        "a.yaml:3:6: set: expected a mapping, got a list of 1; write set: {path: value}"
      ),
      (
        "vary: {a: 1}\nmeasure: y(a)",
        "a.yaml:3:10: measure: expected a mapping, got the text \"y(a)\"; write measure: {name: formula}"
      ),
    ] {
      let error = #expect(throws: SweepError.self) {
        try PlanFile(utf8: Array("sweep: 1\n\(entry)".utf8), path: "a.yaml")
      }
      #expect(error?.messages == [message])
    }
    let scenario = try #require(throws: SweepError.self) {
      try PlanFile(utf8: Array("tiltbox: 1\nbodies: []".utf8), path: "a.yaml")
    }
    #expect(scenario.messages.count == 1)
    #expect(scenario.messages[0].hasPrefix("a.yaml:1:10: this is a scenario; a plan names it"))
    for text in ["", "[1]", "sweep: 1", "sweep: 1\nsweep: 1", "a: [", "sweep: &a 1"] {
      #expect(throws: SweepError.self) { try PlanFile(utf8: Array(text.utf8), path: "a.yaml") }
    }
  }
}
