import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Plans of sweeps")
struct SweepPlanTests {
  private func values(_ plan: SweepPlan) -> [[FieldContent]] {
    (0..<plan.runs).map { plan.values(ofRun: $0) }
  }

  @Test("a grid combines each value with each, the last field fastest")
  func grid() throws {
    let plan = try plan(["world.gravity=1,2", "walls.friction=0:1:0.5"])
    let expected: [[Double]] = [[1, 0], [1, 0.5], [1, 1], [2, 0], [2, 0.5], [2, 1]]
    #expect(values(plan) == expected.map { $0.map { .number($0) } })
  }

  @Test("zipped fields vary together")
  func zipped() throws {
    let plan = try plan(["world.gravity=1,2", "walls.friction=0:0.5:0.5"], combination: .zip)
    #expect(values(plan) == [[.number(1), .number(0)], [.number(2), .number(0.5)]])
  }

  @Test("a run's random values depend on the seed and the run, not on other fields or their order")
  func random() throws {
    let one = try plan(["world.gravity=uniform(1, 2)"], samples: 50, seed: 9)
    let two = try plan(
      ["walls.friction=normal(1, 0.1)", "world.gravity=uniform(1, 2)"],
      samples: 500,
      seed: 9
    )
    for run in 0..<50 { #expect(one.values(ofRun: run)[0] == two.values(ofRun: run)[1]) }
    let other = try plan(["world.gravity=uniform(1, 2)"], samples: 50, seed: 10)
    #expect(one.values(ofRun: 0) != other.values(ofRun: 0))
    #expect(Set((0..<50).map { one.values(ofRun: $0) }).count == 50)
  }

  @Test("each point of a grid has the given number of samples")
  func gridOfSamples() throws {
    let plan = try plan(["world.gravity=1,2", "walls.friction=uniform(0, 1)"], samples: 3)
    #expect(plan.runs == 6)
    #expect(values(plan).map { $0[0] } == [1, 1, 1, 2, 2, 2].map { .number($0) })
    #expect(Set(values(plan).map { $0[1] }).count == 6)
  }

  @Test("a plan of 10¹² runs takes no time")
  func large() throws {
    let plan = try plan(["world.gravity=1:1000000:1", "walls.friction=0:999999:1"])
    #expect(plan.runs == 1_000_000_000_000)
    #expect(plan.values(ofRun: 999_999_999_999) == [.number(1_000_000), .number(999_999)])
  }

  @Test(
    "mistakes are reported with the remedy",
    arguments: [
      (["world.gravty=1,2"], nil, "world.gravty: unknown; did you mean gravity?"),
      (["bodies.bal.mass=1,2"], nil, "no body has this id; did you mean ball?"),
      (["bodies[7].mass=1,2"], nil, "bodies[7]: there is none"),
      (["world.gravity=1,much"], nil, "expected a number, got the text \"much\""),
      (["bodies[0].at=1,2"], nil, "expected [x, y], got 1; give x and y"),
      (["world.gravity=1:2"], nil, "an interval is for a search"),
      (["world.gravity=uniform(1, 2)"], nil, "say how many are to be drawn"),
      (["world.gravity=uniform(1, 2)"], 0, "--samples is 0; give a whole number from 1"),
      (["world.gravity=1,2"], 5, "--samples has no meaning"),
      (["world.gravity=1,2", "world.gravity=3,4"], nil, "is there already"),
      (
        ["bodies[0].mass=1,2", "bodies.ball.mass=3,4"], nil,
        "bodies.ball.mass=3,4: bodies[0].mass is the same field; drop one of them"
      ),
      (
        ["world.gravity=1:10000000:1", "walls.friction=1:10000000:1"], nil,
        "more than 1000000000000"
      ),
    ] as [([String], Int?, String)]
  )
  func mistakes(_ vary: [String], _ samples: Int?, _ words: String) throws {
    let error = try #require(throws: SweepError.self) { try plan(vary, samples: samples) }
    #expect(error.kind == .usage)
    #expect(error.description.contains(words), "\(error)")
  }

  @Test("zipped lists have the same length")
  func zipMistakes() throws {
    let error = try #require(throws: SweepError.self) {
      try plan(["world.gravity=1,2", "walls.friction=1,2,3"], combination: .zip)
    }
    #expect(error.description.contains("3 values beside 2 of world.gravity"))
  }

  @Test("a name that is a column of every results file, is repeated, or has two lines, is rejected")
  func names() throws {
    for measures in [["run=1"], ["digest=1"], ["world.gravity=1"], ["a=1", "a=2"], ["a\nb=1"]] {
      #expect(throws: SweepError.self) { try plan(["world.gravity=1,2"], measures) }
    }
  }
}
