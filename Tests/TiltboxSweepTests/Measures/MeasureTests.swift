import Chipmunk
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Measures")
struct MeasureTests {
  /// Returns the values of some formulas in one run of the falling ball.
  private func values(_ formulas: String..., set overrides: String...) throws -> [Double] {
    let source = try ScenarioTemplate(
      utf8: Array(fallText.utf8),
      file: "fall.yaml",
      overrides: overrides
    )
    let measures = try formulas.enumerated().map {
      try Measure(name: "m\($0)", formula: $1, of: source, origin: "m\($0)")
    }
    let plan = try SweepPlan(source, axes: [axis("world.gravity=1000")], measures: measures)
    let row = try #require(try rows(plan).rows.first)
    #expect(row.error == nil)
    return row.measures
  }

  /// The same run, tick by tick.
  private func states() throws -> [(y: Double, speed: Double, begins: Int)] {
    let scenario = try fall().scenario
    let simulation = try Simulation(scenario.loadingFiles())
    var states = [(simulation.states[0].position.y, 0.0, 0)]
    while simulation.tick < 120 {
      try simulation.advance()
      let begins = simulation.events.count { $0.kind == .begin && [$0.a, $0.b].contains("ball") }
      states.append((simulation.states[0].position.y, simulation.states[0].velocity.length, begins))
    }
    return states.map { (y: $0.0, speed: $0.1, begins: $0.2) }
  }

  @Test("quantities at the end, at a time, and over the run or a part of it")
  func quantities() throws {
    let states = try states()
    let values = try values(
      "y(ball)",
      "y(ball, 0.5)",
      "max(speed(ball))",
      "min(y(ball))",
      "mean(y(ball))",
      "max(y(ball), 0.25, 0.5)",
      "y(ball, sqrt(2*200/g))"
    )
    #expect(values[0] == states[120].y)
    #expect(values[1] == states[60].y)
    #expect(values[2] == states.map(\.speed).max())
    #expect(values[3] == states.map(\.y).min())
    #expect(abs(values[4] - states.reduce(0) { $0 + $1.y } / 121) < 1e-9)
    #expect(values[5] == states[30].y)
    #expect(values[6] == states[76].y)
  }

  @Test("contacts, sleep and expectations")
  func contacts() throws {
    let states = try states()
    let values = try values(
      "firstContact(ball, walls)",
      "contacts(ball)",
      "contacts(ball, crate)",
      "asleep(crate)",
      "expect",
      "expect(1)",
      "firstContact(ball, crate)"
    )
    let first = try #require(states.firstIndex { $0.begins > 0 })
    #expect(values[0] == Double(first) * (1.0 / 120))
    #expect(values[1] == Double(states.reduce(0) { $0 + $1.begins }))
    #expect(values[2] == 0)
    #expect(values[3] > 0.3 && values[3] < 0.6)
    #expect(values[4] == 1 && values[5] == 1)
    #expect(values[6].isNaN)
    #expect(
      try self.values("expect", "expect(1)", "expect(2)", set: "expect[1].x=10") == [0, 1, 0]
    )
  }

  @Test("formulas over quantities of a run, with comparisons that are a yes or no")
  func formulas() throws {
    let states = try states()
    let values = try values(
      "sqrt((x(ball) - 150)^2 + (y(ball) - 11)^2)",
      "max(abs(y(ball) - 100))",
      "y(ball, 0.5) < 100",
      "min(y(ball)) >= 2.5*2",
      "max(3, 4) - min(1, 2) * 2",
      "-firstContact(ball, crate) > 0",
      "1/(x(ball) - x(ball))",
      "min(2, firstContact(ball, crate))",
      "max(firstContact(ball, crate), 2)",
      "max(2, firstContact(ball, crate))"
    )
    #expect(abs(values[0] - (states[120].y - 11)) < 1e-9)
    #expect(values[1] == states.map { abs($0.y - 100) }.max())
    #expect(values[2] == (states[60].y < 100 ? 1 : 0))
    #expect(values[3] == 1)
    #expect(values[4] == 2)
    #expect(values[5...].allSatisfy { $0.isNaN })
  }

  @Test("a time after the end of every run is a mistake, and has no value in a shorter run")
  func late() throws {
    let error = #expect(throws: SweepError.self) {
      try plan(["world.gravity=1,2"], ["max(y(ball), 0.5, 3)", "y(ball, 3)"])
    }
    let words = "the run ends at 1 s, before 3 s; lengthen run.duration"
    #expect(
      error?.messages == [
        "--measure max(y(ball), 0.5, 3): \(words)", "--measure y(ball, 3): \(words)",
      ]
    )
    let measured = try rows(plan(["run.duration=1,3"], ["y(ball, 2)"])).rows.map(\.measures[0])
    #expect(measured[0].isNaN && !measured[1].isNaN)
    #expect(try values("y(ball, 3 + 0*g)")[0].isNaN && values("y(ball, 0*g - 1)")[0].isNaN)
  }

  @Test("a time after the end of the file's own run is none if a varied field lengthens the run")
  func lateInFile() throws {
    let text = fallText.replacing("duration: 1}", with: "duration: =long}\nlet: {long: 1}")
    let source = try ScenarioTemplate(utf8: Array(text.utf8), file: "fall.yaml")
    let measure = try Measure("y(ball, 2)", of: source, origin: "")
    let plan = try SweepPlan(source, axes: [axis("let.long=1:3:1")], measures: [measure])
    #expect(try rows(plan).rows.map { $0.measures[0].isNaN } == [true, false, false])
  }

  @Test("names in a formula refer to the run's own scenario")
  func names() throws {
    let plan = try plan(
      ["world.gravity=500,1000"],
      ["g=g", "t=firstContact(ball, walls)/sqrt(2*200/g)"]
    )
    let measured = try rows(plan).rows.map(\.measures)
    #expect(measured.map { $0[0] } == [500, 1000])
    #expect(measured.allSatisfy { abs($0[1] - 1) < 0.02 })
  }

  @Test("an id with a comma or a parenthesis stands in double quotes")
  func quotedNames() throws {
    let text = fallText.replacing("id: crate", with: "id: 'a, b)'")
    let source = try ScenarioTemplate(utf8: Array(text.utf8), file: "fall.yaml")
    let measure = try Measure(#"y("a, b)", 0) + contacts(ball, "a, b)")"#, of: source, origin: "")
    let plan = try SweepPlan(source, axes: [axis("world.gravity=500")], measures: [measure])
    #expect(try rows(plan).rows[0].measures == [11])
  }

  @Test("an id may contain a double quote")
  func inches() throws {
    let text = fallText.replacing("id: crate", with: "id: '5\" pipe'")
    let source = try ScenarioTemplate(utf8: Array(text.utf8), file: "fall.yaml")
    let measure = try Measure(#"y(5" pipe, 0)"#, of: source, origin: "")
    let plan = try SweepPlan(source, axes: [axis("world.gravity=500")], measures: [measure])
    #expect(try rows(plan).rows[0].measures[0].isFinite)
  }

  @Test("a body is found by its id in each run, and has no value in a run without it")
  func bodiesOfRuns() throws {
    let text = """
      tiltbox: 1
      let: {n: 3}
      bodies:
        - {id: ball, repeat: =n, circle: 5, mass: 1, at: [=100*i, 10]}
        - {id: line, rope: {from: [0, 500], length: 60, links: =n}, mass: 1}
        - {id: marker, type: static, circle: 5, at: [0, 777]}
      run: {duration: 0.1}
      """
    let source = try ScenarioTemplate(utf8: Array(text.utf8), file: "rows.yaml")
    let formulas = [
      "y(marker)", "y(marker, 0.05)", "max(y(marker))", "x(ball-2)", "kineticEnergy(ball-2)",
      "asleep(ball-2)", "contacts(ball-2)", "firstContact(ball-2, marker)", "y(line-3)",
    ]
    let measures = try formulas.map { try Measure($0, of: source, origin: "") }
    let plan = try SweepPlan(source, axes: [axis("let.n=2,3,4")], measures: measures)
    let found = try rows(plan).rows
    for row in found {
      #expect(Array(row.measures.prefix(3)) == [777.0, 777, 777] && row.error == nil)
    }
    #expect(!found[0].measures.dropFirst(3).contains { !$0.isNaN })
    for row in found.dropFirst() {
      #expect(row.measures[3] == 200 && row.measures[4] > 0)
      #expect(row.measures[5...6] == [0, 0] && row.measures[7].isNaN)
      #expect(row.measures[8] < 500)
    }
  }

  @Test("names of let have the numbers of the run")
  func givenNames() throws {
    let text = "let: {r: 10, d: =2*r}\n" + fallText
    let source = try ScenarioTemplate(utf8: Array(text.utf8), file: "fall.yaml")
    let plan = try SweepPlan(
      source,
      axes: [axis("let.r=5,10"), axis("world.gravity=500,1000")],
      measures: [Measure("sum=d + g", of: source, origin: "")]
    )
    #expect(try rows(plan).rows.map(\.measures) == [[510], [1010], [520], [1020]])
  }

  @Test(
    "mistakes are reported with their place",
    arguments: [
      ("y(bal)", "at character 3: no body is called \"bal\"; did you mean ball?"),
      (
        "firstContact(ball, wals)",
        "at character 20: nothing is called \"wals\"; did you mean walls?"
      ),
      ("firstContact(ball)", "is written as in firstContact(ball, walls)"),
      ("y", "name one in parentheses"),
      ("mean(1, 2)", "mean takes a quantity"),
      (
        "max(y(ball), y(crate), y(ball))",
        "are times, in s, which no body determines; for the max of three numbers write max(a, max(b, c))"
      ),
      ("mean(y(ball), 0.5, 0.2)", "mean begins at 0.5 s, after its end at 0.2 s; swap them"),
      ("y(ball, 0-5)", "at character 9: the run begins at 0 s, after -5 s; give a later time"),
      ("max(y(ball), -1, 1)", "the run begins at 0 s, after -1 s"),
      ("mean(y(ball) < 50)", "a comparison is no number; write it outside, as in max("),
      ("ball.y", "this is no formula; write y(ball)"),
      ("spede(ball)", "spede is not known; did you mean speed?"),
      ("y(ball) +", "at character 10: expected a number"),
      ("y(ball, )", "at character 9: expected a number"),
      ("1 < y(bal)", "at character 7: no body is called"),
      ("expect(3)", "numbered from 1 to 2"),
      ("gg", "did you mean g?"),
      ("", "expected name=formula"),
    ]
  )
  func mistakes(_ formula: String, _ words: String) throws {
    let source = try fall()
    let error = try #require(throws: SweepError.self) {
      try Measure(name: "m", formula: formula, of: source, origin: "--measure m")
    }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test("an equals sign separates name and formula, unless it is part of a comparison")
  func namesAndFormulas() throws {
    let source = try fall()
    let named = try Measure("top = max(y(ball))", of: source, origin: "")
    #expect(named.name == "top" && named.text == "max(y(ball))" && !named.isYesNo)
    let bare = try Measure("y(ball)<=3", of: source, origin: "")
    #expect(bare.name == "y(ball)<=3" && bare.isYesNo)
  }
}
