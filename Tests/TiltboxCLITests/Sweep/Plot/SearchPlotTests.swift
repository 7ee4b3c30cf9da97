import Foundation
import Testing
import TiltboxFiles

@testable import TiltboxCLI

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Plots of searches")
struct SearchPlotTests {
  private func svg(_ vary: [String]) throws -> (svg: String, trace: [Row]) {
    let source = try fall()
    let measure = try Measure("off=abs(y(ball, 0.5) - 100)", of: source, origin: "")
    let plan = try SweepPlan(search: source, axes: vary.map(axis), measures: [measure], runs: 40)
    var search = Search(plan, goal: .minimize)
    (search.starts, search.evaluations) = (2, 20)
    let trace = RowCollector()
    let best = try #require(try search.run(sink: trace))
    let line = PlanLine(search)
    var summary = Summary(line)
    for row in trace.rows { summary.add(row) }
    let svg = SearchPlot(summary, line, best: best, search.goal).svg
    #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(svg)")
    return (svg, trace.rows)
  }

  /// The height of each corner of a line, downwards.
  private func heights(_ svg: String) -> [Double] {
    let points = svg.split(separator: "<polyline points=\"")[1].prefix { $0 != "\"" }
    return points.split(separator: " ").compactMap { Double($0.split(separator: ",")[1]) }
  }

  @Test("the best value so far never gets worse, and each run is a dot")
  func overRuns() throws {
    let (svg, trace) = try svg(["world.gravity=100:2000"])
    let heights = heights(svg)
    #expect(heights.count > 2 && heights == heights.sorted())
    // A dot in both panels, and the mark of the best.
    #expect(svg.components(separatedBy: "<circle ").count == 1 + 2 * trace.count + 1)
    #expect(svg.contains("world.gravity = "))
  }

  @Test("two fields have the way to the best")
  func plane() throws {
    let (svg, _) = try svg(["world.gravity=100:2000", "walls.elasticity=0:1"])
    #expect(svg.components(separatedBy: "<polyline ").count == 1 + 2)
    #expect(svg.contains("walls.elasticity: the way to the best"))
  }

  @Test("three fields have the values alone")
  func three() throws {
    let fields = ["world.gravity=100:2000", "walls.elasticity=0:1", "walls.friction=0:1"]
    let (svg, trace) = try svg(fields)
    #expect(svg.components(separatedBy: "<circle ").count == 1 + trace.count)
  }
}
