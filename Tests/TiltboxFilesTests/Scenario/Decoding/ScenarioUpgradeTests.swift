import Testing
import Tiltbox
import TiltboxFiles

@Suite("Files of earlier versions")
struct ScenarioUpgradeTests {
  private let rest = "bodies: [{circle: 5, at: [10, 10], mass: 1}]\n"

  @Test(
    "are rewritten with comments, order and spacing kept",
    arguments: [
      (
        "world:\n  broadphase: tree   # the old default\n  gravity: 900   # kept\n",
        "world:\n  engine: chipmunk   # the old default\n  gravity: 900   # kept\n"
      ),
      ("world:\n  gravity: 900\n  broadphase: grid\n", "world:\n  gravity: 900\n"),
      ("world:\n  gravity: 900\n  continuous:\n", "world:\n  gravity: 900\n"),
      ("world:\n  continuous: true # always\n  step: 0.01\n", "world:\n  # always\n  step: 0.01\n"),
      ("world: {broadphase: grid, step: 0.01}\n", "world: {step: 0.01}\n"),
      ("world: {step: 0.01, continuous: true}\n", "world: {step: 0.01}\n"),
      ("world: { continuous: false }\n", "world: { engine: chipmunk }\n"),
      ("world:\n  broadphase: 'grid'\n", "world:\n  engine: tiltbox\n"),
      ("world: {broadphase: \"\", step: 0.01}\n", "world: {step: 0.01}\n"),
      (
        "world: {\n  broadphase: tree,\n  step: 0.01,\n  continuous: true\n}\n",
        "world: {\n  engine: chipmunk,\n  step: 0.01\n}\n"
      ),
      (
        "world:\n  iterations: 20\n  continuous: false\n  broadphase: tree\n",
        "world:\n  iterations: 20\n  engine: chipmunk\n"
      ),
      (
        "world:\n  iterations: 20\n  integrator: half-kick\n  gravity: 900\n",
        "world:\n  gravity: 900\n"
      ),
      (
        "world:\r\n  engine: tiltbox\r\n  broadphase: tree\r\n  gravity: 900\r\n",
        "world:\r\n  engine: tiltbox\r\n  gravity: 900\r\n"
      ),
      (
        "name: é\u{1F4E6}\nworld: {continuous: true, step: 0.01} # é\n",
        "name: é\u{1F4E6}\nworld: {step: 0.01} # é\n"
      ),
    ]
  )
  func rewriting(old: String, new: String) throws {
    for mark in ["", "\u{FEFF}"] {
      let upgrade = try ScenarioUpgrade("\(mark)tiltbox: 1\n# before\n\(old)\(rest)")
      #expect(upgrade.text == "\(mark)tiltbox: 1\n# before\n\(new)\(rest)")
      var warnings: [Diagnostic] = []
      _ = try Scenario(yaml: upgrade.text, file: "a.yaml") { warnings.append($0) }
      #expect(warnings.isEmpty)
      #expect(try ScenarioUpgrade(upgrade.text).changes.isEmpty)
    }
  }

  @Test("in JSON stay JSON")
  func json() throws {
    let old = #"{"tiltbox": 1, "world": {"broadphase": "tree", "continuous": true}, "bodies": []}"#
    let new = #"{"tiltbox": 1, "world": {"engine": "chipmunk"}, "bodies": []}"#
    for mark in ["", "\u{FEFF}"] {
      #expect(try ScenarioUpgrade(mark + old).text == mark + new)
    }
  }

  @Test("name each change with its place")
  func changes() throws {
    let text = "tiltbox: 1\nworld:\n  broadphase: tree\n  continuous: true\n"
    let changes = try ScenarioUpgrade(text).changes
    #expect(changes.map(\.place) == [.file(line: 3, column: 3), .file(line: 4, column: 3)])
    #expect(
      changes.map { "\($0)" } == [
        "world.broadphase: is now engine: chipmunk",
        "world.continuous: dropped, since the engine decides on continuous collision",
      ]
    )
  }

  @Test(
    "that need no change, or whose value is no word, stay the same",
    arguments: [
      "tiltbox: 1\nworld: {gravity: 900}\n", "tiltbox: 1\n", "tiltbox: 1\nworld:\n",
      "tiltbox: 1\nworld: {broadphase: [grid]}\n",
      "tiltbox: 1\nworld: {engine: chipmunk, iterations: 20}\n",
    ]
  )
  func unchanged(text: String) throws {
    #expect(try ScenarioUpgrade(text).text == text)
  }
}
