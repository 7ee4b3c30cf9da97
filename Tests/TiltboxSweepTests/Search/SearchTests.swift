import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Searches")
struct SearchTests {
  @Test("the Nelder-Mead method finds the minimum of known functions")
  func functions() throws {
    // Rosenbrock's valley, from -2 to 2 in both directions; its minimum is at (1, 1).
    func valley(_ p: [Double]) -> Double {
      let (x, y) = (4 * p[0] - 2, 4 * p[1] - 2)
      return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x)
    }
    let best = try #require(NelderMead.minimize(from: [0.2, 0.7]) { valley($0) })
    #expect(abs(4 * best.point[0] - 3) < 1e-4 && abs(4 * best.point[1] - 3) < 1e-4)
    let line = try #require(NelderMead.minimize(from: [0.9]) { abs($0[0] - 0.3) })
    #expect(abs(line.point[0] - 0.3) < 1e-6)
    let bowl = try #require(
      NelderMead.minimize(from: [0.5, 0.5, 0.5, 0.5]) { p in
        p.enumerated().reduce(0) { $0 + ($1.1 - Double($1.0) / 5) * ($1.1 - Double($1.0) / 5) }
      }
    )
    for (index, x) in bowl.point.enumerated() { #expect(abs(x - Double(index) / 5) < 1e-4) }
  }

  @Test("it stays in the cube, finds a minimum at its side, and survives NaN")
  func sides() throws {
    var outside = 0
    let best = try #require(
      NelderMead.minimize(from: [0.5, 0.5]) { p in
        if p.contains(where: { !(0...1).contains($0) }) { outside += 1 }
        return p[1] > 0.9 ? .nan : p[0] - p[1]
      }
    )
    #expect(outside == 0)
    #expect(best.point[0] < 1e-4 && abs(best.point[1] - 0.9) < 1e-3)
  }

  @Test("it stops on request, with what it has")
  func ended() {
    var count = 0
    let best = NelderMead.minimize(from: [0.5]) { point in
      count += 1
      return count > 5 ? nil : point[0]
    }
    #expect(count == 6 && best != nil)
    #expect(NelderMead.minimize(from: [0.5]) { _ in nil } == nil)
  }

  private func search(_ formula: String, goal: Goal, workers: Int = 2) throws -> (
    Row?, RowCollector
  ) {
    let source = try fall()
    let measure = try Measure(
      name: "m",
      formula: formula,
      of: source,
      origin: "",
      isEquation: formula.contains("=")
    )
    let plan = try SweepPlan(
      source,
      axes: [try axis("world.gravity=100:2000")],
      measures: [measure],
      searchRuns: 1000
    )
    var search = Search(plan, goal: goal)
    (search.starts, search.evaluations, search.workers) = (5, 60, workers)
    let collector = RowCollector()
    return (try search.run(sink: collector), collector)
  }

  @Test("a field that takes only whole numbers gets them, and no run fails")
  func wholeNumbers() throws {
    let text = """
      tiltbox: 1
      let: {n: 2, r: 5}
      walls: {size: [300, 300]}
      bodies: [{id: ball, circle: =r, repeat: =n, at: ['=20+30*i', 150], mass: 1}]
      run: {duration: 0.1}
      """
    let source = try ScenarioTemplate(utf8: Array(text.utf8), file: "balls.yaml", overrides: [])
    let measure = try Measure("x(ball-0)", of: source, origin: "")
    let plan = try SweepPlan(
      source,
      axes: [try axis("let.n=1:9.5"), try axis("let.r=4:8"), try axis("world.seed=1:50")],
      measures: [measure],
      searchRuns: 100
    )
    #expect(plan.takesWholeNumbers == [true, false, true])
    var search = Search(plan, goal: .maximize)
    (search.starts, search.evaluations) = (3, 30)
    let collector = RowCollector()
    _ = try search.run(sink: collector)
    #expect(collector.rows.allSatisfy { $0.error == nil } && !collector.rows.isEmpty)
    #expect(Set(collector.rows.map(\.parameters[0])).count > 1)
  }

  @Test("the trace is the same for any number of threads, its runs numbered in order")
  func deterministic() throws {
    let (best, trace) = try search("y(ball, 0.5) = 100", goal: .find(within: 1e-3), workers: 1)
    let (other, same) = try search("y(ball, 0.5) = 100", goal: .find(within: 1e-3), workers: 4)
    #expect(best == other && trace.text == same.text && !trace.text.isEmpty)
    #expect(trace.rows.map(\.run) == Array(0..<trace.rows.count))
    let gravity = try #require(best?.parameters[0])
    guard case .number(let number) = gravity else { return #expect(Bool(false)) }
    #expect(abs(number - 111 * 14_400 / 1800) < 0.01)
    #expect(trace.rows.last == best)
  }

  @Test(
    "runs that a trace contains are not repeated, and the rest has the same bytes",
    arguments: [ResultsFormat.jsonl, .csv]
  )
  func known(_ format: ResultsFormat) throws {
    // A place that no crate comes to rest at.
    var search = try corner("crate-5", (150, 150), evaluations: 12)
    (search.starts, search.format) = (2, format)
    let whole = RowCollector()
    let best = try search.run(sink: whole)
    let rows = whole.rows
    try #require(rows.count > 13, "more than one start")
    for cut in [0, 1, 11, 12, 13, rows.count - 1, rows.count] {
      search.known = Array(rows[..<cut])
      let rest = RowCollector()
      #expect(try search.run(sink: rest) == best)
      #expect(rest.rows == Array(rows[cut...]), "cut at \(cut)")
      #expect(whole.text.suffix(rest.text.count) == rest.text[...])
    }
  }

  @Test("a trace of other runs is rejected")
  func strayed() throws {
    var search = try corner("crate-5", (33, 33), evaluations: 10)
    search.starts = 2
    let whole = RowCollector()
    _ = try search.run(sink: whole)
    search.known = whole.rows
    search.known.remove(at: 4)
    let error = try #require(throws: SweepError.self) { try search.run(sink: RowCollector()) }
    #expect(error.description.contains("run 4 of the trace is not what this search comes to"))
    search.known = whole.rows + whole.rows
    #expect(throws: SweepError.self) { try search.run(sink: RowCollector()) }
  }

  @Test("it restarts if it is stuck away from the goal")
  func stuck() throws {
    let source = try fall()
    let measure = try Measure(
      name: "off",
      formula: "contacts(ball) = 0",
      of: source,
      origin: "",
      isEquation: true
    )
    // A ball that falls for a second touches nothing below 402 units/s², and 1000 is the middle.
    let plan = try SweepPlan(
      source,
      axes: [axis("world.gravity=100:1900")],
      measures: [measure],
      searchRuns: 1000
    )
    var search = Search(plan, goal: .find(within: 0))
    (search.starts, search.evaluations) = (1, 1000)
    let trace = RowCollector()
    let best = try #require(try search.run(sink: trace))
    #expect(best.measures == [0])
    #expect(trace.rows.count > 20, "it is stuck at first")
  }

  /// The tilt that brings one of the classic crates into a corner.
  private func corner(
    _ crate: String,
    _ place: (x: Int, y: Int),
    evaluations: Int = 200
  ) throws -> Search {
    let source = try ScenarioTemplate(
      utf8: Array(Scenario.classicText.utf8),
      file: "crates.yaml",
      overrides: ["run.duration=3"]
    )
    let measure = try Measure(
      name: "off",
      formula: "sqrt((x(\(crate)) - \(place.x))^2 + (y(\(crate)) - \(place.y))^2) = 0",
      of: source,
      origin: "",
      isEquation: true
    )
    let plan = try SweepPlan(
      source,
      axes: [axis("tilt[0]=-1:1"), axis("tilt[1]=-1:1")],
      measures: [measure],
      searchRuns: 8 * evaluations
    )
    var search = Search(plan, goal: .find(within: 0.5))
    search.evaluations = evaluations
    return search
  }

  @Test(
    "it finds a tilt that brings a crate into a corner, for each of the four",
    arguments: [
      ("crate-5", (33, 33)), ("crate-3", (267, 33)), ("crate-1", (17, 283)),
      ("crate-4", (283, 283)),
    ]
  )
  func corners(_ crate: String, _ place: (Int, Int)) throws {
    let best = try #require(try corner(crate, place).run(sink: RowCollector()))
    #expect(best.measures[0] <= 0.5)
  }

  @Test("maximum and minimum of a monotonic quantity are at the ends of the interval")
  func extremes() throws {
    let (least, _) = try search("max(speed(ball), 0, 0.3)", goal: .minimize)
    let (greatest, _) = try search("max(speed(ball), 0, 0.3)", goal: .maximize)
    #expect(least?.parameters == [.number(100)] || (least?.measures[0] ?? 99) < 30.1)
    #expect((greatest?.measures[0] ?? 0) > 590)
  }

  @Test("an equation needs two sides, a search intervals")
  func mistakes() throws {
    let source = try fall()
    #expect(throws: SweepError.self) {
      try Measure(name: "m", formula: "y(ball)", of: source, origin: "", isEquation: true)
    }
    let measure = try Measure("y=y(ball)", of: source, origin: "")
    let error = try #require(throws: SweepError.self) {
      try SweepPlan(
        source,
        axes: [axis("world.gravity=1,2")],
        measures: [measure],
        searchRuns: 1
      )
    }
    #expect(error.description.contains("a search needs an interval"))
  }
}
