import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Plots of sweeps")
struct SweepPlotTests {
  private func svg(_ plan: SweepPlan) throws -> String? {
    let line = PlanLine(plan)
    var summary = Summary(line)
    for row in try rows(plan).rows { summary.add(row) }
    let svg = SweepPlot(summary, line)?.svg
    if let svg { #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(svg)") }
    return svg
  }

  @Test("one field is a line with a dot for each value; a yes or no becomes a share")
  func line() throws {
    let plan = try plan(["world.gravity=500:1500:100"], ["y=y(ball, 0.5)", "low=y(ball, 0.5)<100"])
    let svg = try #require(try svg(plan))
    #expect(svg.components(separatedBy: "<circle ").count == 1 + 22)
    #expect(svg.components(separatedBy: "<polyline ").count == 1 + 2)
    #expect(svg.contains("low: share of yes") && svg.contains(">100.0 %<"))
  }

  @Test("two fields are a heat map with a cell for each pair")
  func heatMap() throws {
    let plan = try plan(["world.gravity=1,2,3", "walls.friction=0,1"], ["y=y(ball)"])
    let svg = try #require(try svg(plan))
    // The page, what is behind the cells, the cells and the legend.
    #expect(svg.components(separatedBy: "<rect ").count == 1 + 1 + 1 + 6 + 40)
  }

  @Test("a heading states what a dot or a cell shows of several runs")
  func summaries() throws {
    let two = try plan(["world.gravity=1,2", "walls.friction=0,1"], ["height=y(ball)"])
    let three = try plan(
      ["world.gravity=1,2", "walls.friction=0,1", "walls.elasticity=0,1"],
      ["height=y(ball)"]
    )
    let random = try plan(
      ["world.gravity=1,2", "walls.friction=uniform(0, 1)"],
      ["height=y(ball)"],
      samples: 3
    )
    #expect(try #require(try svg(two)).contains(">height<"))
    #expect(try #require(try svg(three)).contains(">height: mean of runs<"))
    #expect(try #require(try svg(random)).contains(">height: median, and 5 to 95 % of runs<"))
  }

  @Test("one run is a dot")
  func oneRun() throws {
    let svg = try #require(try svg(plan(["world.gravity=1000"], ["y=y(ball)"])))
    #expect(svg.contains(">1 run over world.gravity<"))
    #expect(svg.components(separatedBy: "<circle ").count == 1 + 1)
  }

  @Test("a long name keeps both of its ends")
  func longNames() throws {
    let name = "first" + String(repeating: "-", count: 60) + "last"
    let plan = try plan(["bodies[0].at=[150.25,211.25],[150,211.5]"], ["\(name)=y(ball)"])
    let svg = try #require(try svg(plan))
    #expect(svg.contains(">2 runs over ") && !svg.contains(name))
    #expect(svg.contains(/>first-+…-+last</))
    #expect(svg.contains(">[150.2…211.25]<") && svg.contains(">[150,211.5]<"))
  }

  @Test("the title of a long name is inside the picture", arguments: [1, 2])
  func title(panels: Int) throws {
    let name = "first" + String(repeating: "-", count: 200) + "last"
    let measures = ["y=y(ball)", "x=x(ball)"].prefix(panels)
    let svg = try #require(
      try svg(plan(["world.gravity=1,2"], Array(measures), set: "name=\(name)"))
    )
    let title = try #require(svg.firstMatch(of: /font-size="18"[^>]*>(first-+…-+last)</))
    #expect(24 + 10 * title.1.count < 560 * panels)
    // The description is not drawn, so it has the whole name.
    #expect(svg.contains("<title>\(name): "))
  }

  @Test(
    "labels of an axis are inside the picture and do not overlap",
    arguments: [["at"], ["at", "gravity"], ["gravity", "at"]]
  )
  func labels(order: [String]) throws {
    let points = (0..<8).map { "[150,\(211.125 + Double($0))]" }.joined(separator: ",")
    let fields = ["at": "bodies.ball.at=\(points)", "gravity": "world.gravity=1,2"]
    let svg = try #require(try svg(plan(order.compactMap { fields[$0] }, ["y=y(ball)"])))
    var ends: [Substring: Double] = [:]
    let text = /<text x="(.+?)" y="(.+?)" text-anchor="(.+?)" class="text">(\[.+?)</
    for label in svg.matches(of: text) {
      let width = 6.6 * Double(label.4.count)
      let left = try #require(Double(label.1)) - (label.3 == "middle" ? width / 2 : width)
      #expect(left > 24 && left + width < 560)
      #expect(left > ends[label.2, default: 0])
      ends[label.2] = left + width
    }
    #expect(!ends.isEmpty)
  }

  @Test("a measure whose values fit on no axis is left out", arguments: [nil, 3])
  func huge(samples: Int?) throws {
    let fields = [samples == nil ? "world.gravity=1,2,3" : "world.gravity=uniform(1, 3)"]
    let plan = try plan(fields, ["a=1e308*(y(ball) - 2*y(ball, 0.1))"], samples: samples)
    #expect(try svg(plan) == nil)
  }

  @Test("a measure without a value in the sample of many runs is left out")
  func rare() throws {
    let plan = try plan(["world.gravity=uniform(1, 3)"], ["a=y(ball)"], samples: 70_000)
    func summary(valueIn found: Int?) -> Summary {
      var summary = Summary(PlanLine(plan))
      for run in 0..<plan.runs {
        let value = run == found ? 1 : Double.nan
        summary.add(Row(run: run, parameters: [.number(2)], measures: [value]))
      }
      return summary
    }
    let sampled = Set(summary(valueIn: nil).sample.entries.map(\.run))
    for run in try [#require(sampled.min()), #require((0...).first { !sampled.contains($0) })] {
      let plot = SweepPlot(summary(valueIn: run), PlanLine(plan))
      #expect((plot != nil) == sampled.contains(run))
    }
  }

  @Test("a plot of many measures names their number")
  func manyMeasures() throws {
    let measures = (1...9).map { "m\($0)=y(ball)" }
    let svg = try #require(try svg(plan(["world.gravity=1,2"], measures)))
    #expect(svg.contains(">2 runs over world.gravity; 8 of 9 measures<"))
    #expect(svg.contains(">m8<") && !svg.contains(">m9<"))
  }

  @Test("two close values among many do not make a histogram's last bar narrower")
  func closeValues() throws {
    let plan = try plan(["world.gravity=uniform(1, 3)"], ["y=y(ball)"], samples: 601)
    var summary = Summary(PlanLine(plan))
    for (run, value) in ((0..<600).map { Double($0) / 599 } + [1.3e-6]).enumerated() {
      summary.add(Row(run: run, parameters: [.number(2)], measures: [value]))
    }
    let svg = try #require(SweepPlot(summary, PlanLine(plan))?.svg)
    let heights = svg.matches(of: /height="(.+?)" class="c0"/).compactMap { Double($0.1) }
    #expect(heights.count == 9)
    #expect(try #require(heights.min()) > 0.9 * #require(heights.max()))
  }

  @Test("samples are a histogram")
  func histogram() throws {
    let plan = try plan(
      ["world.gravity=normal(1000, 50)"],
      ["y=y(ball, 0.5)", "low=y(ball, 0.5)<100"],
      samples: 60
    )
    let svg = try #require(try svg(plan))
    #expect(svg.contains("y: runs") && svg.contains("median "))
    #expect(svg.contains("low: share of runs"))
  }

  @Test("texts are positions in their order, and runs without a value are a gap")
  func texts() throws {
    let plan = try plan(
      ["world.integrator=half-kick,chipmunk"],
      ["y=y(ball, 0.5)", "none=y(ball, 9 + 0*g)"]
    )
    let svg = try #require(try svg(plan))
    #expect(svg.contains(">half-kick<") && !svg.contains(">none<"))
    let empty = try TiltboxSweepTests.plan(["world.gravity=1,2"], ["none=y(ball, 9 + 0*g)"])
    #expect(try self.svg(empty) == nil)
  }
}
