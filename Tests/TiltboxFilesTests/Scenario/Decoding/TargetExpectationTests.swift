import Testing
import Tiltbox
import TiltboxFiles

@Suite("Expectations of values, layers and looks")
struct TargetExpectationTests {
  private static let head = """
    bodies: [{id: card, type: kinematic, box: [9, 9], fill: [0, 0, 0]}]
    values: [{id: pair, numbers: [1, 2]}, {id: one, numbers: [0]}]
    layers: [{id: sky, box: [9, 9], at: [3, 4], fill: [0, 0, 1], opacity: 0.5}]
    animations:
      - {target: layer.sky.fill, to: [1, 0, 0], duration: 1}
      - {target: value.one, to: 4, duration: 1, fill: forwards}
      - {target: body.card.fill.green, to: 1, duration: 1}
    run: {duration: 2}
    expect:
      - 
    """

  private func results(_ text: String) throws -> [ExpectationResult] {
    try ScenarioCheck(scenario(Self.head + text)).results
  }

  @Test(
    "are met by a run that fulfills them",
    arguments: [
      "{target: layer.sky.fill, value: [0.5, 0, 0.5], within: 0.001, at: 0.5}",
      "{target: layer.sky.fill.blue, value: {min: 0.24, max: 0.26}, at: 0.75}",
      "{target: layer.sky.fill, value: [0, 0, 1], within: 0, at: end}",
      "{target: layer.sky.position, value: [3, 2 + 2], within: 0, always: true}",
      "{target: layer.sky.opacity, value: 0.5, within: 0, always: true}",
      "{target: value.pair, value: [1, 2], within: 0, at: end}",
      "{target: value.pair.1, value: 2, within: 0, at: end}",
      "{target: value.one, value: 4*t, within: 1e-9, always: [0, 1]}",
      "{target: value.one, value: 3, within: 0.05, eventually: true}",
      "{target: body.card.fill, value: [0, 0.25, 0], within: 1e-9, at: 0.25}",
    ]
  )
  func met(text: String) throws {
    let results = try results(text)
    #expect(results.count == 1 && results[0].isMet, "\(results.map(\.got))")
  }

  @Test(
    "are not met by another run, and report what it did",
    arguments: [
      (
        "{target: layer.sky.fill, value: [0.5, 0, 0.4], within: 0.05, at: 0.5}",
        "not met: layer.sky.fill: [0.5, 0, 0.4], within 0.05 at 0.5 s; got [0.5, 0, 0.5] at 0.5 s"
      ),
      (
        "{target: value.one, value: 3*t, within: 0.1, always: [0, 1]}",
        "not met: value.one: follows 3*t, within 0.1 at all times from 0 s to 1 s; "
          + "got 0.433333, and not 0.325, at 0.108333 s"
      ),
      (
        "{target: layer.sky.opacity, value: {min: 0.6}, eventually: true}",
        "not met: layer.sky.opacity: 0.6 or more at some time; got 0.5 at 0 s"
      ),
      (
        "{target: layer.sky.fill.red, value: {max: 0.4}, at: 0.5}",
        "not met: layer.sky.fill.red: 0.4 or less at 0.5 s; got 0.5 at 0.5 s"
      ),
      (
        "{target: value.pair, value: [2, 1], within: 0.5, at: end}",
        "not met: value.pair: [2, 1], within 0.5 at the end; got [1, 2] at 2 s"
      ),
    ]
  )
  func notMet(text: String, report: String) throws {
    let result = try #require(try results(text).first)
    #expect(result.report == report)
  }

  @Test(
    "must name an existing target, with the right number of values",
    arguments: [
      ("{target: layer.sea.fill, value: 1, within: 0, at: 1}", ":11:14: expect[0].target: "),
      ("{target: layer.sky.fil, value: 1, within: 0, at: 1}", "did you mean fill?"),
      (
        "{target: layer.sky.fill, value: 1, within: 0, at: 1}",
        "expect[0].value: layer.sky.fill is 3 numbers; got 1"
      ),
      (
        "{target: value.one, value: [1, 2], within: 0, at: 1}",
        "expect[0].value: value.one is one number; got 2"
      ),
      ("{target: body.card.position, value: [0, 0], within: 0, at: 1}", "cannot be expected"),
      ("{body: card, target: value.one, value: 1, within: 0, at: 1}", "expect[0].body: the target"),
      ("{target: value.one, at: 1}", "names a number but not what it should be; give value"),
      ("{target: value.one, value: 3, at: 1}", "expect[0].value: needs a tolerance"),
      ("{target: value.one, value: [], at: 1}", "expect[0].value: expected a number, a formula"),
      (
        "{target: value.one, value: {min: 1}, within: 1, at: 1}", "expect[0].within: does not apply"
      ),
      ("{target: value.one, value: 3, within: 0}", "needs a time"),
      ("{value: 3, at: 1}", "expect[0]: has none of"),
    ]
  )
  func mistaken(text: String, message: String) {
    let found = mistakes(in: "tiltbox: 1\n" + Self.head + text)
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test("are written as they were read")
  func written() throws {
    let texts = [
      "{target: layer.sky.fill, value: [0.5, 0, 0.5], within: 0.001, at: 0.5}",
      "{target: layer.sky.fill.blue, value: {min: 0.25}, always: true}",
      "{target: value.one, value: 4*t, within: 0.1, eventually: [0, 1]}",
    ]
    let read = try scenario(Self.head + texts.joined(separator: "\n  - "))
    let again = try Scenario(yaml: read.json, file: "a.yaml")
    #expect(again.expectations.count == 3)
    #expect(again.expectations.map(\.description) == read.expectations.map(\.description))
  }
}
