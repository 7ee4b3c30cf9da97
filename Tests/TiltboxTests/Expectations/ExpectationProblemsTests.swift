import Chipmunk
import Testing
import Tiltbox

@Suite("Problems of an expectation")
struct ExpectationProblemsTests {
  @Test(
    "are reported with place and remedy",
    arguments: [
      (
        Scenario.Expectation("crat", .asleep(by: 1)),
        "expect[0].body: nothing here is called \"crat\"; did you mean crate?"
      ),
      (
        Scenario.Expectation("crate", .firstContact(with: "wall", at: 1)),
        "expect[0].firstContact: nothing here is called \"wall\"; did you mean walls?"
      ),
      (
        Scenario.Expectation("crate", .firstContact(with: "crate")),
        "expect[0].firstContact: a body never meets itself; name another, or walls"
      ),
      (
        Scenario.Expectation("crate", .contacts(with: "crate", 0...0, .atEnd)),
        "expect[0].with: a body never meets itself; name another, or walls"
      ),
      (
        Scenario.Expectation(nil, .order([.init(.begin, "ball", "ball")])),
        "expect[0].order[0].begin: a body never meets itself; name another, or walls"
      ),
      (
        Scenario.Expectation(nil, .firstContact(with: "walls")),
        "expect[0].body: a first contact is one body's; name it"
      ),
      (
        Scenario.Expectation("crate", .firstContact(with: "walls", at: 4)),
        "expect[0].at: the run ends at 3 s, before 4 s; lengthen run.duration"
      ),
      (
        Scenario.Expectation("crate", .value(.x, .near(1, within: 1), .at(3 + 0.6 / 120))),
        "expect[0].at: the run ends at 3 s, before 3.005 s; lengthen run.duration"
      ),
      (
        Scenario.Expectation("crate", .firstContact(with: "walls", at: -1)),
        "expect[0].at: time is -1 s; give a finite number from 0 to 1e9"
      ),
      (
        Scenario.Expectation("crate", .value(.x, .near(1, within: -1), .atEnd)),
        "expect[0].within: tolerance is -1; give a finite number from 0 to 1e30"
      ),
      (
        Scenario.Expectation("crate", .value(.x, .near(.nan, within: 1), .atEnd)),
        "expect[0].x: expected value is nan; give a finite number from -1e30 to 1e30"
      ),
      (
        Scenario.Expectation("crate", .value(.x, .between(2, 1), .atEnd)),
        "expect[0].x: the minimum 2 is above the maximum 1; swap them"
      ),
      (
        Scenario.Expectation("crate", .value(.x, .between(1, 2), .always(from: 2, to: 1))),
        "expect[0].always: the interval ends before it begins; swap its times"
      ),
      (
        Scenario.Expectation(nil, .inside(from: Vector(9, 0), to: Vector(0, 9), .always())),
        "expect[0].inside: the first corner is not left of and below the second; swap them"
      ),
      (
        Scenario.Expectation("crate", .contacts(with: "x", 0...1, .atEnd)),
        "expect[0].with: nothing here is called \"x\"; known here: crate, ball, walls, walls.bottom, walls.left, "
          + "walls.right, walls.top"
      ),
      (Scenario.Expectation(nil, .order([])), "expect[0].order: the list is empty; name a contact"),
      (
        Scenario.Expectation(nil, .order([.init(.separate, "ball", "walls.roof")])),
        "expect[0].order[0].separate: nothing here is called \"walls.roof\"; did you mean walls.top?"
      ),
      (
        Scenario.Expectation("crate", .order([.init(.begin, "ball", "walls")])),
        "expect[0].body: each contact names its bodies; drop body"
      ),
      (
        Scenario.Expectation("crate", .digestValue(Digest(1))),
        "expect[0].body: a digest covers all bodies; drop body"
      ),
      (
        Scenario.Expectation(nil, .digest(ofRecording: "")),
        "expect[0].digest: the path is empty; name a recording"
      ),
      (
        Scenario.Expectation(nil, .digestValue(Digest(1), at: 9)),
        "expect[0].at: the run ends at 3 s, before 9 s; lengthen run.duration"
      ),
    ]
  )
  func told(expectation: Scenario.Expectation, problem: String) {
    var scenario = ExpectationMonitorTests.scenario
    scenario.expectations = [expectation]
    #expect(scenario.diagnostics().map(\.description) == [problem])
  }

  @Test("include expectations of all bodies if none is dynamic")
  func nobody() {
    let of: [String?: Int] = [nil: 3, "wall": 0]
    for (body, count) in of {
      var scenario = ExpectationMonitorTests.scenario
      scenario.bodies = [
        BodyDescription(id: "wall", type: .static, shapes: [ShapeDescription(.circle(radius: 1))])
      ]
      scenario.expectations = [
        Scenario.Expectation(body, .value(.y, .near(1, within: 1), .atEnd)),
        Scenario.Expectation(body, .inside(from: .zero, to: Vector(1, 1), .atEnd)),
        Scenario.Expectation(body, .contacts(with: nil, 5...5, .atEnd)),
      ]
      let found = scenario.diagnostics().map(\.description)
      #expect(found.count == count)
      let words = "there is no dynamic body, so nothing is expected; add one, or name a body"
      if count > 0 { #expect(found.first == "expect[0]: \(words)") }
    }
  }

  @Test("include sleep that is expected of a body that never sleeps")
  func insomnia() {
    var scenario = ExpectationMonitorTests.scenario
    scenario.world.sleepAfter = nil
    scenario.expectations = [Scenario.Expectation("crate", .asleep(by: 1))]
    let problem = "expect[0].asleepBy: bodies never sleep in this world; set world.sleepAfter"
    #expect(scenario.diagnostics().map(\.description) == [problem])
  }
}
