import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Summaries of sweeps")
struct SummaryTests {
  @Test("Wilson's interval agrees with tables")
  func wilson() {
    for (yes, count, low, high) in [
      (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662),
    ] {
      let interval = WilsonInterval(yes, of: count)
      #expect(abs(interval.low - low) < 1e-4 && abs(interval.high - high) < 1e-4)
    }
  }

  @Test("quantiles lie between neighbours in proportion")
  func quantiles() {
    let values: [Double] = [1, 2, 3, 4, 10]
    #expect(values.quantile(0) == 1 && values.quantile(1) == 10)
    #expect(values.quantile(0.5) == 3 && values.quantile(0.25) == 2)
    #expect(abs(values.quantile(0.9) - 7.6) < 1e-12)
    #expect([Double]().quantile(0.5).isNaN)
  }

  private func row(_ run: Int) -> Row {
    Row(
      run: run,
      parameters: [.number(Double(run))],
      measures: [Double(run)],
      digest: "",
      error: nil
    )
  }

  @Test("a sample is bounded, even, and the same in any order")
  func sample() {
    var (forward, backward) = (Sample(most: 1000), Sample(most: 1000))
    for run in 0..<50_000 { forward.add(row(run)) }
    for run in (0..<50_000).reversed() { backward.add(row(run)) }
    #expect(forward.isPartial && forward.entries.count <= 1000 && forward.entries.count > 400)
    #expect(Set(forward.entries) == Set(backward.entries))
    let mean = forward.entries.reduce(0.0) { $0 + Double($1.run) } / Double(forward.entries.count)
    #expect(abs(mean - 25_000) < 2500)
    var few = Sample(most: 1000)
    for run in 0..<1000 { few.add(row(run)) }
    #expect(!few.isPartial && few.entries.map(\.run) == Array(0..<1000))
  }

  @Test("reports quantiles, shares and the first failure")
  func text() throws {
    let plan = try plan(["bodies.ball.mass=-1,1,2"], ["y=y(ball, 0.5)", "low=y(ball, 0.5) < 100"])
    var summary = Summary(PlanLine(plan))
    for row in try rows(plan).rows { summary.add(row) }
    let lines = summary.text.split(separator: "\n")
    #expect(lines[0] == "3 runs, 1 failed")
    #expect(lines[1].hasPrefix("run 0 failed: bodies[0].mass"))
    #expect(lines[2].hasSuffix("mean") && lines[3].hasPrefix("y     2"))
    #expect(lines[4].hasPrefix("low: yes in 2 of 2 runs, 100.0 % (34.2 % to 100.0 %"))
  }
}
